import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Testing

/// Keys on Postgres and in memory, by the same tests.
@Suite(.timeLimit(.minutes(1))) struct IdempotencyConformanceTests {
    private struct Ground: Sendable {
        let keys: any IdempotencyKeys
        /// What the death of the process that holds a claim comes to, once the claim has run out.
        let letRunOut: @Sendable () async throws -> Void
        /// Adds a document and keeps the answer to it.
        let addDocument: @Sendable (AnswerKeeping) async throws -> Void
        let documents: @Sendable () async throws -> Int?
    }

    private let fingerprint = ContentDigest(of: Array("request".utf8))
    private let answer = KeptAnswer(status: 201, headers: [.init(name: "Location", value: "/there")], body: Array("{}".utf8))

    private func run(_ backend: DeliveryBackend, _ body: (Ground, IdempotencyKey) async throws -> Void) async throws {
        switch backend {
        case .memory:
            let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
            try await withMemory(clock: { clock.withLock { $0 } }, advance: { clock.withLock { $0 += 31 } }, body)
        case .postgres, .pooled:
            try await StoreFixture.run(isPooled: backend == .pooled) { fixture in
                let draft = try await fixture.draft()
                let (pool, store, tenant) = (fixture.database.pool, fixture.store, fixture.tenant)
                let ground = Ground(
                    keys: IdempotencyStore(pool: pool, retention: .seconds(600)),
                    letRunOut: {
                        try await pool.execute("update idempotency_keys set held_until = now() where status is null")
                    },
                    addDocument: { keeping in
                        _ = try await store.addDocument(
                            .random(), NewDocument(type: "letter"), to: draft.id, tenant: tenant, keeping: keeping)
                    }, documents: { try await store.submission(draft.id, tenant: tenant)?.documents.count })
                try await body(ground, try #require(IdempotencyKey("key-1", tenant: tenant)))
            }
        }
    }

    private func withMemory(
        clock: @escaping @Sendable () -> Date, advance: @escaping @Sendable () -> Void,
        _ body: (Ground, IdempotencyKey) async throws -> Void
    ) async throws {
        let (store, owner) = (MemoryStore(now: clock), InstanceID(UUID()))
        let draft = Submission(
            id: .random(), journey: SampleSubmissions.journey.id, journeyVersion: SampleSubmissions.journey.version,
            createdAt: Timestamp(clock()))
        store.insert(draft, journey: SampleSubmissions.journey)
        let ground = Ground(
            keys: store, letRunOut: { advance() },
            addDocument: { keeping in
                try store.change(draft.id, owner: owner, keeping: keeping) {
                    try $0.addDocument(.random(), NewDocument(type: "letter"))
                }
            }, documents: { store.submission(draft.id)?.documents.count })
        try await body(ground, try #require(IdempotencyKey("key-1", tenant: .standard)))
    }

    private func claim(_ key: IdempotencyKey, _ keys: any IdempotencyKeys) async throws -> IdempotencyClaim {
        guard case .claimed(let claim) = try await keys.claim(key, fingerprint: fingerprint) else {
            throw StoreFixture.Unexpected()
        }
        return claim
    }

    private func keeping(_ claim: IdempotencyClaim) -> AnswerKeeping {
        AnswerKeeping(claim, fingerprint: fingerprint) { [answer] _, _ in answer }
    }

    @Test(arguments: DeliveryBackend.allCases) func aKeyIsHeldByOneRequestThenAnswered(_ backend: DeliveryBackend) async throws {
        try await run(backend) { ground, key in
            let claim = try await claim(key, ground.keys)
            #expect(try await ground.keys.claim(key, fingerprint: nil) == .running(fingerprint: fingerprint))
            #expect(try await ground.keys.renew(claim))
            try await ground.addDocument(keeping(claim))
            #expect(try await ground.keys.claim(key, fingerprint: nil) == .answered(answer, fingerprint: fingerprint))
            // An answer is not taken back.
            try await ground.keys.release(claim)
            #expect(try await ground.keys.renew(claim) == false)
            #expect(try await ground.keys.claim(key, fingerprint: nil) == .answered(answer, fingerprint: fingerprint))
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aKeyThatIsGivenBackIsFree(_ backend: DeliveryBackend) async throws {
        try await run(backend) { ground, key in
            try await ground.keys.release(try await claim(key, ground.keys))
            _ = try await claim(key, ground.keys)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whoeverStoodStillForTooLongMakesNoChange(_ backend: DeliveryBackend)
        async throws
    {
        try await run(backend) { ground, key in
            let late = try await claim(key, ground.keys)
            try await ground.letRunOut()
            let next = try await claim(key, ground.keys)
            #expect(try await ground.keys.renew(late) == false)
            let error = await #expect(throws: StoreError.self) { try await ground.addDocument(keeping(late)) }
            #expect(error?.isRetriable == true)
            #expect(try await ground.documents() == 0)
            // What is not its own any more it does not give back.
            try await ground.keys.release(late)
            try await ground.addDocument(keeping(next))
            #expect(try await ground.documents() == 1)
            await #expect(throws: StoreError.self) { try await ground.addDocument(keeping(late)) }
            #expect(try await ground.documents() == 1)
        }
    }
}
