import FoundationEssentials
import Shared

/// Why a stage begins nothing: a dependency is unavailable.
struct StageTrouble: Sendable, Hashable {
    let dependency: Dependency
    /// In words for an operator.
    let reason: String
    let since: Date
}

/// A circuit breaker for a stage's work. Health checks and the ends of attempts open it, and one successful attempt
/// closes it. It is pure.
struct StageBreaker {
    enum State: Hashable, CaseIterable {
        /// Work may begin.
        case closed
        /// A dependency is unavailable: nothing may begin.
        case open
        /// Everything seems available again: one item at a time may begin, until one succeeds.
        case trying
    }

    struct Pace: Sendable {
        /// The pause after the first item that failed without a known outage. It doubles with each further one.
        var first = Duration.seconds(1)
        var longest = Duration.seconds(30)
    }

    let pace: Pace
    private(set) var state = State.closed
    /// The outages, and the causes of failed items, until one item succeeds.
    private var causes: [Dependency: StageTrouble] = [:]
    private var away: Set<Dependency> = []
    /// When each dependency was last known to be unavailable.
    private var lastAway: [Dependency: Date] = [:]
    /// The number of consecutive items that failed without a known outage.
    private var failedTrials = 0
    private var pausesUntil: Date?

    init(pace: Pace = Pace()) { self.pace = pace }

    /// The causes for an operator, by dependency. Empty once everything is available, unless items have failed all the
    /// same.
    var troubles: [StageTrouble] { causes.values.sorted { $0.dependency.rawValue < $1.dependency.rawValue } }

    /// A known outage.
    var known: StageTrouble? { troubles.first { away.contains($0.dependency) } }

    /// The number of items in progress below which one may begin; nil for no limit.
    var limit: Int? { state == .closed ? nil : state == .trying ? 1 : 0 }

    // MARK: - What happened

    /// A health check has found the dependency unavailable for this reason, or available (nil).
    mutating func found(_ dependency: Dependency, away reason: String?, at now: Date) {
        guard let reason else {
            if away.remove(dependency) != nil { lastAway[dependency] = now }
            if failedTrials == 0 { causes[dependency] = nil }
            return proceed(at: now)
        }
        away.insert(dependency)
        open(for: dependency, reason, at: now)
    }

    /// An attempt that began at `start` has failed for lack of a dependency that health checks find available. `reason`
    /// is what it met. Returns whether the attempt counts against its item.
    mutating func failed(_ outage: Outage, _ reason: String, begunAt start: Date, at now: Date) -> Bool {
        let dependency = outage.dependency
        // Away in the meantime, or found away again since.
        if away.contains(dependency) { return false }
        if let last = lastAway[dependency], start <= last { return false }
        guard outage.isProven || state == .trying else { return state == .closed }
        failedTrials += 1
        pausesUntil = now.addingTimeInterval(pause)
        open(for: dependency, reason, at: now)
        return !outage.isProven
    }

    /// An attempt has finished its work. Returns whether that closes the breaker.
    mutating func succeeded() -> Bool {
        guard state == .trying else { return false }
        state = .closed
        (causes, failedTrials, pausesUntil) = ([:], 0, nil)
        return true
    }

    /// Begins a trial if it is time.
    mutating func proceed(at now: Date) {
        guard state == .open, away.isEmpty, pausesUntil.map({ $0 <= now }) ?? true else { return }
        state = .trying
    }

    /// The time until the next change by itself; nil if there is none.
    func rest(from now: Date) -> Duration? {
        guard state == .open, away.isEmpty else { return nil }
        return .seconds(max(0, pausesUntil?.timeIntervalSince(now) ?? 0))
    }

    // MARK: - Parts

    private mutating func open(for dependency: Dependency, _ reason: String, at now: Date) {
        state = .open
        lastAway[dependency] = max(now, lastAway[dependency] ?? now)
        causes[dependency] = StageTrouble(
            dependency: dependency, reason: reason, since: causes[dependency]?.since ?? now)
    }

    /// In seconds.
    private var pause: Double {
        let doublings = min(max(0, failedTrials - 1), 16)
        return min(pace.longest, pace.first * (1 << doublings)) / .seconds(1)
    }
}
