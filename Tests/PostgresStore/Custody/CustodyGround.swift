import Crypto
import Custody
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// A database with a log of custody, and keys to sign it with.
struct CustodyGround: Sendable {
    let database: TestDatabase
    let keys: SigningKeys
    let set: JSONWebKeySet
    let tenant: TenantID = .standard

    var pool: PostgresPool { database.pool }
    var collector: CustodyCollector { CustodyCollector(pool: pool) }
    var heads: CustodyHeadStore { CustodyHeadStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test") }
    var proofs: CustodyProofStore { CustodyProofStore(pool: pool) }
    var audit: AuditStore { AuditStore(pool: pool) }
    var submissions: SubmissionStore {
        SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", wakeRelay: {})
    }

    static func run(_ body: (CustodyGround) async throws -> Void) async throws {
        let keys = try SigningKeys(pem: SigningKey.makePEM())
        let set = try JSONWebKeySet(CanonicalJSON.encode(keys.keySet))
        try await TestDatabase.runMigrated { database in
            try await body(CustodyGround(database: database, keys: keys, set: set))
        }
    }

    /// The same log, restored elsewhere.
    func over(_ other: TestDatabase) -> CustodyGround { CustodyGround(database: other, keys: keys, set: set) }

    /// A submission of four events, and an act about it that names an address.
    func submission() async throws -> SubmissionID {
        let submission = try await submissions.submittedSample()
        #expect(submission.tenant == tenant)
        try await record("submission.view", submission.id, address: "192.0.2.7")
        return submission.id
    }

    /// A submission of six events that was let pass.
    func accepted() async throws -> SubmissionID {
        let id = try await submissions.submittedSample().id
        try await pass(id, through: [.validation, .normalization])
        #expect(try await submissions.submission(id, tenant: tenant)?.state == .accepted)
        return id
    }

    func pass(_ id: SubmissionID, through passed: [Stage]) async throws {
        let stages = PostgresStageStore(pool: pool, source: "/docket/test")
        for stage in passed {
            let now = try #require(try await submissions.submission(id, tenant: tenant))
            let verdict = SampleSubmissions.acceptance(now)
            let change: StageChange =
                stage == .validation
                ? .validated(
                    verdict,
                    facts: FactsRecord(SubmissionFacts(now, journey: SampleSubmissions.journey, at: now.changedAt), salt: UUID()))
                : .normalized(SampleSubmissions.normalized(now), verdict: verdict)
            let transition = StageTransition(submission: id, expectedVersion: now.version, change: change)
            _ = try await stages.commit(
                [
                    StageCommit(
                        workItem: WorkItemKey(stage: stage, eventID: .random()), end: .done, transition: transition,
                        publishedAt: nil)
                ], Lease(instance: InstanceID(UUID()), service: "test", epoch: 1))
        }
    }

    func record(_ action: String, _ submission: SubmissionID? = nil, address: String? = nil) async throws {
        try await audit.record([
            AuditAct(
                tenant: tenant, submission: submission, action: action, resource: "things/1",
                origin: AuditOrigin(actor: "user:ann", address: address), time: Timestamp(Date()))
        ])
    }

    /// Until the log has so many leaves: transactions of other tests in the cluster hold rows back.
    func collect(_ leaves: Int, limit: Int = 500) async throws {
        try await eventually("the log has \(leaves) leaves") {
            while try await collector.collect(limit: limit) > 0 {}
            return try await size() >= leaves
        }
        #expect(try await size() == leaves)
    }

    func size() async throws -> Int {
        try await pool.query("select coalesce(sum(size), 0)::bigint as size from custody_trees")[0].decode("size")
    }

    @discardableResult
    func sign() async throws -> SignedHead {
        try #require(try await heads.sign(tenant, with: keys.current, at: Timestamp(Date())))
    }

    func examine(kept: [KeptHead] = []) async throws -> CustodyAuditor.Finding {
        try await CustodyAuditor(pool: pool).examine(tenant.rawValue, keys: set, kept: kept)
    }

    /// As whoever owns the database.
    func tamper(_ statements: SQL...) async throws {
        try await pool.pipeline(
            ["alter table audit disable trigger all"] + statements + ["alter table audit enable trigger all"])
    }

    func erase(_ submission: SubmissionID) async throws {
        let data = PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
        guard case .confirmationRequired(let required) = try await data.erase(submission, minimum: .overruled),
            case .done = try await required.confirm(by: .retention)
        else { throw NotErased() }
    }

    struct NotErased: Error {}
}
