public import Domain
internal import FoundationEssentials
internal import Postgres
public import Shared

/// What was submitted, for who records how people send.
extension PostgresEventLog {
    /// The next submissions that were submitted, in the order in which that was written down, and where to go on; no place when
    /// there are no more. `position` is 0 at first. A pass over all of them reads the log once.
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

    /// All events of some submissions, each one's in order.
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
