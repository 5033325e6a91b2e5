public import Shared

/// The answer to a process's renewal of its lease: everything that may wait for it, so that it needs no further queries.
public struct Heartbeat: Hashable, Sendable {
    /// For each requested stage.
    public let waiting: [Stage: WaitingWork]
    /// Whether the instance has unpublished rows in the outbox.
    public let isAnyUnpublished: Bool
    /// Whether an instance with an expired lease left such rows.
    public let areOrphansLeft: Bool
    /// Whether no other process of its service with a valid lease has a smaller id, and so is older.
    public let isEldest: Bool
    /// The newest migration of the schema.
    public let schema: Int
    /// The store's clock, in seconds since 1970.
    public let clock: Double

    public init(
        waiting: [Stage: WaitingWork] = [:], isAnyUnpublished: Bool, areOrphansLeft: Bool, isEldest: Bool = false,
        schema: Int = 0, clock: Double
    ) {
        self.waiting = waiting
        self.isAnyUnpublished = isAnyUnpublished
        self.areOrphansLeft = areOrphansLeft
        self.isEldest = isEldest
        self.schema = schema
        self.clock = clock
    }
}
