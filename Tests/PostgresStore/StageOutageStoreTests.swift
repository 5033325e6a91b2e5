import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct StageOutageStoreTests {
    @Test func whatAProcessLacksIsKnownWhileItLivesAndSaysSo() async throws {
        try await TestDatabase.runMigrated { database in
            let (leases, store) = (PostgresLeaseStore(pool: database.pool), PostgresStageOutageStore(pool: database.pool))
            func lease(_ service: String) async throws -> Lease {
                try await leases.acquireLease(instance: InstanceID(UUID()), service: service, lasting: .seconds(600))
            }
            func known() async throws -> [String] {
                try await store.outages().map { "\($0.service) \($0.stage) \($0.cause.dependency.rawValue) \($0.cause.reason)" }
            }
            let (one, other) = (try await lease("one"), try await lease("other"))
            let since = Date(timeIntervalSince1970: 1_700_000_000)
            let full = StageOutage.Cause(dependency: .blobs, reason: "full\0", since: since)
            let jail = StageOutage.Cause(dependency: .decoderJail, reason: "replaced", since: since.addingTimeInterval(1))
            try await store.tell([full, jail], of: .validation, one)
            try await store.tell([full], of: .preview, other)
            let jailed = "one validation decoder-jail replaced"
            #expect(try await known() == ["other preview blobs full", "one validation blobs full", jailed])
            #expect(try await store.outages().map(\.cause.since).first == since)
            // What is said last of a stage holds.
            try await store.tell([StageOutage.Cause(dependency: .blobs, reason: "fuller", since: since)], of: .validation, one)
            #expect(try await known() == ["other preview blobs full", "one validation blobs fuller"])
            try await leases.releaseLease(other)
            #expect(try await known() == ["one validation blobs fuller"])
            try await store.tell([], of: .validation, one)
            #expect(try await known().isEmpty)
            // The dead are forgotten with that.
            #expect(try await database.pool.query("select from stage_outages").isEmpty)
        }
    }
}
