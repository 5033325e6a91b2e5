import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// A database whose submissions are sealed, by the one key of its installation.
struct SealedGround: Sendable {
    let pool: PostgresPool
    let keys: SealingKeyStore
    private let lease: Lease

    private init(_ pool: PostgresPool) async throws {
        self.pool = pool
        keys = try Self.keys(pool)
        lease = try await PostgresLeaseStore(pool: pool).acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(60))
    }

    static func run(_ body: @Sendable (SealedGround) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in try await body(try await SealedGround(database.pool)) }
    }

    static func file() throws -> KeyFile {
        try KeyFile(parsing: Array("main \(Base64.encode([UInt8](repeating: 1, count: 32)))\n".utf8))
    }

    /// The keys as another process has them, which has read none yet.
    static func keys(_ pool: PostgresPool, isOn: Bool = true) throws -> SealingKeyStore {
        SealingKeyStore(pool: pool, SealingConfiguration(provider: try file(), isOn: isOn))
    }

    func otherKeys() throws -> SealingKeyStore { try Self.keys(pool) }

    /// As a process has them that cannot open any.
    func noKeys() -> SealingKeyStore { SealingKeyStore(pool: pool, SealingConfiguration(provider: nil)) }

    func store(_ keys: SealingKeyStore?) -> SubmissionStore {
        SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
    }

    /// Tries to erase it, without keys. Whether a hold prevents that.
    static func isHeld(_ submission: Submission, _ pool: PostgresPool) async throws -> Bool {
        let data = PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
        let preparation = try await data.erase(submission.id)
        switch consume preparation {
        case .refused(.held): return true
        case .confirmationRequired(let required):
            _ = try await required.confirm(by: .retention)
            return false
        default: throw StoreError.corrupt("it may be erased")
        }
    }

    /// The rows of a table as an export tells them.
    func exported(_ table: String, of submission: Submission, by keys: SealingKeyStore?) async throws -> [JSONValue] {
        let data = PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
        let export = try await data.export(submission.id, by: AuditOrigin(actor: "operator:erna"))
        let records = try CanonicalJSON.decode(JSONValue.self, from: Array(try #require(export).records.utf8))
        guard case .array(let rows)? = records[table] else { return [] }
        return rows
    }

    /// Does what a stage does, which usually reads the submission before, and reads what has become of the submission.
    func commit(
        _ stage: Stage, _ change: StageChange, on submission: Submission, by keys: SealingKeyStore? = nil,
        readsFirst: Bool = true
    ) async throws -> Submission {
        let stages = PostgresStageStore(pool: pool, source: "/docket/test", keys: keys ?? self.keys)
        let item = StageCommit(
            workItem: WorkItemKey(stage: stage, eventID: .random()), end: .done,
            transition: StageTransition(submission: submission.id, expectedVersion: submission.version, change: change),
            publishedAt: nil)
        if readsFirst { _ = try await stages.stageSubject(submission.id) }
        guard case .applied = try await stages.commit([item], lease).first else { throw NotApplied() }
        return try #require(try await store(self.keys).submission(submission.id, tenant: submission.tenant))
    }

    private struct NotApplied: Error {}

    /// Takes a submission that has been submitted through validation and normalization; it is read next.
    func toReading(_ submitted: Submission, warning: SubmissionVerdict? = nil) async throws -> Submission {
        let facts = FactsRecord(
            SubmissionFacts(submitted, journey: SampleSubmissions.journey, at: submitted.changedAt), salt: UUID())
        let validated = try await commit(
            .validation, .validated(warning ?? SampleSubmissions.acceptance(submitted), facts: facts), on: submitted)
        return try await commit(
            .normalization,
            .normalized(
                SampleSubmissions.normalized(validated), verdict: SampleSubmissions.acceptance(validated), isReadNext: true),
            on: validated)
    }
}
