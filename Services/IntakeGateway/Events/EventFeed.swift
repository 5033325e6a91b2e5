import Domain
import EventLoop
import PostgresStore
import ServiceRuntime
import Shared
import Synchronization
import Telemetry

/// Wakes listeners of events from any process.
///
/// One query of the log every tenth of a second serves all listeners; without listeners there is none. A woken listener
/// reads from its own place in the log, so no event is lost between query and read. A waiting listener holds only its
/// place.
final class EventFeed: ServiceComponent {
    let name = "event-feed"

    /// The followed subject.
    enum Subject: Sendable, Hashable {
        case tenant(TenantID)
        case submission(SubmissionID)
    }

    struct Pace: Sendable {
        /// The time between two queries of the log.
        var look = Duration.milliseconds(100)
        /// The time between two queries of the review queue.
        var lookAtQueue = Duration.seconds(1)
        /// The number of queries between heartbeats to each listener: fifteen seconds.
        var looksPerBeat = 150
    }

    private struct State {
        var listeners: [Subject: [EventListener]] = [:]
        var count = 0
        var nextNumber = 0
    }

    private static let batch = 1000

    private let log: PostgresEventLog
    private let progress: PostgresProgressStore
    private let pages: PostgresPageNews
    private let loop: EventLoop
    private let logger: Logger
    private let pace: Pace
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    private let joined = AsyncPulse()
    private let stopping = StopSignal()
    private let following: Gauge

    init(
        _ log: PostgresEventLog, progress: PostgresProgressStore, pages: PostgresPageNews, on loop: EventLoop, logger: Logger,
        metrics: MetricsRegistry, pace: Pace = Pace(), now: @escaping @Sendable () -> Timestamp
    ) {
        (self.log, self.progress, self.pages) = (log, progress, pages)
        (self.loop, self.logger, self.pace, self.now) = (loop, logger, pace, now)
        following = metrics.gauge("docket_event_streams", "Streams of events that are open.")
    }

    // MARK: - Listeners

    /// Adds a listener, which is woken from now on, and at `end` for the last time. Read the log after this call, not
    /// before.
    func join(_ subject: Subject, until end: Timestamp? = nil) -> EventListener {
        let listener = state.withLock { state in
            let listener = EventListener(subject, number: state.nextNumber, until: end)
            state.nextNumber += 1
            state.count += 1
            state.listeners[subject, default: []].append(listener)
            following.set(Double(state.count))
            return listener
        }
        // How far the pages are may have been told to others before.
        if case .submission = subject { listener.wake(.progress) }
        if stopping.isOver { listener.wake(.stop) }
        joined.notify()
        return listener
    }

    func leave(_ listener: EventListener) {
        state.withLock { state in
            guard var others = state.listeners[listener.subject],
                let index = others.firstIndex(where: { $0 === listener })
            else { return }
            others.remove(at: index)
            state.listeners[listener.subject] = others.isEmpty ? nil : others
            state.count -= 1
            following.set(Double(state.count))
        }
    }

    // MARK: - Looking

    func run() async throws {
        // Looked before anybody has read anything, and kept while nobody listens: nobody misses what comes between.
        var sight = try? await pages.sight()
        while !stopping.isOver {
            if state.withLock({ $0.count == 0 }) {
                try? await joined.wait()
                continue
            }
            await serve(&sight)
        }
    }

    func stop() async {
        stopping.send()
        joined.notify()
        wakeAll(.stop)
    }

    /// Queries the log until there are no listeners.
    private func serve(_ sight: inout PostgresPageNews.Sight?) async {
        var position: LogPosition?
        var told: Int64 = 0
        var looks = 0
        while !stopping.isOver, state.withLock({ $0.count > 0 }) {
            // Before the database is asked, which may keep us waiting.
            endThoseWhoseTimeIsOver()
            do throws(StoreError) {
                if let last = position {
                    position = try await look(after: last)
                } else {
                    position = try await log.currentPosition()
                    // What came before this look was woken for by nobody.
                    wakeAll(.news)
                }
                told = try await lookForProgress(after: told)
                sight = try await lookForPages(since: sight)
            } catch {
                logger.warning("events cannot be followed for now", ["detail": .string(error.detail)])
            }
            beat(looks)
            looks += 1
            // Ends early when the service stops.
            await stopping.rest(for: pace.look, on: loop)
        }
    }

