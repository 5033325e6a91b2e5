import BlobStore
import Domain
import PostgresStore
import Shared
import Telemetry

/// Forgets mail that nobody said whose it is, and removes the files of messages that have ended.
///
/// Two may be at it: each step is guarded by the message's state.
struct MailSweep: Sweep {
    let name = "mail"
    let store: MailStore
    let blobs: any BlobStore
    let logger: Logger

    /// Who the audit trail says did it.
    private static let origin = AuditOrigin(actor: "retention")

    func sweep(_ turn: SweepTurn) async throws {
        try await turn.doAll { passedOver, limit in
            try await store.overdue(without: passedOver, limit: limit)
        } id: {
            $0.id
        } submission: {
            $0.space
        } act: {
            try await expire($0)
        }
        try await turn.forgetAll(by: SweepTurn.batch) { limit in try await store.abandon(limit: limit) }
        try await turn.doAll { passedOver, limit in
            try await store.removable(without: passedOver, limit: limit)
        } id: {
            $0.id
        } submission: {
            $0.space
        } act: { mail in
            _ = try await blobs.eraseAll(in: BlobSpace(tenant: mail.tenant, submission: mail.space))
            try await store.removed(mail.id)
            return true
        }
        try await turn.forgetAll(by: SweepTurn.batch) { limit in try await store.purge(limit: limit) }
    }

    private func expire(_ mail: MailRecord) async throws -> Bool {
        let ended = try await store.end(
            mail.id, of: mail.tenant, as: .expired, version: mail.version, by: Self.origin, .policy)
        guard ended != nil else { return false }
        logger.info(
            "mail given up: nobody said whose it is",
            ["mail": .string(mail.id.description), "tenant": .string(mail.tenant.rawValue)])
        return true
    }
}
