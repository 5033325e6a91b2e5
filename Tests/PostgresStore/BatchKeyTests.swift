import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// The keys of a stage's batch are asked for together.
@Suite struct BatchKeyTests {
    @Test func `they are those of each, and one that is gone keeps no other away`() async throws {
        try await SealedGround.run { ground in
            let store = ground.store(ground.keys)
            let sealed = [try await store.submittedSample().id, try await store.submittedSample().id]
            let clear = try await ground.store(SealedGround.keys(ground.pool, isOn: false)).submittedSample().id
            let gone = try await store.submittedSample().id
            try await ground.pool.execute(SealingKeyStore.removal(of: gone))

            let keys = try ground.otherKeys()
            let found = try await keys.cachedOrOwnKeys(of: Set(sealed + [clear, gone]))
            #expect(Set(found.keys.keys) == Set(sealed))
            for submission in sealed {
                let own = try await ground.otherKeys().ownKey(of: submission)
                #expect(found.keys[submission]?.name(of: Self.digest) == own?.name(of: Self.digest))
            }
            #expect(found.lost.mapValues(\.code) == [gone: .gone])

            // Without keys each that is sealed is lost, and nothing else.
            let blind = try await ground.noKeys().cachedOrOwnKeys(of: Set(sealed + [clear]))
            #expect(blind.keys.isEmpty && Set(blind.lost.keys) == Set(sealed))
        }
    }

    @Test func `what is cached is enough`() async throws {
        try await SealedGround.run { ground in
            let submission = try await ground.store(ground.keys).submittedSample().id
            let keys = try ground.otherKeys()
            #expect(try await keys.cachedOrOwnKeys(of: [submission]).keys.count == 1)
            try await ground.pool.execute(SealingKeyStore.removal(of: submission))
            #expect(try await keys.cachedOrOwnKeys(of: [submission]).keys.count == 1)
            #expect(try await ground.otherKeys().cachedOrOwnKeys(of: [submission]).lost.count == 1)
        }
    }

    @Test func `who has read a submission has the key of its files`() async throws {
        try await SealedGround.run { ground in
            let journey = SampleSubmissions.journey
            let submission = try await ground.store(ground.keys).createSubmission(
                NewSubmission(journey: journey.id, reference: "2026/0815"), journey: journey, tenant: .standard)
            let keys = try ground.otherKeys()
            #expect(try await ground.store(keys).submission(submission.id, tenant: submission.tenant) != nil)
            try await ground.pool.execute(SealingKeyStore.removal(of: submission.id))
            #expect(try await keys.key(of: submission.id, tenant: submission.tenant) != nil)
        }
    }

    private static let digest = ContentDigest(of: [1])
}
