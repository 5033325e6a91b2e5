import Domain
import PostgresStore
import Shared

/// Reads what a manifest tells.
struct ManifestReader: Sendable {
    let gateway: GatewayServices

    /// More than a submission that is corrected now and then has.
    private static let mostDecisions = 200

    func manifest(of call: Call) async throws -> ManifestResource {
        let submission = try await gateway.submission(of: call)
        let reading = try await gateway.store.reading(of: submission)
        var filter = AuditFilter()
        (filter.submission, filter.actions) = (submission.id, [AuditedDeed.decision])
        let decisions = try await gateway.audit.entries(
            tenant: submission.tenant, matching: filter, limit: Self.mostDecisions)
        return ManifestResource(submission: submission, links: gateway.links, reading: reading, decisions: decisions.reversed())
    }
}
