import Support

extension ChaosRun {
    /// What is asked for, as far as it can be done here.
    func plan(for suite: Suite) throws -> FaultPlan {
        var rarer: Set<FaultKind> = suite.files.faults.union([.slow, .childKilled])
        if suite.clocks != nil { rarer.insert(.clock) }
        if !suite.hasEmbeddedBroker { rarer.insert(.grow) }
        if suite.keys != nil { rarer.insert(.keys) }
        if settings.backlog > 0 { rarer.insert(.backlog) }
        var possible = rarer.union([.kill, .zombie, .postgres, .schema, .brokerDown, .brokerErased, .receiver])
        if suite.broker.nodes > 1 { possible.insert(.brokerNode) }
        if suite.database.isPair { possible.insert(.failover) }
        if !suite.broker.canBeStopped { possible = possible.filter { !$0.touchesBroker } }
        let impossible = settings.only.subtracting(possible).map(\.rawValue).sorted()
        guard impossible.isEmpty else {
            throw Program.Failed(description: "this cannot be done here: \(impossible.joined(separator: ", "))")
        }
        let left = Set(FaultKind.allCases).subtracting(possible).map(\.rawValue).sorted()
        if settings.only.isEmpty, settings.faults >= FaultPlan.many, !left.isEmpty {
            say("skipped, for it cannot be done here: \(left.joined(separator: ", "))")
        }
        return FaultPlan(
            faults: settings.faults, seed: settings.seed, instances: settings.instances,
            canStopBroker: suite.broker.canBeStopped, nodes: suite.broker.nodes, hasStandby: suite.database.isPair, rarer: rarer,
            only: settings.only)
    }
}
