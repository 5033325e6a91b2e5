import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Keys, their claims and their answers, on Postgres.
@Suite(.timeLimit(.minutes(1)))
struct IdempotencyStoreTests {
    private let fingerprint = ContentDigest(of: Array("request".utf8))
    private let answer = KeptAnswer(status: 201, headers: [.init(name: "Location", value: "/there")], body: Array("{}".utf8))
    private let new = NewSubmission(journey: "sample")

    private func run(_ body: (StoreFixture, IdempotencyStore, IdempotencyKey) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            let keys = IdempotencyStore(pool: fixture.database.pool, retention: .seconds(600))
            try await body(fixture, keys, try #require(IdempotencyKey("key-1", tenant: fixture.tenant)))
        }
    }

    private func claim(_ key: IdempotencyKey, _ keys: IdempotencyStore) async throws -> IdempotencyClaim {
        guard case .claimed(let claim) = try await keys.claim(key, fingerprint: fingerprint) else {
            throw StoreFixture.Unexpected()
        }
        return claim
    }

    /// What the death of the process that holds the claim comes to, once the claim has run out.
    private func letRunOut(_ fixture: StoreFixture) async throws {
        try await fixture.database.pool.execute("update idempotency_keys set held_until = now() where status is null")
    }

    private func keeping(_ claim: IdempotencyClaim) -> AnswerKeeping {
        AnswerKeeping(claim, fingerprint: fingerprint) { [answer] _, _ in answer }
    }

    private func create(_ fixture: StoreFixture, _ claim: IdempotencyClaim) async throws -> Submission {
        try await fixture.store.createSubmission(
            new, journey: SampleSubmissions.journey, tenant: fixture.tenant, keeping: keeping(claim))
    }

    @Test func `a key is held by one request, then answered`() async throws {
        try await run { fixture, keys, key in
            let claim = try await claim(key, keys)
            #expect(try await keys.claim(key, fingerprint: fingerprint) == .running(fingerprint: fingerprint))
            _ = try await create(fixture, claim)
            #expect(try await keys.claim(key, fingerprint: nil) == .answered(answer, fingerprint: fingerprint))
            // An answer is not taken back.
            try await keys.release(claim)
            #expect(try await keys.renew(claim) == false)
            #expect(try await keys.claim(key, fingerprint: nil) == .answered(answer, fingerprint: fingerprint))
        }
    }

    @Test func `of many claims at once one is granted`() async throws {
        try await run { _, keys, key in
            let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        if case .claimed = try await keys.claim(key, fingerprint: fingerprint) { true } else { false }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(granted == 1)
        }
    }

    @Test func `case 1: killed before COMMIT, the key is free again when its claim has run out`() async throws {
        try await run { fixture, keys, key in
            let dead = try await claim(key, keys)
            try await letRunOut(fixture)
            let next = try await claim(key, keys)
            // Had the first one only been stopped for a while, it finds that it may not have its effect any more.
            let error = await #expect(throws: StoreError.self) { try await create(fixture, dead) }
            #expect(error?.isRetriable == true)
            _ = try await create(fixture, next)
            let rows = try await fixture.database.pool.query("select count(*) as rows from submissions")
            #expect(try rows[0].decode("rows", as: Int.self) == 1)
        }
    }

    @Test func `case 1: killed between COMMIT and answer, the next try gets the answer`() async throws {
        try await run { fixture, keys, key in
            _ = try await create(fixture, try await claim(key, keys))
            try await letRunOut(fixture)
            #expect(try await keys.claim(key, fingerprint: fingerprint) == .answered(answer, fingerprint: fingerprint))
        }
    }

    @Test func `a change and its answer are made together or not at all`() async throws {
        try await run { fixture, keys, key in
            let draft = try await fixture.draft()
            let stale = try await claim(key, keys)
            try await letRunOut(fixture)
            let current = try await claim(key, keys)
            await #expect(throws: StoreError.self) {
                try await fixture.store.addDocument(
                    .random(), NewDocument(type: "letter"), to: draft.id, tenant: fixture.tenant, keeping: keeping(stale))
            }
            #expect(try await fixture.store.submission(draft.id, tenant: fixture.tenant)?.version == draft.version)
            _ = try await fixture.store.addDocument(
                .random(), NewDocument(type: "letter"), to: draft.id, tenant: fixture.tenant, keeping: keeping(current))
            #expect(try await fixture.store.submission(draft.id, tenant: fixture.tenant)?.documents.count == 1)
            #expect(try await keys.claim(key, fingerprint: nil) == .answered(answer, fingerprint: fingerprint))
        }
    }

    @Test func `after the retention a key is forgotten`() async throws {
        try await run { fixture, keys, key in
            _ = try await create(fixture, try await claim(key, keys))
            let running = try #require(IdempotencyKey("key-2", tenant: fixture.tenant))
            _ = try await claim(running, keys)
            #expect(try await keys.purge(limit: 10) == 0)
            try await fixture.database.pool.execute("update idempotency_keys set expires_at = now()")
            // Also before it is purged, an answer whose time is over is not given any more.
            _ = try await claim(key, keys)
            try await fixture.database.pool.execute("update idempotency_keys set expires_at = now()")
            // Whoever holds a key is not disturbed.
            #expect(try await keys.purge(limit: 10) == 0)
            try await letRunOut(fixture)
            #expect(try await keys.purge(limit: 1) == 1)
            #expect(try await keys.purge(limit: 10) == 1)
        }
    }
}
