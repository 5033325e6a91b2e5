public import Domain
internal import Postgres
public import Shared

/// Submissions in the log, for recording real traffic.
extension PostgresEventLog {
    /// The next submissions in the order of their submits, and the position to continue from; nil at the end. Begin with
    /// the position 0. A pass over all reads the log once.
    public func submitted(
        after position: Int64, since: Timestamp?, until: Timestamp?, limit: Int
    ) async throws(StoreError) -> (submissions: [(submission: SubmissionID, sequence: Int)], last: Int64?) {
        let from: SQL = since.map { "and e.time >= \($0.date)" } ?? ""
        let to: SQL = until.map { "and e.time <= \($0.date)" } ?? ""
        return try await StoreError.wrapping("look for what was submitted") {
            let rows = try await pool.query(
                """
                select e.position, e.submission_id, e.sequence from events e
                where e.position > \(position) and e.type = \(EventType.submissionSubmitted.rawValue) \(from) \(to)
                order by e.position limit \(limit)
                """)
            return (
                try rows.map { (try $0.decodeID("submission_id"), try $0.decode("sequence")) },
                try rows.last?.decode("position", as: Int64.self)
            )
        }
    }

    /// All events of these submissions, ordered within each.
    public func events(ofSubmissions submissions: [SubmissionID]) async throws(StoreError) -> [SubmissionID: [RecordedEvent]] {
        let all = try await StoreError.wrapping("read submissions' events") {
            try await pool.query(
                """
                select \(Self.columns) from events e where e.submission_id = any(\(submissions.map(\.uuid)))
                order by e.submission_id, e.sequence
                """
            ).map(Self.event)
        }
        return Dictionary(grouping: all, by: \.submission)
    }
}
