import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Support
import Telemetry
import Testing

@testable import ServiceRuntime

// The failure cases that delivery must outlive. Tests of case N have “case N” in their names, here and elsewhere:
//
//  1  kill -9 at every step               ConsumeLoopTests, OutboxRelayTests, IdempotencyStoreTests, Integration/KillTests
//  2  Postgres stopped in mid-work        Postgres/PostgresOutageTests
//     COMMIT applied, reply lost          LostReplyTests, PostgresDeliveryTests
//     disk full                           FullDiskTests, IntakeGateway/FileReceiverTests
//     deadlock, pool exhausted            Postgres/PostgresPoolTests
//  3  broker down and up, or lost whole   BrokerLossTests, Integration/LifecycleTests
//  4  appended, ack lost                  LostReplyTests
//     producer fatal                      OutboxRelayTests
//     queue full, message too large       Kafka/KafkaClientTests
//  5  rebalance in mid-transaction        ConsumeLoopTests
//     a zombie that wakes up              here
//  6  retention overtakes the consumer    BrokerLossTests, Kafka/EmbeddedClusterTests
//  7  two relays on the same rows         PostgresStore/OutboxConformanceTests
//     a lease that ends in mid-flush      here
//  8  poison                              here, ConsumeLoopTests, StagePolicyTests; image bombs in Decoding/ImagingTests
//  9  idempotency keys                    IntakeGateway/IdempotencyTests
//     disconnect in mid-upload            IntakeGateway/UploadTests
// 10  clock jumps                         here
//     slow consumer, SIGTERM              ConsumeLoopTests

@Suite(.timeLimit(.minutes(1)))
struct FailureCaseTests {
    private let world = MemoryWorld()

    private func validations(of submission: Submission) async throws -> Int {
        try await world.store.events(of: submission.id, afterSequence: 0, limit: 100).filter { $0.type == .submissionValidated }
            .count
    }

    @Test func `case 5: a zombie that wakes up after its work was taken over changes nothing`() async throws {
        let submission = try await world.submissions(1)[0]
        let (decided, wakesUp) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        let zombie = TestHandler { [world] event in
            let outcome = await TestHandler.accept(event, world.store)
            decided.send()
            try? await wakesUp.wait()
            return outcome
        }
        var patient = MemoryWorld.quick
        patient.drainLimit = .seconds(30)
        try await world.withLoop(zombie, patient, leaseLasting: MemoryWorld.unrenewed) { [world] _ in
            try await decided.wait()
            // It is stopped: its lease runs out, and the group gives its partition to another member.
            world.time.advance(bySeconds: MemoryWorld.standstill)
            let successor = TestHandler.accepting(world.store)
            try await world.withLoop(successor) { [world] _ in
                try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
            }
            #expect(successor.events.count == 1)
            wakesUp.send()
        }
        #expect(zombie.events.count == 1)
        #expect(world.store.submission(submission.id)?.version == submission.version + 1)
        #expect(try await validations(of: submission) == 1)
        #expect(world.store.deadLetters.isEmpty)
    }

