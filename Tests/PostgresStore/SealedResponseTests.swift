import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// What endpoints answer about a sealed submission: a dump does not hold it, for an answer may repeat what it was told.
@Suite(.timeLimit(.minutes(2)))
struct SealedResponseTests {
    private static let words = "Mrs Mustermann is not known."
    private static let unopened = "(sealed: its key is gone, or is not here)"

    /// A submission that two endpoints are told of: one takes it, one does not, and both answer in words.
    private struct Told {
        let submission: Submission
        let ground: SealedGround

        init(_ ground: SealedGround, answersStoredBy keys: SealingKeyStore?, isSealed: Bool = true) async throws {
            self.ground = ground
            submission = try await ground.store(isSealed ? ground.keys : nil).submittedSample()
            let event = try await SampleOutcome.record(over: ground.pool, submission: submission.id)
            let lease = try await PostgresLeaseStore(pool: ground.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let store = PostgresDeliveryStore(pool: ground.pool, keys: keys)
            let deliveries = ["taking", "refusing"].map { DeliveryKey(eventID: event.id, channel: "webhook", endpoint: $0) }
            #expect(try await store.plan(deliveries) == 2)
            _ = try await store.claimDue(channel: "webhook", room: DeliveryRoom(limit: 9), excluding: [], lease)
            let tried = DeliveryTry(
                beganAt: Date(), duration: .zero, request: .init(target: "x", headers: [:], size: 0),
                response: .init(address: nil, headers: ["server": "nginx"], excerpt: words, size: words.utf8.count))
            #expect(try await store.end(deliveries[0], .delivered(status: 200), tried: tried, lease))
            #expect(try await store.end(deliveries[1], .givenUp(status: 410, error: "gone"), tried: tried, lease))
        }

        /// How many attempts of a dump have the words.
        func inClear() async throws -> Int {
            try await ground.pool.query(
                "select from delivery_tries t where to_jsonb(t)::text like \("%\(words)%")"
            ).count
        }

        /// What whoever has these keys reads of both answers.
        func read(_ keys: SealingKeyStore?) async throws -> Set<String> {
            let history = DeliveryHistory(pool: ground.pool, keys: keys)
            var filter = DeliveryFilter()
            filter.submission = submission.id
            var texts: [String] = []
            for delivery in try await history.deliveries(filter, limit: 9) {
                let tries = try #require(try await history.delivery(delivery.id)).tries
                texts += tries.compactMap(\.tried.response?.excerpt)
                #expect(tries.count == 1 && tries.first?.tried.response?.headers == ["server": "nginx"])
            }
            #expect(texts.count == 2)
            return Set(texts)
        }

        /// The same in an export.
        func exported(_ keys: SealingKeyStore?) async throws -> Set<String?> {
            Set(
                try await ground.exported("delivery_tries", of: submission, by: keys).map { row in
                    #expect(row["response"]?["sealed"] == nil)
                    return row["response"]?["excerpt"]?.string
                })
        }
    }

    @Test func `answers are sealed, and read by whoever has the keys`() async throws {
        try await SealedGround.run { ground in
            let told = try await Told(ground, answersStoredBy: ground.keys)
            #expect(try await told.inClear() == 0)
            #expect(try await told.read(try ground.otherKeys()) == [Self.words])
            #expect(try await told.exported(ground.keys) == [Self.words])
            #expect(try await told.read(ground.noKeys()) == [Self.unopened])
            // An answer that is copied to another attempt is no answer to it.
            try await ground.pool.execute(
                """
                update delivery_tries t set response = other.response from delivery_tries other
                where t.endpoint = 'taking' and other.endpoint = 'refusing'
                """)
            #expect(try await told.read(ground.keys) == [Self.words, Self.unopened])
            try await ground.pool.execute("delete from docket_keys.submissions")
            #expect(try await told.read(try ground.otherKeys()) == [Self.unopened])

            let clear = try await Told(ground, answersStoredBy: ground.keys, isSealed: false)
            #expect(try await clear.read(nil) == [Self.words])
            #expect(try await clear.exported(ground.keys) == [Self.words])
        }
    }

    @Test func `without a key a delivery ends, and the words of the answer are not kept`() async throws {
        try await SealedGround.run { ground in
            for keys in [nil, ground.noKeys()] {
                let told = try await Told(ground, answersStoredBy: keys)
                #expect(try await told.inClear() == 0)
                #expect(try await told.read(ground.keys) == [Self.unopened])
            }
        }
    }

    @Test func `docket seal seals the answers of before, and only those about sealed submissions`() async throws {
        try await SealedGround.run { ground in
            let told = try await Told(ground, answersStoredBy: ground.keys)
            let clear = try await Told(ground, answersStoredBy: ground.keys, isSealed: false)
            try await ground.pool.execute(
                """
                update delivery_tries set response = response - 'sealed' || jsonb_build_object('excerpt', \(Self.words)::text)
                where response ? 'sealed'
                """)
            #expect(try await told.inClear() == 4 && told.read(nil) == [Self.words])
            #expect(try await ground.keys.sealResponses() == 2)
            #expect(try await ground.keys.sealResponses() == 0)
            #expect(try await told.inClear() == 2 && told.read(ground.keys) == [Self.words])
            #expect(try await clear.read(nil) == [Self.words])
        }
    }
}
