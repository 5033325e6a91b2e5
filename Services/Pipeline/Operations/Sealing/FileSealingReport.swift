import Domain
import Shared

/// What a run has done so far.
package struct FileSealingReport: Codable, Sendable, Hashable {
    /// A submission that could not be sealed, or whose files in the clear could not be removed.
    package struct Failure: Codable, Sendable, Hashable {
        package let submission: String
        package let tenant: String
        package let reason: String
    }

    /// Submissions that have become sealed, their files, and the bytes of these.
    package var sealed = 0
    package var files = 0
    package var bytes = 0
    /// Submissions of which no file in the clear is left, and the removed files.
    package var cleared = 0
    package var removed = 0
    /// Submissions that are left for the next run, by the obstacle.
    package var left: [String: Int] = [:]
    package var failed: [Failure] = []
    /// More submissions failed than are named.
    package var failures = 0
    /// Whether it was ended before it had looked at all submissions.
    package var isInterrupted = false

    package init() {}

    /// Names of failures are bounded: where the store is damaged everywhere, the first ones suffice.
    private static let named = 1_000

    mutating func fail(_ submission: SubmissionID, _ tenant: TenantID, _ reason: String) {
        failures += 1
        guard failed.count < Self.named else { return }
        failed.append(Failure(submission: "\(submission)", tenant: "\(tenant)", reason: reason))
    }

    mutating func leave(_ obstacle: SealingObstacle) {
        if obstacle.isLeft { left[obstacle.rawValue, default: 0] += 1 }
    }
}
