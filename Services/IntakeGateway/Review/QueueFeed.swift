import Domain
import EventLoop
import PostgresStore
import ServiceRuntime
import Shared
import Synchronization
import Telemetry

/// Reports changes of the review queue to its listeners, whichever process made them.
///
/// One query a second serves all listeners; without listeners there is none. The log of events has the submissions that
/// enter and leave the review. Claims are compared with the last query, so that an expired claim is noticed.
final class QueueFeed: ServiceComponent {
    let name = "queue-feed"

    private struct State {
        var listeners: [TenantID: [QueueListener]] = [:]
    }

    /// The state at the last query.
    private struct Memory {
        var position: LogPosition?
        var desks: [TenantID: Set<ReviewStore.Desk>] = [:]
        var looks = 0
    }

    /// The number of queries between heartbeats. A heartbeat sends the counts to all: the overdue ones change with time.
    private static let looksPerBeat = 15
    private static let batch = 1000
    /// The most submissions that one query reports.
    private static let mostChanged = 500

    private let reviews: ReviewStore
    private let log: PostgresEventLog
    private let loop: EventLoop
    private let logger: Logger
    private let interval: Duration
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    private let joined = AsyncPulse()
    private let stopping = StopSignal()

    init(
        _ reviews: ReviewStore, _ log: PostgresEventLog, on loop: EventLoop, logger: Logger,
        every interval: Duration = .seconds(1),
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.reviews, self.log, self.loop, self.logger) = (reviews, log, loop, logger)
        (self.interval, self.now) = (interval, now)
    }

    // MARK: - Listeners

    func join(_ tenant: TenantID, _ reviewer: Reviewer, until end: Timestamp?) -> QueueListener {
        let listener = QueueListener(tenant, reviewer, until: end)
        state.withLock { $0.listeners[tenant, default: []].append(listener) }
        if stopping.isOver { listener.end() }
        joined.notify()
        return listener
    }

    func leave(_ listener: QueueListener) {
        state.withLock { state in
            var others = state.listeners[listener.tenant] ?? []
            others.removeAll { $0 === listener }
            state.listeners[listener.tenant] = others.isEmpty ? nil : others
        }
    }

    // MARK: - Looking

    func run() async throws {
        var memory = Memory()
        while !stopping.isOver {
            if state.withLock({ $0.listeners.isEmpty }) {
                memory = Memory()
                try? await joined.wait()
                continue
            }
            endThoseWhoseTimeIsOver()
            do throws(StoreError) {
                try await look(&memory)
            } catch {
                logger.warning("the queue cannot be looked at, and is tried again", ["detail": .string(error.detail)])
            }
            await stopping.rest(for: interval, on: loop)
        }
    }

    func stop() async {
        stopping.send()
        joined.notify()
        for listener in state.withLock({ Array($0.listeners.values.joined()) }) { listener.end() }
    }

    private func endThoseWhoseTimeIsOver() {
        let now = now()
        for listener in state.withLock({ Array($0.listeners.values.joined()) }) {
            if let end = listener.until, end <= now { listener.end() }
        }
    }

    private func look(_ memory: inout Memory) async throws(StoreError) {
        let tenants = state.withLock { Array($0.listeners.keys) }
        var changed = try await moved(&memory, among: Set(tenants))
        let desks = try await reviews.desks(of: tenants)
        for tenant in tenants {
            guard let before = memory.desks[tenant] else { continue }
            changed[tenant, default: []].formUnion(before.symmetricDifference(desks[tenant] ?? []).map(\.submission))
        }
        // One who came meanwhile is told at the next look.
        memory.desks = Dictionary(uniqueKeysWithValues: tenants.map { ($0, desks[$0] ?? []) })
        memory.looks += 1
        let isBeat = memory.looks.isMultiple(of: Self.looksPerBeat)
        for tenant in tenants where isBeat || changed[tenant]?.isEmpty == false {
            let listeners = state.withLock { $0.listeners[tenant] ?? [] }
            let counts = try await reviews.counts(tenant: tenant, actors: Array(Set(listeners.map(\.reviewer.actor))))
            let ids = (changed[tenant] ?? []).sorted().prefix(Self.mostChanged)
            for listener in listeners {
                if let own = counts[listener.reviewer.actor] { listener.tell(own, changed: ids) }
            }
        }
    }

    /// Submissions that entered or left the review, or changed otherwise, since the last query.
    private func moved(
        _ memory: inout Memory, among tenants: Set<TenantID>
    ) async throws(StoreError) -> [TenantID: Set<SubmissionID>] {
        guard var position = memory.position else {
            memory.position = try await log.currentPosition()
            return [:]
        }
        var moved: [TenantID: Set<SubmissionID>] = [:]
        while true {
            let news = try await log.news(after: position, limit: Self.batch)
            for event in news where tenants.contains(event.tenant) { moved[event.tenant, default: []].insert(event.submission) }
            position = news.last?.position ?? position
            if news.count < Self.batch { break }
        }
        memory.position = position
        let reviewed = try await reviews.reviewed(among: Set(moved.values.joined()))
        return moved.mapValues { $0.intersection(reviewed) }.filter { !$0.value.isEmpty }
    }
}
