import FoundationEssentials
import Shared

/// Why a stage begins nothing: something that it needs is away.
struct StageTrouble: Sendable, Hashable {
    let dependency: Dependency
    /// In words for an operator.
    let reason: String
    let since: Date
}

/// Whether a stage may begin work: a circuit breaker that health checks and the ends of attempts open, and one attempt that ends
/// well closes. Pure.
struct StageBreaker {
    enum State: Hashable, CaseIterable {
        /// Work is begun.
        case closed
        /// Something is away: nothing is begun.
        case open
        /// All is back, as far as anybody can see: one item at a time is begun, until one has shown it.
        case trying
    }

    struct Pace: Sendable {
        /// The pause after the first item that failed though nothing seems to be away; it doubles from then on.
        var first = Duration.seconds(1)
        var longest = Duration.seconds(30)
    }

    let pace: Pace
    private(set) var state = State.closed
    /// What is away, and what items have failed for, until one has shown that it is over.
    private var causes: [Dependency: StageTrouble] = [:]
    private var away: Set<Dependency> = []
    /// When each was known to be away last.
    private var lastAway: [Dependency: Date] = [:]
    /// Items that have failed in a row though nothing seemed to be away.
    private var failedTrials = 0
    private var pausesUntil: Date?

    init(pace: Pace = Pace()) { self.pace = pace }

    /// What an operator is to be told, by dependency. Once all is back that is nothing, unless items have failed all the same.
    var troubles: [StageTrouble] { causes.values.sorted { $0.dependency.rawValue < $1.dependency.rawValue } }

    /// Something that is known to be away.
    var known: StageTrouble? { troubles.first { away.contains($0.dependency) } }

    /// How many items may be in progress for one to be begun; nil for as many as there is room for.
    var limit: Int? { state == .closed ? nil : state == .trying ? 1 : 0 }

    // MARK: - What happened

    /// A health check has found the dependency away, for that reason, or there.
    mutating func found(_ dependency: Dependency, away reason: String?, at now: Date) {
        guard let reason else {
            if away.remove(dependency) != nil { lastAway[dependency] = now }
            if failedTrials == 0 { causes[dependency] = nil }
            return proceed(at: now)
        }
        away.insert(dependency)
        open(for: dependency, reason, at: now)
    }

    /// An attempt that began then has ended for want of a dependency, which is there now as far as a health check can see. `reason` is
    /// what the attempt met. Answers whether the attempt counts against its item.
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

    /// An attempt has come to the end of its work. Whether that closes the breaker.
    mutating func succeeded() -> Bool {
        guard state == .trying else { return false }
        state = .closed
        (causes, failedTrials, pausesUntil) = ([:], 0, nil)
        return true
    }

    /// Goes on to a trial when it is time to.
    mutating func proceed(at now: Date) {
        guard state == .open, away.isEmpty, pausesUntil.map({ $0 <= now }) ?? true else { return }
        state = .trying
    }

    /// How long nothing happens unless something is told; nil for ever.
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

    /// Seconds.
    private var pause: Double {
        let doublings = min(max(0, failedTrials - 1), 16)
        return min(pace.longest, pace.first * (1 << doublings)) / .seconds(1)
    }
}
