import FoundationEssentials

/// What the environment of a test run asks for.
enum TestSettings {
    /// A program that starts Apache Kafka: `start --port P --dir D` prints `KAFKA_BOOTSTRAP_SERVERS=…`, `erase --dir D` ends it.
    static let kafka = text("DOCKET_TEST_KAFKA")
    /// A folder with documents of all kinds, the broken ones included.
    static let corpus = text("DOCKET_TEST_CORPUS")
    /// How often a service is killed while submissions are in flight; 80 is 20 times for each of the four.
    static let kills = text("DOCKET_TEST_KILLS").flatMap { Int($0) } ?? 6
    /// Decides when and which.
    static let seed = text("DOCKET_TEST_SEED").flatMap { UInt64($0) } ?? 20_261_031

    private static func text(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
