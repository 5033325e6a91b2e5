/// A Kafka topic of Docket; the key of a record is the submission's id, where nothing else is said.
public enum Topic: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each file that arrived or did not; previews and suggestions are made from it.
    case uploads = "docket.uploads"
    /// Submitted, to be checked.
    case submitted = "docket.submitted"
    /// Of what those are to be asked whom journeys name.
    case callOuts = "docket.callouts"
    /// Passed by the rules, to be made into pages.
    case validated = "docket.validated"
    /// Made into pages, to be read.
    case normalized = "docket.normalized"
    /// What the tenant is told.
    case outcomes = "docket.outcomes"
    /// Heads of the tenants' logs of custody, as they were signed; the key of a record is the log's id.
    case custody = "docket.custody"
    /// What could not be processed.
    case deadLetters = "docket.dlq"

    public var name: String { rawValue }
}
