public import FoundationEssentials
public import Shared

/// A stage that an operator has paused: it takes no new work.
public struct StagePause: Sendable, Hashable {
    public let stage: Stage
    public let actor: String
    public let reason: String?
    public let since: Date

    public init(stage: Stage, actor: String, reason: String?, since: Date) {
        self.stage = stage
        self.actor = actor
        self.reason = reason
        self.since = since
    }
}
