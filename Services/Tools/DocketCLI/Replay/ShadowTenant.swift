import CommandSupport
import Domain
import FoundationEssentials
import IntakeClient
import Operations
import Postgres
import PostgresStore
import Shared
import Synchronization

/// The destination of a replay: a tenant of its own, with no webhooks, and with a key that lasts as long as the run.
struct ShadowTenant: Sendable {
    /// Nil for the tenant of the token.
    let name: TenantID?
    let token: String?
    /// The prefix of the key that the run has created.
    private let prefix: String?
    private let context: CommandContext
    private let database: Database?

    /// The database in which the key was created and the submissions are erased.
    private struct Database: Sendable {
        let home: HomeDirectory
        let configuration: PostgresConfiguration
    }

    private static let keyLifetime = Duration.seconds(86_400)
    private static let pageSize = 100
    /// Erasures at the same time.
    private static let width = 4

    /// Creates a key of the tenant in the database.
    static func made(
        _ name: TenantID, _ context: CommandContext, _ home: HomeDirectory, _ database: PostgresConfiguration
    ) async throws -> ShadowTenant {
        let new = NewAPIKey(
            tenant: name, role: .backend, name: "docket replay", expiresAt: Timestamp(Date()).adding(keyLifetime))
        let (key, token) = try await DatabaseAccess.withTables(database, context) { pool in
            try await APIKeyStore(pool: pool).create(new, by: AuditOrigin(actor: Operator(context: context).name))
        }
        var configuration = database
        configuration.maximumConnections = width
        return ShadowTenant(
            name: name, token: token.text, prefix: key.prefix, context: context,
            database: Database(home: home, configuration: configuration))
    }

    /// The tenant of this token.
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
        /// The address of the next part, which may have some where this one has none.
        let next: String?
    }

    /// Removes the run's submissions: erases them as `docket erase` does. For the tenant of a token, it only withdraws
    /// those in progress, with their files.
    func clean(_ lane: GatewayLane) async -> [String] {
        guard let name, let database else { return await withdraw(lane) }
        let counts = ErasureCounts()
        do {
            try await PersonalDataAccess.with(context, database.home, database.configuration) { access in
                let run = access.erasure(by: Operator(context: context).name, minimum: .overruled)
                try await erase(named: lane.reference, of: name, run, counts)
            }
        } catch {
            return counts.notes + [
                "What the run has sent could not be erased (\(error)); it is of the tenant \(name), and its reference is \(lane.reference)."
            ]
        }
        return counts.notes
    }

    private func erase(named reference: String, of name: TenantID, _ run: ErasureRun, _ counts: ErasureCounts) async throws {
        var last: SubmissionID?
        while !Task.isCancelled {
            let found = try await run.data.submissions(
                referenced: reference, tenant: name, after: last, limit: Self.pageSize)
            guard let end = found.last?.submission else { return }
            last = end
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, submission) in found.enumerated() {
                    if index >= Self.width { try await group.next() }
                    group.addTask { counts.take(try await run.erase(submission.submission, submission.tenant)) }
                }
                try await group.waitForAll()
            }
            context.output.showStatus("  cleaning up: \(counts.erased) submissions erased; Ctrl-C ends that")
        }
        throw CancellationError()
    }

    /// Of an address of the gateway's, whatever host it names.
    private static func path(of address: String) -> String? {
        address.utf8.firstRange(of: "/v1/".utf8).map { String(address[$0.lowerBound...]) }
    }

    private func withdraw(_ lane: GatewayLane) async -> [String] {
        var (withdrawn, kept) = (0, Set<SubmissionID>())
        // What is withdrawn leaves the listing of its state, so the first page is always the next.
        listing: for state in [SubmissionState.draft, .needsInput, .submitted, .processing, .inReview] {
            let first = "/v1/submissions?reference=\(lane.reference)&state=\(state.rawValue)&limit=\(Self.pageSize)"
            var path = first
            while true {
                // A gateway that does not answer is not asked five times.
                guard let listing = await lane.get(path, as: Listing.self), !Task.isCancelled else { break listing }
                let items = listing.items.map(\.id).filter { !kept.contains($0) }
                guard !items.isEmpty else {
                    guard let next = listing.next.flatMap(Self.path) else { break }
                    path = next
                    continue
                }
                path = first
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

    /// Revokes the key.
    func end() async -> [String] {
        guard let prefix, let database else { return [] }
        do {
            _ = try await DatabaseAccess.withTables(database.configuration, context) { pool in
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

/// The number of erased submissions, also after an interruption.
private final class ErasureCounts: Sendable {
    private let counts = Mutex((erased: 0, kept: [String]()))

    var erased: Int { counts.withLock { $0.erased } }

    func take(_ result: ErasureRun.Result) {
        counts.withLock { counts in
            if result.isKept {
                counts.kept.append("\(result.submission) was not erased: \(result.reason ?? "it is held")")
            } else {
                counts.erased += 1
            }
        }
    }

    var notes: [String] {
        counts.withLock { ($0.erased > 0 ? ["\($0.erased) submissions were erased with their files."] : []) + $0.kept }
    }
}
