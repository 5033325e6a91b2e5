/// What came of one seed.
struct SimulationReport: Sendable {
    let seed: UInt64
    let violations: [String]
    let digest: UInt64
    /// The trace, when it was kept.
    let lines: [String]
    let jobs: Int
    /// Virtual time until everything had ended.
    let duration: Duration
    let submissions: Int
    /// Faults that struck, network faults not among them.
    let strikes: Int
    let publications: Int
    let events: Int
    /// Events that the reconciler emitted again.
    let emittedAgain: Int
}

extension SimulationReport: CustomStringConvertible {
    var description: String {
        """
        seed \(seed): \(violations.prefix(8).joined(separator: "; "))
        replay it with: DOCKET_SIMULATION_SEED=\(seed) swift test --filter Simulation
        """
    }
}
