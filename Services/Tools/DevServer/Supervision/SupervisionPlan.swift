/// What must be done, beside starting processes, before the next stage starts.
enum Preparation: Sendable, Equatable {
    /// Creates the database and migrates its tables.
    case database
    /// Makes sure that the topics exist.
    case topics
}

/// The processes in their starting order: a stage starts when the previous one is ready and prepared.
struct SupervisionPlan: Sendable, Equatable {
    struct Stage: Sendable, Equatable {
        var processes: [ProcessName]
        var preparations: [Preparation] = []
    }

    var stages: [Stage]

    var processes: [ProcessName] { stages.flatMap(\.processes) }
    /// `embeddedPostgres`: whether a private cluster runs here; otherwise `DATABASE_URL` names an existing one.
    /// `embeddedBroker`: the same for the broker. An embedded broker creates its topics itself. `instances`: how often
    /// each service runs; 1 by default. `isReadingOn`: whether this installation reads the text of documents.
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
