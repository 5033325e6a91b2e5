import EventLoop
import Foundation
import Glibc
import Kafka
import Support
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

    func configuration() async throws -> KafkaConfiguration {
        switch self {
        case .embedded: try EmbeddedBroker.configuration()
        case .apache: KafkaConfiguration(bootstrapServers: try await ApacheKafka.servers(), clientID: "docket-tests")
        }
    }

    func topic(partitions: Int, group: EventLoopGroup) async throws -> String {
        guard self == .apache else { return try EmbeddedBroker.topic(partitions: partitions) }
        let admin = try await KafkaAdmin(configuration(), group: group, limit: .seconds(20), logger: .silent)
        let name = "topic-\(UInt64.random(in: 0 ... .max))"
        _ = try await admin.createTopics([TopicSpecification(name: name, partitions: partitions, replication: 1)])
        await admin.close()
        return name
    }

    func consumer(topic: String, group: String, loops: EventLoopGroup) async throws -> KafkaConsumer {
        try await KafkaConsumer(
            configuration(), group: group, topics: [topic], loops: loops, loop: loops.next(), logger: .silent)
    }
}

/// A broker of Apache Kafka for this test process, started by the script that `DOCKET_TEST_KAFKA` names (`SCRIPT start --port P
/// --dir D`, `SCRIPT erase --dir D`) and erased when the process ends.
enum ApacheKafka {
    static let script = ProcessInfo.processInfo.environment["DOCKET_TEST_KAFKA"].flatMap { $0.isEmpty ? nil : $0 }

    static func servers() async throws -> String { try await started.value }

    private static let started = Task { () async throws -> String in
        guard let script else { throw Program.Failed(description: "DOCKET_TEST_KAFKA names no script that starts Apache Kafka.") }
        atexit { _ = ApacheKafka.script.map { system("'\($0)' erase --dir '\(ApacheKafka.folder)' >/dev/null 2>&1") } }
        // Its controller listens a thousand above the broker.
        let port = try await FreePorts.one(withFellow: 1_000)
        _ = try await Program.check(script, ["start", "--port", "\(port)", "--dir", folder], limit: .seconds(120))
        return "127.0.0.1:\(port)"
    }

    private static let folder = FileManager.default.temporaryDirectory
        .appending(path: "docket-kafka-\(getpid())-\(UInt32.random(in: .min ... .max))").path
}
