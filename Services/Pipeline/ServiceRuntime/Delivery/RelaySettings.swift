/// Bounds of a relay.
public struct RelaySettings: Sendable {
    /// The maximum of rows in one query.
    public var batch = 500
    /// The maximum of rows in flight.
    public var room = 2_000
    /// How long a delivery report waits for others, see `RelayPlan.mustMark`. A row whose process dies meanwhile is published twice.
    public var markPause = Duration.milliseconds(100)
    /// The interval of queries without a wake-up. Renewals of the lease also wake the relay if rows wait, such as those
    /// of a commit with a lost answer. It is longer than the time until a process rests, which such a query puts off.
    public var interval = Duration.seconds(60)
    /// The least interval between two queries for rows of dead processes, which the renewals of the lease report.
    public var adoptionInterval = Duration.seconds(1)
    /// The interval of such queries without a report, for rows of unknown processes.
    public var orphanInterval = Duration.seconds(60)
    /// The interval of removing published rows of finished events, and their least age.
    public var purgeInterval = Duration.seconds(60)
    public var keep = Duration.seconds(300)
    /// How long a stop waits for rows in flight.
    public var drainLimit = Duration.seconds(5)
    /// How tenants take turns.
    public var turns = TurnSettings()
}
