/// A process of the suite, by the name that `docket up` gives it.
struct Target: Sendable, Hashable, CustomStringConvertible {
    enum Role: String, Sendable, CaseIterable {
        case gateway, validation, normalization, notification, postgres, broker, receiver, files, keys
    }

    let role: Role
    var instance = 1

    static let postgres = Target(role: .postgres)
    static let broker = Target(role: .broker)
    static let receiver = Target(role: .receiver)
    static let files = Target(role: .files)
    static let keys = Target(role: .keys)

    var description: String { instance == 1 ? role.rawValue : "\(role.rawValue)-\(instance)" }

    /// Of the environment file: `VALIDATION_2_PID`.
    var variable: String { description.uppercased().replacing("-", with: "_") + "_PID" }

    /// Those that run Docket's own code; there is one gateway.
    static func services(instances: Int) -> [Target] {
        let workers: [Role] = [.validation, .normalization, .notification]
        return [Target(role: .gateway)]
            + workers.flatMap { role in (1...max(1, instances)).map { Target(role: role, instance: $0) } }
    }
}

/// What can be done to the suite.
enum FaultKind: String, Sendable, CaseIterable {
    /// SIGKILL to a service.
    case kill
    /// SIGSTOP for longer than the broker waits for a member of a group, then SIGCONT: a zombie.
    case zombie
    /// Postgres is ended at once (`pg_ctl stop -m immediate`) and comes back with crash recovery.
    case postgres
    /// The standby of Postgres is promoted while the old primary goes on answering, and takes no changes.
    case failover
    /// A column comes and goes while a backup reads the table.
    case schema
    /// The broker is away for seconds, and is back with all that it held.
    case brokerDown = "broker-down"
    /// One of several nodes of the broker is killed, and is back after seconds.
    case brokerNode = "broker-node"
    /// The broker loses records, offsets and its identity.
    case brokerErased = "broker-erased"
    /// Each topic gets more partitions, so that the keys of its records are spread anew.
    case grow = "topics-grow"
    /// The back end that webhooks are told to is killed, and comes back after seconds.
    case receiver
    /// A document takes 10 to 30 seconds (its decoder stands still), while all workers of its service are rolled, one after the other.
    case slow = "slow-document"
    /// The kernel ends a decoder, at best beside another one, as it does where all of them take more memory than there is.
    case childKilled = "decoder-killed"
    /// The wall clock of one process jumps by up to an hour, and back.
    case clock
    /// The disk of the files is full for seconds.
    case disk = "disk-full"
    /// S3 answers 503 to some requests, and breaks others off.
    case storm = "s3-storm"
    /// The broker is away while a great many rows wait for it.
    case backlog
    /// The Postgres of the keys is ended at once, and is back after seconds.
    case keys = "keys-down"

    var title: String {
        switch self {
        case .kill: "service killed"
        case .zombie: "service stopped, then continued"
        case .postgres: "Postgres ended at once"
        case .failover: "standby promoted"
        case .schema: "table altered during a backup"
        case .brokerDown: "broker down, then up"
        case .brokerNode: "broker's node killed, then started"
        case .brokerErased: "broker erased"
        case .grow: "partitions added to all topics"
        case .receiver: "receiver killed, then started"
        case .slow: "slow document, service rolled"
        case .childKilled: "decoder killed for memory"
        case .clock: "clock of a process moved"
        case .disk: "disk of the files full"
        case .storm: "S3 refuses and breaks off"
        case .backlog: "broker away, rows piled up"
        case .keys: "Postgres of the keys ended at once"
        }
    }

    /// Whether something that all work needs is away while it lasts.
    var takesAway: Bool {
        switch self {
        case .postgres, .failover, .brokerDown, .brokerErased, .backlog, .receiver, .disk, .storm, .keys: true
        case .kill, .zombie, .schema, .brokerNode, .grow, .slow, .childKilled, .clock: false
        }
    }

    var touchesBroker: Bool { [.brokerDown, .brokerNode, .brokerErased, .backlog, .grow].contains(self) }
}

/// One strike of a plan.
struct Fault: Sendable, Equatable, CustomStringConvertible {
    let kind: FaultKind
    let target: Target
    /// Seconds after the fault before it.
    let gap: Double
    /// Seconds that it lasts, where that is not the suite's to decide.
    let length: Double

    var description: String { "\(kind.rawValue) \(target)" }

    /// Seconds by which a clock is moved.
    var jump: Int { [-3_600, -90, 90, 3_600][Int(length * 1_000) % 4] }

    /// What no other fault may befall at the same time: of several nodes one is to be away, or all of them.
    var place: Target { kind.touchesBroker ? .broker : target }
}
