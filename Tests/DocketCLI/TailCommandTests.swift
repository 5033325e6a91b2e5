import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Support
import Telemetry
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket tail` against the embedded broker.
@Suite(.timeLimit(.minutes(2))) struct TailCommandTests {
    private static let topics: [Topic] = [.submitted, .outcomes]

    /// Events of three partitions of two topics, a millisecond apart, of which every tenth says nothing of the step before it.
    private func withEvents(_ count: Int, _ body: ([String: String]) async throws -> Void) async throws {
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 3) }))
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "tail-test")
        let producer = try KafkaProducer(
            KafkaConfiguration(bootstrapServers: cluster.bootstrapServers), group: group,
            logger: Logger(label: "tail-test", level: .critical))
        let messages = try (0..<count).map { number in
            let submission = SubmissionID.random()
            let topic = Self.topics[number % 2]
            let time = Timestamp(millisecondsSinceEpoch: 1_790_000_000_000 + Int64(number))
            let header = EventHeader(
                id: .random(), type: topic == .submitted ? .submissionSubmitted : .submissionWithdrawn, source: "/docket/test",
                submission: submission, time: time, sequence: 3, tenant: "acme", journey: "identity",
                previousTime: number % 10 == 0 ? nil : time.adding(.milliseconds(-(number % 2 == 0 ? 3_000 : 1_000))))
            let event =
                try topic == .submitted
                ? CloudEvent(
                    header: header, data: SubmissionSubmitted(journeyVersion: ContentDigest(of: []), attempt: 1, documents: [])
                ).encoded() : CloudEvent(header: header, data: SubmissionOutcome(state: .withdrawn, attempt: 1)).encoded()
            return KafkaMessage(topic: topic.name, key: Array(submission.description.utf8), value: event)
        }
        let reports = try await group.next().run { await producer.produce(messages) }
        for report in reports { _ = try report.get() }
        try await group.next().run { await producer.close(within: .seconds(2)) }
        await group.shutdown()
        try await body(["KAFKA_BOOTSTRAP_SERVERS": cluster.bootstrapServers, "KAFKA_FETCH_WAIT": "5ms"])
        _ = cluster
    }

    @Test func whatIsThereComesInTheOrderOfTimeOverAllPartitions() async throws {
        try await withEvents(600) { environment in
            for form in [["--format", "{time} {topic}"], ["--json"], []] {
                let outcome = try await Program.run(
                    try BuiltPrograms.commandLine(), ["tail", "--no-follow"] + form, environment: environment)
                #expect(outcome.status == .exited(0), "\(outcome.complaints)")
                let lines = outcome.text.split(separator: "\n").map(String.init)
                let times = lines.compactMap { $0.firstMatch(of: /2026-09-2\dT[0-9:.]+Z/).map { String($0.output) } }
                let own =
                    form == ["--json"]
                    ? lines.compactMap { $0.firstMatch(of: /"time":"([^"]+)"/).map { String($0.output.1) } } : times
                #expect(own.count == 600 && own == own.sorted(), "\(form)")
            }
            // All the same where it goes on with what comes: until a moment that is near.
            let soon = Timestamp(Date()).adding(.seconds(6))
            let followed = try await OperatorGround.docket(
                ["tail", "--from-beginning", "--until", "\(soon)", "--format", "{time}"], environment: environment)
            let times = followed.output.split(separator: "\n").map(String.init)
            #expect(times.count == 600 && times == times.sorted())
        }
    }

    @Test func nothingIsLeftOutInSilence() async throws {
        try await withEvents(100) { environment in
            let slow = try await Program.run(
                try BuiltPrograms.commandLine(),
                ["tail", "--no-follow", "--where", "latency > 2s", "--format", "{latency}"], environment: environment)
            #expect(slow.text.split(separator: "\n") == [Substring](repeating: "3000", count: 40))
            #expect(slow.status == .exited(0))
            #expect(slow.complaints.contains("of 10 events it is not known whether they match"), "\(slow.complaints)")
            let all = try await OperatorGround.docket(
                ["tail", "--no-follow", "--where", "latency > 2s or topic == outcomes"], environment: environment)
            #expect(all.output.split(separator: "\n").count == 90)
        }
    }

    @Test func aMisspeltFieldIsAWrongCommandLine() async throws {
        for words in [["--where", "latncy > 2s"], ["--format", "{latncy}"]] {
            let outcome = try await OperatorGround.docket(["tail"] + words, environment: [:])
            #expect(outcome.code == .usage && outcome.errors.contains("near it are latency"), "\(outcome.errors)")
        }
    }
}
