import Domain
import EventLoop
import FoundationEssentials
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// Drafts whose time is over.
@Suite(.timeLimit(.minutes(1)))
struct DraftExpiryTests {
    /// A store whose clock a test moves, and the sweep over it.
    private struct Ground: Sendable {
        let database: TestDatabase
        let store: SubmissionStore
        let sweep: DraftExpiry
        let clock: Clock
        let tenant: TenantID = "acme"

        final class Clock: Sendable {
            /// Far behind the database's, so that all that is over by it is over by that one, too.
            private let time = Mutex(Date(timeIntervalSince1970: 1_600_000_000))
            var now: Date { time.withLock { $0 } }
            func pass(days: Double) { time.withLock { $0 += days * 86_400 } }
        }

        static func run(_ body: (Ground) async throws -> Void) async throws {
            try await TestDatabase.runMigrated { database in
                let clock = Clock()
                let store = SubmissionStore(
                    pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test", now: { clock.now })
                try await body(
                    Ground(database: database, store: store, sweep: DraftExpiry(store: store, logger: .silent), clock: clock))
            }
        }

        func giveUpAll() async throws -> Int {
            try await sweep.giveUpAll(SweepTurn(of: "draft-expiry", logger: .silent, metrics: MetricsRegistry()))
        }

        func draft() async throws -> Submission {
            let draft = try await store.createSubmission(
                NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: tenant)
            let document = DocumentID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            let answer = try await store.addPage(
                .random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: tenant)
            return try #require(answer.submission)
        }

        func state(_ submission: Submission) async throws -> SubmissionState? {
            try await store.submission(submission.id, tenant: tenant)?.state
        }
    }

    @Test func whatNobodyWentOnWithIsGivenUpWhenItWasAnnounced() async throws {
        try await Ground.run { ground in
            let days = Double(SampleSubmissions.journey.draftRetentionDays)
            let forgotten = try await ground.draft()
            #expect(forgotten.expiresAt == Timestamp(ground.clock.now.addingTimeInterval(days * 86_400)))
            ground.clock.pass(days: days - 1)
            let touched = try await ground.draft()
            let submitted = try await ground.draft()
            _ = try await ground.store.submit(submitted.id, tenant: ground.tenant)
            #expect(try await ground.giveUpAll() == 0)
            ground.clock.pass(days: 1)
            #expect(try await ground.giveUpAll() == 1)
            #expect(try await ground.state(forgotten) == .expired)
            #expect(try await ground.state(touched) == .draft)
            ground.clock.pass(days: days)
            #expect(try await ground.giveUpAll() == 1)
            #expect(try await ground.state(submitted) == .submitted)
            #expect(try await ground.giveUpAll() == 0)

            let read = try #require(try await ground.store.submission(forgotten.id, tenant: ground.tenant))
            #expect(read.documents.isEmpty && read.expiresAt == nil)
            let log = PostgresEventLog(pool: ground.database.pool)
            let event = try #require(try await log.events(of: forgotten.id, afterSequence: 0, limit: 10).last)
            #expect(event.type == .submissionExpired && event.topic == .outcomes)
            let condemned = try await ground.database.pool.query(
                "select digest from blob_erasures where submission_id = \(forgotten.id.uuid)")
            #expect(condemned.count == 1)
            let trail = try await AuditStore(pool: ground.database.pool).entries(
                tenant: ground.tenant, matching: AuditFilter(), limit: 10)
            #expect(trail.map(\.act.action) == ["submission.expire", "submission.expire"])
            #expect(trail.allSatisfy { $0.act.basis == .policy && $0.act.origin.actor == "expiry" })
            #expect(trail.last?.act.event == event.id)
        }
    }

    /// Who comes back in the moment of the sweep has their draft.
    @Test func whoeverTouchesItInTimeKeepsIt() async throws {
        try await Ground.run { ground in
            let draft = try await ground.draft()
            ground.clock.pass(days: Double(SampleSubmissions.journey.draftRetentionDays))
            guard case .confirmationRequired(let required) = try await ground.store.expire(draft.id, tenant: ground.tenant) else {
                Issue.record("its time is over")
                return
            }
            let document = try #require(draft.documents.first?.id)
            _ = try await ground.store.changeDocument(
                document, DocumentPatch(source: .camera), of: draft.id, tenant: ground.tenant)
            let answer = try await required.confirm(by: .expiry)
            guard case .conflict = answer else {
                Issue.record("it has been touched")
                return
            }
            #expect(try await ground.state(draft) == .draft)
            #expect(try await ground.giveUpAll() == 0)
        }
    }

    @Test func theAnswerAnnouncesIt() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.submission(try await gateway.draft())
            let announced = try #require(draft["expiresAt"]?.string.flatMap { Timestamp($0) })
            let created = try #require(draft["createdAt"]?.string.flatMap { Timestamp($0) })
            let days = try #require(JourneyRegistry.builtIn["proof-of-address"]).draftRetentionDays
            #expect(announced == created.adding(.seconds(days * 86_400)))
        }
    }
}
