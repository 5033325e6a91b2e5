/// What the store has for a stage, beside what its topic brings.
public struct WaitingWork: Sendable, Hashable {
    /// Until the next retry is due (zero or less: one is); nil when none waits.
    public let nextRetry: Duration?
    /// Whether a process died while it worked on some, which `claimAbandoned` finds.
    public let isAnyAbandoned: Bool
    /// Nil while the stage is not paused.
    public let pause: StagePause?

    public init(nextRetry: Duration?, isAnyAbandoned: Bool, pause: StagePause?) {
        self.nextRetry = nextRetry
        self.isAnyAbandoned = isAnyAbandoned
        self.pause = pause
    }
}
