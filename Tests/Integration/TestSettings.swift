import FoundationEssentials

/// What the environment of a test run asks for.
enum TestSettings {
    /// A program that starts Apache Kafka: `start --port P --dir D` prints `KAFKA_BOOTSTRAP_SERVERS=…`, `erase --dir D` ends it.
    static let kafka = text("DOCKET_TEST_KAFKA")
    /// A folder in which packages of npm's are installed.
    static let node = text("DOCKET_TEST_NODE")
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
