public import FoundationEssentials
import Shared

/// How often a process renews its lease, and for how long. It is pure.
///
/// A process that works or has worked lately renews it often and briefly: what it leaves when it dies is taken over soon.
/// The eldest processes of each service do so, too, and see what others leave. Any other one rests: it renews its lease
/// rarely, for long. Nothing of it waits for anybody, so its death may be noticed late.
///
/// So whoever begins work while the process rests has the lease renewed at the quick pace first.
public struct LeasePace: Sendable {
    /// The times of a process at rest.
    public struct Rest: Hashable, Sendable {
        /// The time without work until a rest begins. The relay looks for work of its own accord less often than that.
        public var after: Duration
        /// The shortest and the longest pause between renewals. They differ so that processes that began together do not
        /// go on together.
        public var pauses: ClosedRange<Duration>
        /// The duration of the lease: some renewals may fail.
        public var lease: Duration
        /// The pause after a failed renewal: nothing is lost yet, and a database that has trouble is not asked more than
        /// otherwise by all at once.
        public var retry: Duration

        public init(
            after: Duration = .seconds(30), pauses: ClosedRange<Duration> = .seconds(30)...(.seconds(40)),
            lease: Duration = .seconds(120), retry: Duration = .seconds(5)
        ) {
            (self.after, self.pauses, self.lease, self.retry) = (after, pauses, lease, retry)
        }
    }

    private static let longestPause = Duration.seconds(2)

    /// The duration of the lease at the quick pace.
    public let lease: Duration
    private let rest: Rest?
    private var lastWork: Date
    /// Whether it is one of the eldest. A process that was not told yet counts as one.
    private var keepsWatch = true
    /// Whether the next renewal decides upon a rest.
    public private(set) var isResting = false
    /// Whether a rest must end at once.
    public private(set) var isCalled = false

    /// At the quick pace the lease is renewed three times in its duration, and at least every two seconds: work of a dead
    /// process may wait that long. Without `rest` there is no other pace.
    public init(lease: Duration, rest: Rest?, at now: Date) {
        (self.lease, self.rest, lastWork) = (lease, rest, now)
    }

    // MARK: - What happened

    /// Work begins, or may begin in a moment.
    public mutating func worked(at now: Date) {
        lastWork = now
        isCalled = isResting
    }

    /// The lease was acquired anew, for a process at the quick pace.
    public mutating func acquired(at now: Date) { (lastWork, isResting, isCalled) = (now, false, false) }

    /// The lease was renewed.
    public mutating func heard(_ beat: Heartbeat, at now: Date) {
        if beat.isAnyUnpublished || beat.waiting.values.contains(where: \.isNeglected) { worked(at: now) }
        keepsWatch = beat.keepsWatch
        if keepsWatch { isCalled = isResting }
    }

    // MARK: - What to do

    /// Decides upon the pace of the next renewal. `isBusy` says whether work is under way, or is about to begin.
    public mutating func decide(isBusy: Bool, at now: Date) {
        // A clock that was put back says nothing of how long it is ago.
        if isBusy || now < lastWork { lastWork = now }
        let mayRest = !keepsWatch && !isBusy && !isCalled
        isCalled = false
        isResting = rest.map { mayRest && now.timeIntervalSince(lastWork) >= $0.after / .seconds(1) } ?? false
    }

    /// The duration for which the lease is to be renewed.
    public var duration: Duration { isResting ? rest?.lease ?? lease : lease }

    /// The pause until the next renewal; `random` is at least 0 and less than 1, and asked for at rest alone.
    public func pause(random: @autoclosure () -> Double) -> Duration {
        guard isResting, let rest else { return min(lease / 3, Self.longestPause) }
        guard !isCalled else { return .zero }
        return rest.pauses.lowerBound + (rest.pauses.upperBound - rest.pauses.lowerBound) * random()
    }

    /// The pause after a renewal that has failed.
    public var pauseAfterFailure: Duration {
        guard isResting, let rest else { return lease / 8 }
        return isCalled ? .zero : rest.retry
    }

    /// The time for which a renewal's answer counts: then the next one is overdue.
    public var patience: Duration {
        (isResting ? rest?.pauses.upperBound ?? .zero : Self.longestPause) + Self.longestPause
    }
}

extension WaitingWork {
    /// Whether something waits for any process of the stage that has room. What is due later is seen to by those at the quick pace,
    /// and during a pause nobody begins anything.
    var isNeglected: Bool { pause == nil && (isAnyAbandoned || nextRetry.map { $0 <= .zero } ?? false) }
}
