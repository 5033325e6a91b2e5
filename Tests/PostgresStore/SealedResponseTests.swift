import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Synchronization
import Testing

@testable import PostgresStore

/// As a service of keys that does not answer.
private final class AbsentProvider: KeyProvider {
    private let count = Mutex(0)

    var asked: Int { count.withLock { $0 } }

    func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey { throw away() }
    func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes { throw away() }
    func owns(_ name: String) -> Bool { true }

    private func away() -> SealingError {
        count.withLock { $0 += 1 }
        return SealingError(.unavailable, "nobody answers")
    }
}

/// What endpoints answer about a sealed submission: a dump does not hold it, for an answer may repeat what it was told.
@Suite(.timeLimit(.minutes(2)))
struct SealedResponseTests {
    private static let words = "Mrs Mustermann is not known."
    private static let unopened = "(sealed: its key is gone, or is not here)"

    /// A submission that two endpoints are told of: one takes it, one does not, and both answer in words.
    private struct Told {
        let submission: Submission
        let ground: SealedGround

        init(
            _ ground: SealedGround, answersStoredBy keys: SealingKeyStore?, isSealed: Bool = true, isErased: Bool = false,
            tenant: TenantID = .standard
        ) async throws {
            self.ground = ground
            submission = try await ground.store(isSealed ? ground.keys : nil).submittedSample(tenant: tenant)
            let event = try await SampleOutcome.record(over: ground.pool, tenant: tenant, submission: submission.id)
            let lease = try await PostgresLeaseStore(pool: ground.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let store = PostgresDeliveryStore(pool: ground.pool, keys: keys)
            let deliveries = ["taking", "refusing"].map { DeliveryKey(eventID: event.id, channel: "webhook", endpoint: $0) }
            #expect(try await store.plan(deliveries) == 2)
            _ = try await store.claimDue(channel: "webhook", room: DeliveryRoom(limit: 9), excluding: [], lease)
            // While the endpoints are being told.
            if isErased { #expect(try await !SealedGround.isHeld(submission, ground.pool)) }
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
                #expect(try await history.record(delivery.id) == delivery)
                let tries = try #require(try await history.delivery(delivery.id)).tries
                texts += tries.compactMap(\.tried.response?.excerpt)
                #expect(tries.count == 1 && tries.first?.tried.response?.headers == ["server": "nginx"])
            }
            #expect(texts.count == 2)
            return Set(texts)
        }

        /// The same in an export.
        func exported(_ keys: SealingKeyStore?, canBeOdd: Bool = false) async throws -> Set<String?> {
            Set(
                try await ground.exported("delivery_tries", of: submission, by: keys).map { row in
                    #expect(canBeOdd || row["response"]?["sealed"] == nil)
                    guard case .string(let text)? = row["response"]?["excerpt"] else { return nil }
                    return text
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

    /// An erasure deletes the answers that there are. It left no key that another one could be sealed by.
    @Test(arguments: [true, false])
    func `what is answered once its submission was erased is kept without words`(isSealed: Bool) async throws {
        try await SealedGround.run { ground in
            let told = try await Told(ground, answersStoredBy: ground.keys, isSealed: isSealed, isErased: true)
            #expect(try await told.inClear() == 0)
            #expect(try await told.read(ground.keys) == [Self.unopened])
            #expect(try await ErasureCertificateStore(pool: ground.pool).left(of: told.submission.id)["delivery_tries"] == nil)
        }
    }

    @Test func `without a key a delivery ends, and the words of the answer are not kept`() async throws {
        try await SealedGround.run { ground in
            for keys in [nil, ground.noKeys()] {
                let told = try await Told(ground, answersStoredBy: keys)
                #expect(try await told.inClear() == 0)
                #expect(try await told.read(ground.keys) == [Self.unopened])
                // Of what is not sealed they are.
                #expect(try await Told(ground, answersStoredBy: keys, isSealed: false).read(nil) == [Self.words])
                try await ground.pool.execute("delete from delivery_tries")
            }
        }
    }

    @Test func `keys that are away are asked for once, whatever ends meanwhile`() async throws {
        try await SealedGround.run { ground in
            var answers: [(DeliveryKey, DeliveryTry.Response?)] = []
            let response = DeliveryTry.Response(address: nil, headers: [:], excerpt: Self.words, size: 1)
            for tenant in ["acme", "other"] as [TenantID] {
                for isSealed in [true, true, false] {
                    let submission = try await ground.store(isSealed ? ground.keys : nil).submittedSample(tenant: tenant)
                    let event = try await SampleOutcome.record(over: ground.pool, tenant: tenant, submission: submission.id)
                    answers.append((DeliveryKey(eventID: event.id, channel: "webhook", endpoint: "x"), response))
                }
            }
            let provider = AbsentProvider()
            let away = SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: provider, isOn: true))
            let sealer = ResponseSealer(pool: ground.pool, keys: away)
            for _ in 0..<3 {
                let columns = try await sealer.columns(answers).map { try #require($0).text }
                #expect(columns.count { $0.contains(Self.words) } == 2 && columns.count { $0.contains("\"sealed\":\"\"") } == 4)
            }
            #expect(provider.asked == 1)

            // The same where the keys themselves cannot be reached.
            try await ground.pool.execute("alter table docket_keys.submissions rename to submissions_away")
            let columns = try await ResponseSealer(pool: ground.pool, keys: ground.keys).columns(answers)
            #expect(columns.count == 6 && columns.count { $0?.text.contains(Self.words) == true } == 2)
            try await ground.pool.execute("alter table docket_keys.submissions_away rename to submissions")
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
            #expect(try await told.inClear() == 4)
            #expect(try await told.read(nil) == [Self.words])
            #expect(try await ground.keys.sealResponses() == 2)
            #expect(try await ground.keys.sealResponses() == 0)
            #expect(try await told.inClear() == 2)
            #expect(try await told.read(ground.keys) == [Self.words])
            #expect(try await clear.read(nil) == [Self.words])

            // What is no answer of Docket's keeps nothing else from being sealed, or from being exported.
            try await ground.pool.execute(
                "update delivery_tries set response = '{\"excerpt\": \"Mustermann\"}' where endpoint = 'refusing'")
            #expect(try await ground.keys.sealResponses() == 1)
            #expect(try await told.exported(ground.keys, canBeOdd: true) == [Self.words, ""])
        }
    }
}
