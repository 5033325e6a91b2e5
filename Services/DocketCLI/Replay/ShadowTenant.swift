import DocketStore
import FoundationEssentials
import IntakeClient
import Postgres
import Shared

/// Where a replay's submissions go: a tenant of their own, whose outcomes nobody is told of, with a key that lasts as long as the run.
struct ShadowTenant: Sendable {
    /// Nil where it is whoever the token belongs to.
    let name: TenantID?
    let token: String?
    /// Of the key that the run has made.
    private let prefix: String?
    private let context: CommandContext
    private let database: PostgresConfiguration?

    private static let keyLifetime = Duration.seconds(86_400)
    private static let pageSize = 100

    /// Makes a key of the tenant in the database.
    static func made(_ name: TenantID, _ context: CommandContext, _ database: PostgresConfiguration) async throws -> ShadowTenant
    {
        let new = NewAPIKey(
            tenant: name, role: .backend, name: "docket replay", expiresAt: Timestamp(Date()).adding(keyLifetime))
        let (key, token) = try await DatabaseAccess.withTables(database, context) { pool in
            try await APIKeyStore(pool: pool).create(new, by: AuditOrigin(actor: Operator(context: context).name))
        }
        return ShadowTenant(name: name, token: token.text, prefix: key.prefix, context: context, database: database)
    }

    /// Whoever has this token.
    static func owner(of token: String?, _ context: CommandContext) -> ShadowTenant {
        ShadowTenant(name: nil, token: token, prefix: nil, context: context, database: nil)
    }

    // MARK: - Afterwards

    private struct Listing: Decodable {
        struct Item: Decodable {
            let id: SubmissionID
            let state: SubmissionState
        }
        let items: [Item]
    }

    /// Withdraws what is still on its way, with its files.
    func clean(_ lane: GatewayLane) async -> [String] {
        var (withdrawn, kept) = (0, Set<SubmissionID>())
        // What is withdrawn leaves the listing of its state, so the first page is always the next.
        for state in [SubmissionState.draft, .needsInput, .submitted, .processing, .inReview] {
            while true {
                let path = "/v1/submissions?reference=\(lane.reference)&state=\(state.rawValue)&limit=\(Self.pageSize)"
                guard let items = await lane.get(path, as: Listing.self)?.items.map(\.id).filter({ !kept.contains($0) }),
                    !items.isEmpty, !Task.isCancelled
                else { break }
                for id in items {
                    do {
                        let question = try await lane.client.withdraw(id)
                        _ = try await question.confirm(by: .expiry)
                        withdrawn += 1
                    } catch {
                        kept.insert(id)
                    }
                }
            }
        }
        var notes: [String] = []
        if withdrawn > 0 { notes.append("\(withdrawn) submissions that had not ended were withdrawn from \(lane.url).") }
        if !kept.isEmpty { notes.append("\(kept.count) submissions could not be withdrawn from \(lane.url).") }
        return notes
    }

    /// Ends the key.
    func end() async -> [String] {
        guard let prefix, let database else { return [] }
        do {
            _ = try await DatabaseAccess.withTables(database, context) { pool in
                try await APIKeyStore(pool: pool).revoke(prefix, by: AuditOrigin(actor: Operator(context: context).name))
            }
            return []
        } catch {
            return [
                "The key \(prefix) of the run could not be revoked; it ends by itself within a day: docket keys revoke \(prefix)"
            ]
        }
    }
}
