public import FoundationEssentials
public import Shared

/// A stage that takes no new work, by an operator's wish.
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
    /// False when the stage is paused already; the pause stays as it is.
    func pause(_ stage: Stage, actor: String, reason: String?) async throws(StoreError) -> Bool

    /// False when the stage is not paused.
    func resume(_ stage: Stage) async throws(StoreError) -> Bool

    func pauses() async throws(StoreError) -> [StagePause]
}
