public import Domain
public import Postgres
public import Shared

public struct PostgresProgressStore: ProgressStore {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public func tell(_ progress: StageProgress, of submission: SubmissionID) async throws(StoreError) {
        _ = try await StoreError.wrapping("tell how far a stage is") {
            // A submission that is gone meanwhile needs no progress.
            try await pool.execute(
                """
                insert into stage_progress (submission_id, version, done, total, number)
                select id, \(progress.version), \(progress.done), \(progress.total), nextval('stage_progress_numbers')
                from submissions where id = \(submission.uuid)
                on conflict (submission_id) do update set version = excluded.version, done = excluded.done,
                    total = excluded.total, number = excluded.number
                """)
        }
    }

    public func forget(_ submission: SubmissionID) async throws(StoreError) {
        _ = try await StoreError.wrapping("forget how far a stage was") {
            try await pool.execute("delete from stage_progress where submission_id = \(submission.uuid)")
        }
    }

    public func progress(of submission: SubmissionID) async throws(StoreError) -> StageProgress? {
        try await StoreError.wrapping("ask how far a stage is") {
            try await pool.query("select version, done, total from stage_progress where submission_id = \(submission.uuid)")
                .map { row in
                    StageProgress(
                        version: try row.decode("version"), done: try row.decode("done"), total: try row.decode("total"))
                }
        }.first
    }

    /// The submissions with progress after that number, and the highest of these numbers. Numbers are assigned before
    /// they become visible: one may be missed, but the next one is not.
    public func news(after number: Int64, limit: Int) async throws(StoreError) -> (submissions: [SubmissionID], last: Int64) {
        let rows = try await StoreError.wrapping("look for progress") {
            try await pool.query(
                """
                select submission_id, number from stage_progress where number > \(number) order by number limit \(limit)
                """
            ).map { row in
                (id: try row.decodeID("submission_id") as SubmissionID, number: try row.decode("number", as: Int64.self))
            }
        }
        return (rows.map(\.id), rows.last?.number ?? number)
    }
}
