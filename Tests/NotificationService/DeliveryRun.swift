import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared
import Support
import Telemetry

@testable import NotificationService

/// A webhook's delivery loop over a store in memory.
struct DeliveryRun {
    let store: ObservedDeliveryStore
    private let loop: DeliveryLoop
    private let lease: Lease
    private let task: Task<Void, Never>
    private let resumed: AsyncSignal<Void>
    private let registry: MetricsRegistry

    /// Short enough for tests, with tries enough for a receiver to come back.
    private static let schedule = [Duration.zero] + [Duration](repeating: .milliseconds(1), count: 49)

    /// When it is paused, nothing is claimed before `resume()`.
    static func start(
        _ group: EventLoopGroup, endpoint: WebhookEndpoint, schedule: [Duration] = schedule, limit: Int = 8,
        store: ObservedDeliveryStore = ObservedDeliveryStore(), time: any TimeSource = SystemTime(), isPaused: Bool = false
    ) async throws -> DeliveryRun {
        let on = group.next()
        let registry = MetricsRegistry()
        let lease = try await store.memory.acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(3600))
        let channel = WebhookChannel(
            FixedEndpoints(endpoints: [endpoint]),
            WebhookSender(
                decision: DeliveryDecision(schedule: RetryPolicy.ofDeliveries(schedule)),
                client: HTTPClient(loop: on)))
        let loop = DeliveryLoop(
            channel, store: store, lease: { lease }, limits: DeliveryLimits(total: limit), on: on, time: time,
            logger: .silent, metrics: registry)
        let resumed = AsyncSignal<Void>()
        if !isPaused { resumed.send() }
        let task = on.spawn {
            _ = try? await resumed.wait()
            try? await loop.run()
        }
        return DeliveryRun(store: store, loop: loop, lease: lease, task: task, resumed: resumed, registry: registry)
    }

    static func start(
        _ group: EventLoopGroup, url: String, schedule: [Duration] = schedule, limit: Int = 8,
        store: ObservedDeliveryStore = ObservedDeliveryStore(), time: any TimeSource = SystemTime(), isPaused: Bool = false
    ) async throws -> DeliveryRun {
        try await start(
            group, endpoint: Samples.endpoint(url), schedule: schedule, limit: limit, store: store, time: time,
            isPaused: isPaused)
    }

    var metrics: String { registry.renderPrometheus() }

    func resume() { resumed.send() }

    func stop() async {
        await loop.stop()
        await task.value
    }

    /// As a killed process: nothing more is recorded, and its lease ends.
    func kill() async throws {
        task.cancel()
        await task.value
        try await store.memory.releaseLease(lease)
    }

    /// A new submission with events in the log.
    func submission() throws -> SubmissionID { try store.memory.submittedSample(owner: lease.instance).id }

    func key(_ event: RecordedEvent) -> DeliveryKey {
        DeliveryKey(eventID: event.id, channel: "webhook", endpoint: WebhookConfiguration.endpointID)
    }

    /// Plans to tell of the submission's last events, and wakes the loop.
    func plan(_ submission: SubmissionID, last count: Int) async throws -> [RecordedEvent] {
        let events = try await store.memory.events(of: submission, afterSequence: 0, limit: 100).suffix(count)
        _ = try await store.memory.plan(events.map(key))
        loop.notify()
        return Array(events)
    }

    func summary(of event: RecordedEvent) async throws -> DeliverySummary {
        guard let summary = try await store.memory.deliveries(of: event.submission).first(where: { $0.key.eventID == event.id })
        else {
            throw NotPlanned()
        }
        return summary
    }

    struct NotPlanned: Error {}
}

extension RetryPolicy {
    /// The schedule that Standard Webhooks recommends, over about three days.
    static let standard = ofDeliveries([
        .zero, .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(5 * 3600), .seconds(10 * 3600),
        .seconds(14 * 3600), .seconds(20 * 3600), .seconds(24 * 3600),
    ])
}
