import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Support
import Synchronization
import Telemetry

@testable import ServiceRuntime

/// A stage that does what a closure says, and remembers what it was given.
final class TestHandler: StageHandler {
    let stage: Stage
    let eventTypes: Set<EventType>
    private let body: @Sendable (StageEvent) async -> StageOutcome
    private let seen = Mutex<[StageEvent]>([])
    private let interruption = Mutex<(@Sendable () -> Void)?>(nil)

    init(
        stage: Stage = .validation, eventTypes: Set<EventType> = [.submissionSubmitted],
        _ body: @escaping @Sendable (StageEvent) async -> StageOutcome
    ) {
        self.stage = stage
        self.eventTypes = eventTypes
        self.body = body
    }

    var events: [StageEvent] { seen.withLock { $0 } }

    func decide(on event: StageEvent) async -> StageOutcome {
        seen.withLock { $0.append(event) }
        let interrupt = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        interrupt?()
        return await body(event)
    }

    /// Does something once, before the next event is decided on.
    func onNext(_ interrupt: @escaping @Sendable () -> Void) { interruption.withLock { $0 = interrupt } }

    /// Accepts every submission.
    static func accepting(_ reader: any StageReader) -> TestHandler {
        TestHandler { event in await accept(event, reader) }
    }

    static func accept(_ event: StageEvent, _ reader: any StageReader) async -> StageOutcome {
        do {
            guard let subject = try await reader.stageSubject(event.header.submission) else { return .nothing }
            return .commit(
                StageTransition(
                    submission: event.header.submission, expectedVersion: event.header.sequence,
                    change: .validated(SampleSubmissions.acceptance(subject.submission)),
                    traceparent: event.trace.child().traceparent))
        } catch {
            return StageOutcome(ProcessingFailure(error))
        }
    }
}

/// Real time, shifted by tests that have something expire.
final class ShiftedTime: Sendable {
    private let seconds = Mutex(0.0)

    var now: Date { Date().addingTimeInterval(seconds.withLock { $0 }) }
    func advance(bySeconds amount: Double) { seconds.withLock { $0 += amount } }
}

/// A stage's surroundings in memory.
final class MemoryWorld: Sendable {
    let store: MemoryStore
    let broker = MemoryBroker(
        topics: ["docket.submitted": 1, "docket.validated": 1, "docket.uploads": 1, "docket.outcomes": 1, "docket.dlq": 1])
    let wake = AsyncPulse()
    static let submitted = TopicPartition(topic: "docket.submitted", partition: 0)

    let time = ShiftedTime()

    init() { store = MemoryStore { [time] in time.now } }

    /// Quick in everything, for what waits for time.
    static var quick: StageConfiguration {
        var quick = StageConfiguration(
            parallel: 4, closingLimit: .milliseconds(50), drainLimit: .milliseconds(200), pollInterval: .milliseconds(5),
            postponement: .milliseconds(5),
            retryPolicy: .exponential(first: .milliseconds(1), limit: .milliseconds(5), maximumAttempts: 3))
        quick.breakerPace = StageBreaker.Pace(first: .milliseconds(1), longest: .milliseconds(5))
        return quick
    }

    func keeper(lasting duration: Duration = .seconds(8)) -> LeaseKeeper {
        LeaseKeeper(store, instance: InstanceID(UUID()), service: "test", lasting: duration, logger: .silent)
    }

    /// Longer than any test takes to come to its first renewal, and shorter than `standstill`.
    static let unrenewed = Duration.seconds(2_000)
    /// Seconds.
    static let standstill = 3_600.0

    func event(of submission: Submission, sequence: Int? = nil) async throws -> RecordedEvent {
        let events = try await store.events(of: submission.id, afterSequence: 0, limit: 100)
        guard let found = events.first(where: { $0.sequence == sequence ?? submission.version }) else { throw NotFound() }
        return found
    }

    func publish(_ event: RecordedEvent) {
        broker.append(
            KafkaMessage(
                topic: event.topic?.name ?? "", key: Array(event.submission.description.utf8), value: event.payload))
    }

    /// Submissions whose events lie in the topic.
    func submissions(_ count: Int) async throws -> [Submission] {
        let owner = InstanceID(UUID())
        var made: [Submission] = []
        for _ in 0..<count {
            let submission = try store.submittedSample(owner: owner)
            publish(try await event(of: submission))
            made.append(submission)
        }
        return made
    }

    /// Runs a loop with all partitions of its topic while `body` does, and stops it in good order.
    func withLoop<T: Sendable>(
        _ handler: TestHandler, _ configuration: StageConfiguration = quick, group: String? = nil,
        leaseLasting duration: Duration = .seconds(8), stages: (any StageStore)? = nil, needs: StageNeeds? = nil,
        metrics: MetricsRegistry = MetricsRegistry(), onRest: @escaping @Sendable (StageRest) -> Void = { _ in },
        _ body: @escaping @Sendable (MemoryConsumer) async throws -> T
    ) async throws -> T {
        let consumer = MemoryConsumer(broker, group: group ?? handler.consumerGroup)
        consumer.assign([TopicPartition(topic: handler.stage.topic.name, partition: 0)])
        let leases = keeper(lasting: duration)
        let loop = ConsumeLoop(
            handler, configuration: configuration, consumer: consumer,
            store: StageStores(workItems: store, stages: stages ?? store, events: store), leases: leases, relay: wake,
            logger: .silent, metrics: metrics, needs: needs, onRest: onRest, onHang: {})
        let keeping = Task { await leases.run() }
        defer { keeping.cancel() }
        let running = Task { try await loop.run() }
        let result: Result<T, any Error>
        do { result = .success(try await body(consumer)) } catch { result = .failure(error) }
        loop.stop()
        try await running.value
        return try result.get()
    }
}

struct NotFound: Error {}
