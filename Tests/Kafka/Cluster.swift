import EventLoop
import Foundation
import Kafka
import Support
import Synchronization
import Telemetry
import Testing

/// The clusters that the same tests run on: the embedded one always, Apache Kafka where a script that starts it is named.
enum Cluster: String, CaseIterable, CustomTestStringConvertible {
    case embedded, apache

    var testDescription: String { rawValue }

    static var available: [Cluster] {
        if ApacheKafka.script == nil {
            print("skipped: Apache Kafka (DOCKET_TEST_KAFKA names no script that starts it)")
            return [.embedded]
        }
        return [.embedded, .apache]
    }

    func configuration() throws -> KafkaConfiguration {
        switch self {
        case .embedded: try EmbeddedBroker.configuration()
        case .apache: KafkaConfiguration(bootstrapServers: try ApacheKafka.started.get(), clientID: "docket-tests")
        }
    }

    func topic(partitions: Int, group: EventLoopGroup) async throws -> String {
        guard self == .apache else { return try EmbeddedBroker.topic(partitions: partitions) }
        let admin = try KafkaAdmin(configuration(), group: group, limit: .seconds(20), logger: .silent)
        let name = "topic-\(UInt64.random(in: 0 ... .max))"
        _ = try await admin.createTopics([TopicSpecification(name: name, partitions: partitions, replication: 1)])
        await admin.close()
        return name
    }

    func consumer(topic: String, group: String, loops: EventLoopGroup) throws -> KafkaConsumer {
        try KafkaConsumer(
            configuration(), group: group, topics: [topic], loops: loops, loop: loops.next(), logger: .silent)
    }
}

/// A broker of Apache Kafka for this test process, started by the script that `DOCKET_TEST_KAFKA` names (`SCRIPT start --port P
/// --dir D`, `SCRIPT erase --dir D`) and erased when the process ends.
enum ApacheKafka {
    static let script = ProcessInfo.processInfo.environment["DOCKET_TEST_KAFKA"].flatMap { $0.isEmpty ? nil : $0 }
    private static let port = Int.random(in: 33_000...38_000)
    private static let directory = FileManager.default.temporaryDirectory.appending(path: "docket-kafka-\(port)").path

    static let started: Result<String, any Error> = Result {
        atexit { try? ApacheKafka.run(["erase", "--dir", ApacheKafka.directory]) }
        try run(["start", "--port", "\(port)", "--dir", directory])
        return "127.0.0.1:\(port)"
    }

    private static func run(_ arguments: [String]) throws {
        guard let script else { return }
        let process = Process()
        process.executableURL = URL(filePath: script)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }
}
