import Glibc

/// In which order everything stops, and how each kind of process is asked to.
enum StopSequence {
    /// The door closes first, then the work behind it drains, then what it stands on goes.
    static let order: [[ProcessRole]] = [
        [.gateway], [.validation, .normalization, .reading, .notification], [.broker], [.postgres], [.guardian],
    ]

    struct Step: Sendable, Equatable {
        let signal: CInt
        /// To the whole process group, helpers of a service included.
        let toGroup: Bool
        /// How long to wait for the process before the next step.
        let grace: Duration
    }

    /// From the polite to the final. Postgres is asked for a fast stop, then for an immediate one: killing it would make
    /// its next start slow.
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
        // The services.
        default:
            return [Step(signal: SIGTERM, toGroup: false, grace: .seconds(15)), kill]
        }
    }
}