    private func look(after position: LogPosition) async throws(StoreError) -> LogPosition {
        var position = position
        while true {
            let news = try await log.news(after: position, limit: Self.batch)
            guard let last = news.last else { return position }
            position = last.position
            var subjects: Set<Subject> = []
            for event in news {
                subjects.insert(.tenant(event.tenant))
                subjects.insert(.submission(event.submission))
            }
            let concerned = state.withLock { state in subjects.flatMap { state.listeners[$0] ?? [] } }
            for listener in concerned { listener.wake(.news) }
            if news.count < Self.batch { return position }
        }
    }

    private func lookForProgress(after number: Int64) async throws(StoreError) -> Int64 {
        let (submissions, last) = try await progress.news(after: number, limit: Self.batch)
        for submission in submissions {
            for listener in state.withLock({ $0.listeners[.submission(submission)] ?? [] }) { listener.wake(.progress) }
        }
        return last
    }

    private func lookForPages(since before: PostgresPageNews.Sight?) async throws(StoreError) -> PostgresPageNews.Sight {
        guard let before else {
            let first = try await pages.sight()
            // What came before it was told to nobody.
            wakeAll(.pages)
            return first
        }
        let (submissions, sight) = try await pages.news(since: before)
        for submission in submissions {
            for listener in state.withLock({ $0.listeners[.submission(submission)] ?? [] }) { listener.wake(.pages) }
        }
        return sight
    }

    private func endThoseWhoseTimeIsOver() {
        let now = now()
        let over = state.withLock { state in
            state.listeners.values.joined().filter { listener in listener.end.map { $0 <= now } ?? false }
        }
        for listener in over { listener.wake(.expiry) }
    }

    /// Spreads the listeners over the interval.
    private func beat(_ looks: Int) {
        let due = state.withLock { state in
            state.listeners.values.joined().filter { ($0.number + looks) % pace.looksPerBeat == 0 }
        }
        for listener in due { listener.wake(.beat) }
    }

    private func wakeAll(_ reason: EventListener.Reason) {
        let all = state.withLock { Array($0.listeners.values.joined()) }
        for listener in all { listener.wake(reason) }
    }
}

/// A listener. Only one task may wait at a time.
final class EventListener: Sendable {
    struct Reason: OptionSet, Sendable {
        let rawValue: UInt8
        static let news = Reason(rawValue: 1)
        static let beat = Reason(rawValue: 2)
        static let stop = Reason(rawValue: 4)
        static let progress = Reason(rawValue: 8)
        static let expiry = Reason(rawValue: 16)
        /// Pages have a new preview or a new suggestion.
        static let pages = Reason(rawValue: 32)
    }

    let subject: EventFeed.Subject
    let number: Int
    /// The end of its access; nil for no limit.
    let end: Timestamp?
    private let reasons = Atomic<UInt8>(0)
    private let pulse = AsyncPulse()

    init(_ subject: EventFeed.Subject, number: Int, until end: Timestamp?) {
        self.subject = subject
        self.number = number
        self.end = end
    }

    func wake(_ reason: Reason) {
        let (before, _) = reasons.bitwiseOr(reason.rawValue, ordering: .acquiringAndReleasing)
        if before & reason.rawValue == 0 { pulse.notify() }
    }

    /// Waits, and returns the reasons since the last call.
    ///
    /// - Throws: `CancellationError`.
    func next() async throws(CancellationError) -> Reason {
        while true {
            let reasons = Reason(rawValue: reasons.exchange(0, ordering: .acquiringAndReleasing))
            if !reasons.isEmpty { return reasons }
            try await pulse.wait()
        }
    }
}
