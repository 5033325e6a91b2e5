import Glibc

/// The guardian's actions after `docket up` was killed. The services notice it and stop. Postgres does not notice it and
/// gets a signal. Remaining processes are killed.
enum GuardianDecision {
    struct Order: Sendable, Hashable {
        let signal: CInt
        /// The process, or its group.
        let pid: CInt
        let toGroup: Bool
    }

    /// The services may finish their work for this long.
    static let servicesGrace = Duration.seconds(3)
    /// After this, Postgres stops without waiting for its clients.
    static let postgresGrace = Duration.seconds(5)
    /// After this, everything is killed.
    static let limit = Duration.seconds(8)

    /// The orders at this moment. They can be repeated safely.
    /// `lingering`: the processes of the run that still exist, Postgres included.
    /// `elapsed`: the time since `docket up` ended.
    static func orders(lingering: [ProcessRecords.Entry], elapsed: Duration) -> [Order] {
        let postgres = lingering.filter { $0.name == ProcessRole.postgres.rawValue }
        let others = lingering.filter { $0.name != ProcessRole.postgres.rawValue }
        if elapsed >= limit { return lingering.map { Order(signal: SIGKILL, pid: $0.pid, toGroup: true) } }
        var orders: [Order] = []
        if elapsed >= servicesGrace { orders += others.map { Order(signal: SIGKILL, pid: $0.pid, toGroup: true) } }
        if elapsed >= postgresGrace {
            orders += postgres.map { Order(signal: SIGQUIT, pid: $0.pid, toGroup: false) }
        } else if others.isEmpty || elapsed >= servicesGrace {
            orders += postgres.map { Order(signal: SIGINT, pid: $0.pid, toGroup: false) }
        }
        return orders
    }
}
