/// Bounds of a relay.
public struct RelaySettings: Sendable {
    /// The maximum of rows in one query.
    public var batch: Int
    /// The maximum of rows in flight.
    public var room: Int
    /// The interval of queries without a wake-up. Renewals of the lease also wake the relay if rows wait, such as those
    /// of a commit with a lost answer.
    public var interval: Duration
    /// The least interval between two queries for rows of dead processes, which the renewals of the lease report.
    public var adoptionInterval: Duration
    /// The interval of such queries without a report, for rows of unknown processes.
    public var orphanInterval: Duration
    /// The interval of removing published rows of finished events, and their least age.
    public var purgeInterval: Duration
    public var keep: Duration
    /// How long a stop waits for rows in flight.
    public var drainLimit: Duration
    /// How tenants take turns.
    public var turns: TurnSettings

    public init(
        batch: Int = 500, room: Int = 2_000, interval: Duration = .seconds(60),
        adoptionInterval: Duration = .seconds(1),
        orphanInterval: Duration = .seconds(60), purgeInterval: Duration = .seconds(60), keep: Duration = .seconds(300),
        drainLimit: Duration = .seconds(5), turns: TurnSettings = TurnSettings()
    ) {
        self.turns = turns
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
