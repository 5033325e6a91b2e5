public import FoundationEssentials
public import Shared

/// The backlog of a stage without a live process.
public struct StageBacklog: Sendable, Hashable {
    public let stage: Stage
    /// The number of unfinished events, up to `mostCounted`.
    public let waiting: Int
    /// The time of the oldest of them.
    public let oldest: Date
    /// When the last process of the stage ended; nil if none is recorded.
    public let lastAlive: Date?

    public static let mostCounted = 10_000

    public init(stage: Stage, waiting: Int, oldest: Date, lastAlive: Date?) {
        self.stage = stage
        self.waiting = waiting
        self.oldest = oldest
        self.lastAlive = lastAlive
    }
}

/// A stage with waiting work and no live process, for longer than a restart takes.
public struct UnattendedStage: Sendable, Hashable {
    public let stage: Stage
    public let waiting: Int
    /// Since when work waits and no process lives.
    public let since: Date

    /// In seconds. A restart or a rolling update takes less.
    public static let grace = 30.0

    /// Nil if it is too early to tell.
    public init?(_ backlog: StageBacklog, at now: Date) {
        guard backlog.waiting > 0 else { return nil }
        let since = max(backlog.oldest, backlog.lastAlive ?? backlog.oldest)
        guard now.timeIntervalSince(since) >= Self.grace else { return nil }
        (stage, waiting, self.since) = (backlog.stage, backlog.waiting, since)
    }
}

extension Stage {
    /// The stages that none of these services runs. Excludes stages whose work may be lost without harm.
    public static func unattended(whereLive services: Set<String>) -> [Stage] {
        allCases.filter { $0.isFollowed && !services.contains($0.service) }
    }
}
