import Glibc

/// What the guardian does after `docket up` is gone without having stopped anything: the services notice themselves and
/// stop; Postgres notices nothing and is told; what lingers is ended.
enum GuardianDecision {
    struct Order: Sendable, Hashable {
        let signal: CInt
        /// The process, or all of its group.
        let pid: CInt
        let toGroup: Bool
    }

    /// Services may finish what they have in hand for this long.
    static let servicesGrace = Duration.seconds(3)
    /// From then on Postgres stops without waiting for anyone.
    static let postgresGrace = Duration.seconds(5)
    /// From then on nothing is asked any more.
    static let limit = Duration.seconds(8)

    /// The orders at this moment, repeated as time goes on: they are safe to give twice.
    /// `lingering`: what of the run is still there, Postgres included.
    /// `elapsed`: since `docket up` disappeared.
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
