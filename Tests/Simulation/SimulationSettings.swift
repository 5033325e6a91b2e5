import FoundationEssentials

/// What the environment asks for.
enum SimulationSettings {
    /// `DOCKET_SIMULATION_SEED`: this seed alone, with its trace.
    static let seed = number("DOCKET_SIMULATION_SEED").map { UInt64($0) }

    /// `DOCKET_SIMULATION_FIRST`: the first of several seeds.
    static let first = number("DOCKET_SIMULATION_FIRST") ?? 1

    /// `DOCKET_SIMULATION_SEEDS`: how many seeds.
    static let seeds = number("DOCKET_SIMULATION_SEEDS") ?? 400

    /// `DOCKET_SIMULATION_FAILURES`: after so many the rest is not worth the time.
    static let failures = number("DOCKET_SIMULATION_FAILURES") ?? 10

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
