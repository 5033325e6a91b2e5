package import PostgresStore
import Shared

/// Data at the end of its retention, in JSON, for the API and the command line.
package struct RemovalDescription: Codable, Sendable {
    package let submission: String
    package let tenant: String
    package let journey: String
    package let state: String
    /// `everything` or `originals`.
    package let part: String
    package let since: String
    package let days: Int
    /// `would go`, `held`, `removed` or `kept`.
    package let outcome: String

    package init(_ removal: DueRemoval, outcome: String) {
        submission = removal.submission.description
        tenant = removal.tenant.rawValue
        journey = removal.journey.rawValue
        state = removal.state.rawValue
        part = removal.part.rawValue
        since = removal.since.description
        days = removal.days
        self.outcome = outcome
    }
}
