public import FoundationEssentials
public import Shared

/// What waits for a stage that no process lives of, as it was found.
public struct StageBacklog: Sendable, Hashable {
    public let stage: Stage
    /// Events that it has not finished, up to `mostCounted`.
    public let waiting: Int
    /// When the first of them was made.
    public let oldest: Date
    /// When the last process that could have worked on them ended; nil where none is remembered.
    public let lastAlive: Date?

    public static let mostCounted = 10_000

    public init(stage: Stage, waiting: Int, oldest: Date, lastAlive: Date?) {
        self.stage = stage
        self.waiting = waiting
        self.oldest = oldest
        self.lastAlive = lastAlive
    }
}

/// A stage whose work waits while no process lives that does it, and has for longer than it takes to start one anew.
public struct UnattendedStage: Sendable, Hashable {
    public let stage: Stage
    public let waiting: Int
    /// Since when something waits and nobody lives.
    public let since: Date

    /// A worker that is started anew or rolled is away for less.
    public static let grace = 30.0

    /// Nil where it is too early to tell.
    public init?(_ backlog: StageBacklog, at now: Date) {
        guard backlog.waiting > 0 else { return nil }
        let since = max(backlog.oldest, backlog.lastAlive ?? backlog.oldest)
        guard now.timeIntervalSince(since) >= Self.grace else { return nil }
        (stage, waiting, self.since) = (backlog.stage, backlog.waiting, since)
    }
}

extension Stage {
    /// Those that none of these services works at. What gets lost without harm has nobody missed.
    public static func unattended(whereLive services: Set<String>) -> [Stage] {
        allCases.filter { $0.isFollowed && !services.contains($0.service) }
    }
}
