import Glibc

/// The order of stopping, and the signals for each kind of process.
enum StopSequence {
    /// First the gateway closes, then the services finish, then the servers that they need stop.
    static let order: [[ProcessRole]] = [[.gateway], ProcessRole.readers, [.broker], [.postgres], [.guardian]]

    struct Step: Sendable, Equatable {
        let signal: CInt
        /// Whether the whole process group is signalled, helpers of a service included.
        let toGroup: Bool
        /// The time to wait before the next step.
        let grace: Duration
    }

    /// From the mildest signal to SIGKILL. Postgres gets a fast stop, then an immediate one: killing it would slow its
    /// next start down.
    static func steps(for role: ProcessRole) -> [Step] {
        let kill = Step(signal: SIGKILL, toGroup: true, grace: .seconds(5))
        switch role {
        case .broker, .guardian:
            return [Step(signal: SIGTERM, toGroup: false, grace: .seconds(3)), kill]
        case .postgres:
            return [
                Step(signal: SIGINT, toGroup: false, grace: .seconds(15)),
                Step(signal: SIGQUIT, toGroup: false, grace: .seconds(5)), kill,
            ]
        // The services: `DOCKET_STOP_GRACE`, and what they need to end in good order after it.
        default:
            return [Step(signal: SIGTERM, toGroup: false, grace: .seconds(25)), kill]
        }
    }
}
