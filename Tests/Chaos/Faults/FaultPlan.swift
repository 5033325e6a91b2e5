import Support

/// Which faults strike when: the same for the same seed.
struct FaultPlan: Sendable, Equatable {
    let faults: [Fault]
    /// Seconds that they take if the suite does not have to be waited for much.
    let length: Double

    /// Of a hundred faults, so many are of each kind. What is left over are kills.
    private static let shares: [(kind: FaultKind, percent: Int)] = [
        (.zombie, 15), (.postgres, 10), (.schema, 5), (.brokerDown, 10), (.brokerErased, 8), (.receiver, 7),
    ]
    /// Where Postgres has a standby, besides.
    private static let shareOfFailovers = 12
    /// Where the broker has several nodes, one is struck more often than all, as in production: a cluster that starts together on a few
    /// cores is away for half a minute, and strikes in between would show its start, not the suite.
    private static let sharesOfNodes: [(kind: FaultKind, percent: Int)] = [
        (.brokerNode, 20), (.brokerDown, 2), (.brokerErased, 2),
    ]

    /// From so many faults on the rarer kinds occur, too.
    static let many = 20

    /// What takes longer, or needs something of the machine: each occurs in a plan of many faults.
    private static let rarerShares: [(kind: FaultKind, percent: Int)] = [
        (.slow, 4), (.childKilled, 5), (.clock, 5), (.disk, 4), (.storm, 6), (.backlog, 2), (.keys, 8), (.grow, 2),
    ]

    /// Each of the usual kinds occurs in a plan of 10 faults or more; each service is killed in turn, in an order that the seed
    /// decides. `rarer` are those of the others that can be done here. With `only` there is nothing but these, each as often.
    init(
        faults count: Int, seed: UInt64, instances: Int, canStopBroker: Bool, nodes: Int = 1, hasStandby: Bool = false,
        rarer: Set<FaultKind> = [], only: Set<FaultKind> = []
    ) {
        var numbers = SeededGenerator(seed: seed)
        var kinds: [FaultKind] = []
        let shares =
            (nodes > 1 ? Self.shares.filter { !$0.kind.touchesBroker } + Self.sharesOfNodes : Self.shares)
            + (hasStandby ? [(.failover, Self.shareOfFailovers)] : [])
        for (kind, percent) in shares where canStopBroker || !kind.touchesBroker {
            let share = max(count * percent / 100, count >= 10 ? 1 : 0)
            kinds += Array(repeating: kind, count: share)
        }
        for (kind, percent) in Self.rarerShares where rarer.contains(kind) && (canStopBroker || !kind.touchesBroker) {
            kinds += Array(repeating: kind, count: max(count * percent / 100, count >= Self.many ? 1 : 0))
        }
        // Of seven faults one is a kill at least.
        Self.thin(&kinds, to: count - max(1, count / 7))
        kinds += Array(repeating: .kill, count: max(0, count - kinds.count))
        let chosen = only.sorted { $0.rawValue < $1.rawValue }
        if !chosen.isEmpty { kinds = (0..<count).map { chosen[$0 % chosen.count] } }
        kinds.shuffle(using: &numbers)

        let services = Target.services(instances: instances)
        var inTurn: [Target] = []
        faults = kinds.map { kind in
            let gap = Self.gap(kind, &numbers)
            var target = Target.broker
            switch kind {
            case .kill, .zombie, .clock:
                if inTurn.isEmpty { inTurn = services.shuffled(using: &numbers) }
                target = inTurn.removeLast()
            case .postgres, .failover, .schema: target = .postgres
            case .receiver: target = .receiver
            case .disk, .storm: target = .files
            case .keys: target = .keys
            case .slow, .childKilled:
                target = Target(
                    role: Bool.random(using: &numbers) ? .validation : .normalization,
                    instance: .random(in: 1..<(max(1, instances) + 1), using: &numbers))
            case .brokerNode: target = Target(role: .broker, instance: .random(in: 1...nodes, using: &numbers))
            case .brokerDown, .brokerErased, .backlog, .grow: break
            }
            return Fault(kind: kind, target: target, gap: gap, length: Self.length(kind, &numbers))
        }
        length = faults.reduce(5) { $0 + $1.gap + ([.brokerErased, .backlog].contains($1.kind) ? 10 : 0) }
    }

    /// Leaves one after the other of the commonest kind out, until they are so many.
    private static func thin(_ kinds: inout [FaultKind], to count: Int) {
        while kinds.count > count {
            let counts = Dictionary(grouping: kinds, by: \.self).mapValues(\.count)
            let commonest = kinds.max { (counts[$0] ?? 0, $0.rawValue) < (counts[$1] ?? 0, $1.rawValue) }
            guard let index = kinds.firstIndex(where: { $0 == commonest }) else { return }
            kinds.remove(at: index)
        }
    }

    /// Before a fault. Long enough, in the mean, for the suite to take up its work again, and often too short for it.
    private static func gap(_ kind: FaultKind, _ numbers: inout SeededGenerator) -> Double {
        kind.touchesBroker ? .random(in: 2..<6, using: &numbers) : .random(in: 0.2..<5, using: &numbers)
    }

    private static func length(_ kind: FaultKind, _ numbers: inout SeededGenerator) -> Double {
        switch kind {
        case .kill, .postgres, .brokerErased, .childKilled, .grow: 0
        // A decoder that says nothing for 30 seconds is given up.
        case .slow: .random(in: 10..<28, using: &numbers)
        case .clock: .random(in: 4..<12, using: &numbers)
        case .disk, .storm: .random(in: 3..<10, using: &numbers)
        case .schema: .random(in: 2..<6, using: &numbers)
        case .failover: .random(in: 1..<8, using: &numbers)
        // A member of a group is given up after 6 seconds.
        case .zombie: .random(in: 7..<11, using: &numbers)
        case .brokerDown, .brokerNode, .backlog, .keys: .random(in: 2..<9, using: &numbers)
        // What it misses meanwhile comes within its schedule of tries.
        case .receiver: .random(in: 0.5..<6, using: &numbers)
        }
    }
}
