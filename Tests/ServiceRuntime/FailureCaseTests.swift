import DocketStore
import EventLoop
import FoundationEssentials
import Kafka
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

// The failure cases that delivery must outlive, and where each is tested.
//
//  1  kill -9 at every step               Integration/KillTests, ConsumeLoopTests (between COMMIT and position),
//                                         OutboxRelayTests (between report and mark), IdempotencyStoreTests (before and after
//                                         COMMIT)
//  2  Postgres stopped in mid-work        Postgres/PostgresOutageTests, Integration/OutageTests
//     COMMIT applied, reply lost          LostReplyTests
//     disk full                           IntakeGateway/FileReceiverTests
//     deadlock, pool exhausted            Postgres/PostgresPoolTests
//  3  broker down and up                  Integration/OutageTests
//     broker lost with its log            BrokerLossTests
//  4  appended, ack lost                  LostReplyTests
//     producer fatal                      OutboxRelayTests
//     queue full, message too large       Kafka/KafkaClientTests
//  5  rebalance in mid-transaction        ConsumeLoopTests
//     a zombie that wakes up              here
//  6  retention overtakes the consumer    BrokerLossTests, ItemStandingTests
//  7  two relays on the same rows         DocketStore/OutboxConformanceTests
//     a lease that ends in mid-flush      here
//  8  poison                              ConsumeLoopTests, StagePolicyTests, Integration/CorpusTests
//  9  idempotency keys                    IntakeGateway/IdempotencyTests
//     disconnect in mid-upload            IntakeGateway/UploadTests
// 10  clock jumps                         here
//     slow consumer, bounded memory       ConsumeLoopTests
//     SIGTERM drains                      ConsumeLoopTests, ServiceGroupTests, Integration/LifecycleTests

@Suite("Failure cases", .timeLimit(.minutes(1)))
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

    func checkReachable() async throws(KafkaError) {}
    func close(within limit: Duration) async {}
}
