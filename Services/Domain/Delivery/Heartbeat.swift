public import Shared

/// The answer to a process's renewal of its lease: everything that may wait for it, so that it needs no further queries.
public struct Heartbeat: Hashable, Sendable {
    /// For each requested stage.
    public let waiting: [Stage: WaitingWork]
    /// Whether the instance has unpublished rows in the outbox.
    public let isAnyUnpublished: Bool
    /// Whether an instance with an expired lease left such rows.
    public let areOrphansLeft: Bool
    /// How many other processes of its service with a valid lease have a smaller id, and so are older; at most
    /// `watchers`.
    public let elders: Int
    /// The newest migration of the schema.
    public let schema: Int
    /// The store's clock, in seconds since 1970.
    public let clock: Double

    public init(
        waiting: [Stage: WaitingWork] = [:], isAnyUnpublished: Bool, areOrphansLeft: Bool, elders: Int = Heartbeat.watchers,
        schema: Int = 0, clock: Double
    ) {
        self.waiting = waiting
        self.isAnyUnpublished = isAnyUnpublished
        self.areOrphansLeft = areOrphansLeft
        self.elders = elders
        self.schema = schema
        self.clock = clock
    }

    /// The number of processes of each service that never rest: where one dies, the other sees it.
    public static let watchers = 2

    /// Whether there is none older of its service.
    public var isEldest: Bool { elders == 0 }

    /// Whether it is one of those that never rest.
    public var keepsWatch: Bool { elders < Self.watchers }
}
