import EventLoop
import Foundation
import Glibc
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

    /// Foundation's `Process` waits until every descendant has gone, and a broker stays; so this one waits for the script alone.
    private static func run(_ arguments: [String]) throws {
        guard let script else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let words: [UnsafeMutablePointer<CChar>?] = ([script] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard posix_spawn(&child, script, &actions, nil, words, environ) == 0 else { throw NotStarted() }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw NotStarted() }
    }

    struct NotStarted: Error, CustomStringConvertible {
        var description: String { "the script that DOCKET_TEST_KAFKA names did not start a broker" }
    }
}
