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

/// Pauses of stages, for all processes of an installation.
public protocol StagePauseStore: Sendable {
    /// False if the stage is already paused; that pause is unchanged.
    func pause(_ stage: Stage, actor: String, reason: String?) async throws(StoreError) -> Bool

    /// False if the stage is not paused.
    func resume(_ stage: Stage) async throws(StoreError) -> Bool

    func pauses() async throws(StoreError) -> [StagePause]
}