    @Test func `case 7: a lease that ends in mid-flush marks nothing that others have adopted`() async throws {
        let leases = world.keeper(lasting: MemoryWorld.unrenewed)
        let flushing = AsyncSignal<Void>()
        world.broker.hold()
        let relay = OutboxRelay(
            world.store, leases: leases, wake: world.wake, producer: ObservedProducer(MemoryProducer(world.broker), flushing),
            settings: RelaySettings(interval: .milliseconds(5), drainLimit: .milliseconds(200)), logger: .silent,
            metrics: MetricsRegistry())
        let keeping = Task { await leases.run() }
        defer { keeping.cancel() }
        let relaying = Task { await relay.run() }
        let submission = try world.store.submittedSample(owner: leases.instance)
        world.wake.notify()
        try await flushing.wait()
        world.time.advance(bySeconds: MemoryWorld.standstill)
        let other = try await world.store.acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(100_000))
        #expect(try await world.store.adoptOrphans(other, limit: 10) == 2)
        world.broker.release()
        _ = try await world.broker.waitForRecords(1, of: "docket.uploads")
        relay.stop()
        await relaying.value
        // It is published again, by the one that owns it now: at least once, and before what follows it.
        let claimed = try await world.store.claimRows(other, limit: 10, excluding: []).rows
        #expect(claimed.map(\.submission) == [submission.id])
        #expect(claimed.map(\.topic) == [.uploads])
    }

    /// What a record may hold that is not to be worked on, and what is said of it.
    struct Poison: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        /// Made of a sound event.
        let value: @Sendable (String) -> String

        static let all: [Poison] = [
            Poison("bad JSON", "event-malformed") { String($0.dropLast(3)) },
            Poison("missing fields", "event-malformed") { $0.replacing("\"sequence\":", with: "\"sequel\":") },
            Poison("unknown version", "event-unknown-version") {
                $0.replacing("com.docket.submission.submitted.v1", with: "com.docket.submission.submitted.v9")
            },
            Poison("another type of value", "event-malformed") {
                $0.replacing("\"sequence\":\"0000000004\"", with: "\"sequence\":4")
            },
            Poison("too large", "event-too-large") { $0 + String(repeating: " ", count: EventReader.maximumSize) },
            Poison("nested too deep", "event-malformed") { _ in String(repeating: "[", count: 100_000) },
            Poison("nothing at all", "event-malformed") { _ in "" },
        ]

        init(_ name: String, _ code: String, _ value: @escaping @Sendable (String) -> String) {
            (testDescription, self.code, self.value) = (name, code, value)
        }
    }

    @Test(arguments: Poison.all)
    func `case 8: a record that cannot be read goes to the dead letters, once, and the others go on`(_ poison: Poison)
        async throws
    {
        let before = try await world.submissions(2)
        let sound = String(decoding: try await world.event(of: before[0]).payload, as: UTF8.self)
        let value = poison.value(sound)
        #expect(value != sound)
        world.broker.append(KafkaMessage(topic: "docket.submitted", key: [1], value: Array(value.utf8)))
        let after = try await world.submissions(2)
        // Twice, for the position may be lost with its process.
        for group in ["docket.validation", "again"] {
            try await world.withLoop(.accepting(world.store), group: group) { [world] _ in
                try await world.broker.waitForCommit(group: group, MemoryWorld.submitted, offset: 5)
            }
        }
        for submission in before + after { #expect(world.store.submission(submission.id)?.state == .processing) }
        let letters = world.store.deadLetters
        #expect(letters.map(\.code) == [poison.code])
        #expect(letters.first?.value == Array(value.utf8.prefix(EventReader.maximumSize)))
        #expect(letters.first?.origin?.offset == 2)
    }

    @Test func `case 8, handler crash loop: what ended its process each time is parked, and its neighbours are not`() async throws
    {
        let submissions = try await world.submissions(3)
        let keys = try await submissions.asyncMap { [world] submission in
            WorkItemKey(stage: .validation, eventID: try await world.event(of: submission).id)
        }
        // The first process took it up beside its neighbours, the next ones alone; each of them died.
        for run in 0..<4 {
            let lease = try await world.store.acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(1_000))
            if run == 0 {
                _ = try await world.store.begin(keys, mode: .together, lease)
            } else {
                let admission = try await world.store.begin([keys[1]], mode: .alone, lease)
                #expect(admission == [.begun(attempt: run)])
            }
            try await world.store.releaseLease(lease)
        }
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler) { [world] _ in
            try await world.waitUntil { submissions.allSatisfy { world.store.submission($0.id)?.state != .submitted } }
        }
        #expect(submissions.map { world.store.submission($0.id)?.state } == [.processing, .failed, .processing])
        #expect(Set(handler.events.map(\.header.submission)) == [submissions[0].id, submissions[2].id])
        #expect(handler.events.map(\.attempt) == [1, 1])
        #expect(world.store.deadLetters.map(\.code) == ["attempts-exhausted"])
        #expect(world.store.deadLetters.map(\.event) == [keys[1].eventID])
    }

    @Test(arguments: [-86_400.0, 86_400])
    func `case 10: when the clock jumps, everything is done once`(seconds: Double) async throws {
        let submissions = try await world.submissions(10)
        let handler = TestHandler { [world] event in
            if event.header.submission == submissions[4].id { world.time.advance(bySeconds: seconds) }
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler) { [world] _ in
            try await world.broker.waitForCommit(group: handler.consumerGroup, MemoryWorld.submitted, offset: 10)
            try await world.waitUntil { submissions.allSatisfy { world.store.submission($0.id)?.state == .processing } }
        }
        for submission in submissions {
            #expect(try await validations(of: submission) == 1)
            #expect(world.store.submission(submission.id)?.version == submission.version + 1)
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async throws -> [T] {
        var result: [T] = []
        for element in self { result.append(try await transform(element)) }
        return result
    }
}

/// Tells when something is about to be produced.
private struct ObservedProducer: RecordProducer {
    let producer: MemoryProducer
    let begun: AsyncSignal<Void>

    init(_ producer: MemoryProducer, _ begun: AsyncSignal<Void>) {
        self.producer = producer
        self.begun = begun
    }

    var clusterID: String? { producer.clusterID }

    func produce(_ messages: [KafkaMessage]) async -> [Result<DeliveryReport, KafkaError>] {
        begun.send()
        return await producer.produce(messages)
    }

    func metadata() async throws(KafkaError) -> ClusterMetadata { try await producer.metadata() }
    func close(within limit: Duration) async {}
}
