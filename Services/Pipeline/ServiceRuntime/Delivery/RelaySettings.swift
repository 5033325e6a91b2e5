/// Bounds of a relay.
public struct RelaySettings: Sendable {
    /// How many rows one question to the database asks for.
    public var batch: Int
    /// How many rows may be under way.
    public var room: Int
    /// How often rows are looked for when nobody wakes the relay: those of a commit whose answer was lost.
    public var interval: Duration
    /// How often rows of dead processes are looked for.
    public var adoptionInterval: Duration
    /// How often the published rows of finished events are removed, and how long ago they must have been published.
    public var purgeInterval: Duration
    public var keep: Duration
    /// How long a stop waits for what is under way.
    public var drainLimit: Duration

    public init(
        batch: Int = 500, room: Int = 2_000, interval: Duration = .seconds(2), adoptionInterval: Duration = .seconds(3),
        purgeInterval: Duration = .seconds(30), keep: Duration = .seconds(300), drainLimit: Duration = .seconds(5)
    ) {
        self.batch = batch
        self.room = room
        self.interval = interval
        self.adoptionInterval = adoptionInterval
        self.purgeInterval = purgeInterval
        self.keep = keep
        self.drainLimit = drainLimit
    }
}
