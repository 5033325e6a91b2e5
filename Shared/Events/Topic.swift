/// A Kafka topic of Docket. The key of a record is the submission's id, unless a case says otherwise.
public enum Topic: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each file that arrived, was refused or was aborted. Previews and suggestions are made from it.
    case uploads = "docket.uploads"
    /// Submissions for the rules to check.
    case submitted = "docket.submitted"
    /// Submissions that wait for a call-out of their journey.
    case callOuts = "docket.callouts"
    /// Submissions that passed the rules, to be made into pages.
    case validated = "docket.validated"
    /// Submissions made into pages, to be read.
    case normalized = "docket.normalized"
    /// Outcomes for the tenant.
    case outcomes = "docket.outcomes"
    /// Signed heads of the tenants' custody logs. The key of a record is the log's id.
    case custody = "docket.custody"
    /// What each tenant has used on a day that is over. The key of a record is the tenant.
    case usage = "docket.usage"
    /// Records that could not be processed.
    case deadLetters = "docket.dlq"

    public var name: String { rawValue }
}
