/// What has to be done, besides starting processes, before the next stage may start.
enum Preparation: Sendable, Equatable {
    /// Creates the database and brings its tables up to date.
    case database
    /// Makes sure that the topics exist.
    case topics
}

/// What runs, in the order in which it starts: a stage begins when all of the one before is ready and prepared.
struct SupervisionPlan: Sendable, Equatable {
    struct Stage: Sendable, Equatable {
        var processes: [ProcessName]
        var preparations: [Preparation] = []
    }

    var stages: [Stage]

    var processes: [ProcessName] { stages.flatMap(\.processes) }
    /// `embeddedPostgres`: whether a private cluster runs here; otherwise `DATABASE_URL` names one that exists.
    /// `embeddedBroker`: likewise for the broker. An embedded one makes its topics itself.
    /// `instances`: how often each service runs; 1 where nothing is said.
    /// `isReadingOn`: whether this installation reads what stands on documents.
    static func make(
        embeddedPostgres: Bool, embeddedBroker: Bool, instances: [ProcessRole: Int] = [:], isReadingOn: Bool = true
    ) -> SupervisionPlan {
        var ground: [ProcessName] = []
        if embeddedPostgres { ground.append(ProcessName(role: .postgres)) }
        if embeddedBroker { ground.append(ProcessName(role: .broker)) }
        let services = ProcessRole.services.filter { $0 != .reading || isReadingOn }.flatMap { role in
            (1...max(1, instances[role] ?? 1)).map { ProcessName(role: role, instance: $0) }
        }
        return SupervisionPlan(stages: [
            Stage(processes: [ProcessName(role: .guardian)]),
            Stage(processes: ground, preparations: embeddedBroker ? [.database] : [.database, .topics]),
            Stage(processes: services),
        ])
    }
}
