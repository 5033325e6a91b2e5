/// The work that the store has for a stage, beside its topic.
public struct WaitingWork: Sendable, Hashable {
    /// The time until the next retry is due (zero or less if one is due); nil if none waits.
    public let nextRetry: Duration?
    /// Whether a process died during some work, which `claimAbandoned` finds.
    public let isAnyAbandoned: Bool
    /// Nil if the stage is not paused.
    public let pause: StagePause?

    public init(nextRetry: Duration?, isAnyAbandoned: Bool, pause: StagePause?) {
        self.nextRetry = nextRetry
        self.isAnyAbandoned = isAnyAbandoned
        self.pause = pause
    }
}
