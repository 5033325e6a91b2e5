public import Shared

/// What a process hears when it renews its lease: all that may wait for it, so that it asks for nothing of that by itself.
public struct Heartbeat: Hashable, Sendable {
    /// Of each stage that was asked for.
    public let waiting: [Stage: WaitingWork]
    /// Whether the instance has rows in the outbox that are not published.
    public let isAnyUnpublished: Bool
    /// Whether another instance, whose lease has run out, left such rows behind.
    public let areOrphansLeft: Bool
    /// The newest step of the schema.
    public let schema: Int
    /// The store's clock, in seconds since 1970.
    public let clock: Double

    public init(
        waiting: [Stage: WaitingWork] = [:], isAnyUnpublished: Bool, areOrphansLeft: Bool, schema: Int = 0, clock: Double
    ) {
        self.waiting = waiting
        self.isAnyUnpublished = isAnyUnpublished
        self.areOrphansLeft = areOrphansLeft
        self.schema = schema
        self.clock = clock
    }
}
