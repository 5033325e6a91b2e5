/// Bounds of a relay.
public struct RelaySettings: Sendable {
    /// How many rows one question to the database asks for.
    public var batch: Int
    /// How many rows may be under way.
    public var room: Int
    /// How often rows are looked for when nobody wakes the relay. The renewals of the lease do, where rows wait: those of a commit
    /// whose answer was lost.
    public var interval: Duration
    /// How long at least lies between two looks for rows of dead processes, of which the renewals of the lease tell.
    public var adoptionInterval: Duration
    /// How often such rows are looked for whatever was told: those of processes that nobody knows any more.
    public var orphanInterval: Duration
    /// How often the published rows of finished events are removed, and how long ago they must have been published.
    public var purgeInterval: Duration
    public var keep: Duration
    /// How long a stop waits for what is under way.
    public var drainLimit: Duration

    public init(
        batch: Int = 500, room: Int = 2_000, interval: Duration = .seconds(60),
        adoptionInterval: Duration = .seconds(1),
        orphanInterval: Duration = .seconds(60), purgeInterval: Duration = .seconds(60), keep: Duration = .seconds(300),
        drainLimit: Duration = .seconds(5)
    ) {
        self.batch = batch
        self.room = room
        self.interval = interval
        self.adoptionInterval = adoptionInterval
        self.orphanInterval = orphanInterval
        self.purgeInterval = purgeInterval
        self.keep = keep
        self.drainLimit = drainLimit
    }
}
