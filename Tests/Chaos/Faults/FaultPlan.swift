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
    /// Where the broker has several nodes, besides.
    private static let shareOfNodes = 25

    /// Every kind occurs in a plan of 10 faults or more; each service is killed in turn, in an order that the seed decides.
    init(faults count: Int, seed: UInt64, instances: Int, canStopBroker: Bool, nodes: Int = 1, hasStandby: Bool = false) {
        var numbers = SeededGenerator(seed: seed)
        var kinds: [FaultKind] = []
        let shares =
            Self.shares + (nodes > 1 ? [(.brokerNode, Self.shareOfNodes)] : [])
            + (hasStandby ? [(.failover, Self.shareOfFailovers)] : [])
        for (kind, percent) in shares where canStopBroker || !kind.touchesBroker {
            let share = max(count * percent / 100, count >= 10 ? 1 : 0)
            kinds += Array(repeating: kind, count: share)
        }
        kinds += Array(repeating: .kill, count: max(0, count - kinds.count))
        kinds.shuffle(using: &numbers)

        let services = Target.services(instances: instances)
        var inTurn: [Target] = []
        faults = kinds.map { kind in
            let gap = Self.gap(kind, &numbers)
            var target = Target.broker
            switch kind {
            case .kill, .zombie:
                if inTurn.isEmpty { inTurn = services.shuffled(using: &numbers) }
                target = inTurn.removeLast()
            case .postgres, .failover, .schema: target = .postgres
            case .receiver: target = .receiver
            case .brokerNode: target = Target(role: .broker, instance: .random(in: 1...nodes, using: &numbers))
            case .brokerDown, .brokerErased: break
            }
            return Fault(kind: kind, target: target, gap: gap, length: Self.length(kind, &numbers))
        }
        length = faults.reduce(5) { $0 + $1.gap + ($1.kind == .brokerErased ? 10 : 0) }
    }

    /// Before a fault. Long enough, in the mean, for the suite to take up its work again, and often too short for it.
    private static func gap(_ kind: FaultKind, _ numbers: inout SeededGenerator) -> Double {
        kind.touchesBroker ? .random(in: 2..<6, using: &numbers) : .random(in: 0.2..<5, using: &numbers)
    }

    private static func length(_ kind: FaultKind, _ numbers: inout SeededGenerator) -> Double {
        switch kind {
        case .kill, .postgres, .brokerErased: 0
        case .schema: .random(in: 2..<6, using: &numbers)
        case .failover: .random(in: 1..<8, using: &numbers)
        // A member of a group is given up after 6 seconds.
        case .zombie: .random(in: 7..<11, using: &numbers)
        case .brokerDown, .brokerNode: .random(in: 2..<9, using: &numbers)
        // What it misses meanwhile comes within its schedule of tries.
        case .receiver: .random(in: 0.5..<6, using: &numbers)
        }
    }
}
