import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Operations
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// What operators are told of stages that begin nothing, of brokers, and of what waits meanwhile.
@Suite(.timeLimit(.minutes(2)))
struct StandstillTests {
    private struct Paused: Decodable, Hashable {
        let stage: String
        let cause: String
        let by: String
        let since: String?
        let reason: String?
    }

    private static let place = TopicPartition(topic: "docket.submitted", partition: 0)
    private static let since = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)

    private static let operators = Paused(
        stage: "validation", cause: "operator", by: "operator:erna", since: nil, reason: "a new decoder")
    private static let full = Paused(
        stage: "normalization", cause: "blobs", by: "test", since: since.description, reason: "the store has no space left")

    /// A stage that an operator has paused, and one whose disk is full.
    private func run(_ body: (OperatorGround, EmbeddedCluster) async throws -> Void) async throws {
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) }))
        try await OperatorGround.run { ground in
            #expect(try await ground.docket("pause", "validation", "--reason", "a new decoder").code == .success)
            try await PostgresStageOutageStore(pool: ground.database.pool).tell(
                [StageOutage.Cause(dependency: .blobs, reason: "the store has no space left", since: Self.since.date)],
                of: .normalization, ground.lease)
            try await body(ground, cluster)
        }
    }

    /// Eight records, of which a group has committed three.
    private func produce(to cluster: EmbeddedCluster) async throws {
        let group = try EventLoopGroup(threads: 2)
        let configuration = try EmbeddedBroker.configuration(cluster)
        let producer = try KafkaProducer(configuration, group: group, logger: .silent)
        _ = await producer.produce(
            (0..<8).map { _ in KafkaMessage(topic: Self.place.topic, key: [1], value: [1], headers: []) })
        await producer.close(within: .seconds(5))
        let consumer = try KafkaConsumer(
            configuration, group: Stage.validation.consumerGroup, topics: [Self.place.topic], loops: group, loop: group.next(),
            logger: .silent)
        reading: while true {
            switch try await consumer.next(maximum: 8) {
            case .records: break reading
            case .assigned(let change), .revoked(let change), .lost(let change): try await consumer.answer(change)
            }
        }
        #expect(try consumer.storeOffset(Self.place, next: 3))
        await consumer.close(within: .seconds(5))
        await group.shutdown()
    }

    @Test func `status says what waits though nobody reads it, and why nobody does`() async throws {
        struct Report: Decodable {
            let paused: [Paused]
            let kafka: [String]
            let partitions: [Partition]

            struct Partition: Decodable {
                let stage: String
                let topic: String
                let lag: Int
                let consumer: String
            }
        }
        try await run { ground, cluster in
            try await produce(to: cluster)
            let outcome = try await ground.docket(
                "status", "--once", "--json", "--admin", "validation=http://127.0.0.1:1", kafka: cluster.bootstrapServers)
            #expect(outcome.code == .success, "\(outcome.errors)")
            let report = try outcome.json(Report.self)
            #expect(
                report.partitions.map(\.stage).sorted()
                    == ["callout", "normalization", "notification", "preview", "reading", "validation"])
            #expect(report.partitions.map(\.lag).reduce(0, +) == 5)
            let waiting = try #require(report.partitions.first { $0.stage == "validation" })
            #expect(waiting.lag == 5 && waiting.topic == Self.place.topic && waiting.consumer == "nobody")
            #expect(report.kafka.isEmpty)
            #expect(report.paused.map(\.stage) == ["validation", "normalization"])
            #expect(report.paused[0].since != nil && report.paused[0].by == Self.operators.by)
            #expect(report.paused[0].reason == Self.operators.reason)
            #expect(report.paused[1] == Self.full)
            let screen = try await ground.docket(
                "status", "--once", "--admin", "validation=http://127.0.0.1:1", kafka: cluster.bootstrapServers)
            #expect(screen.output.contains("validation: paused by operator:erna since"))
            #expect(screen.output.contains("normalization: test begins nothing since \(Self.since), for want of blobs"))
            #expect(screen.output.contains("nobody"))
        }
    }

    @Test func `status, follow and reconcile name brokers and topics that are away`() async throws {
        struct Report: Decodable { let kafka: [String] }
        try await OperatorGround.run { ground in
            let status = try await ground.docket(
                "status", "--once", "--json", "--admin", "validation=http://127.0.0.1:1", kafka: "127.0.0.1:1")
            #expect(status.code == .success, "\(status.errors)")
            #expect(try status.json(Report.self).kafka.first?.hasPrefix("Kafka at 127.0.0.1:1: ") == true)
            let submission = try await ground.submissions.submittedSample()
            let story = try await ground.docket("follow", "\(submission.id)", "--no-follow", kafka: "127.0.0.1:1")
            #expect(story.code == .success && story.output.contains("Kafka at 127.0.0.1:1: "), "\(story)")
            let topics = Topic.allCases.filter { $0 != .outcomes }.map { ($0.name, 1) }
            let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: topics))
            let short = try await ground.docket("reconcile", "--dry-run", "--json", kafka: cluster.bootstrapServers)
            #expect(try short.json(Report.self).kafka == ["there is no topic docket.outcomes: run “docket migrate --topics”"])
        }
    }

    @Test func `follow says what the submission waits for, and when that is over`() async throws {
        struct Line: Decodable {
            let kind: String
            let what: String?
            let note: String?
        }
        try await run { ground, _ in
            let submission = try await ground.submissions.submittedSample()
            let outcome = try await ground.docket("follow", "\(submission.id)", "--no-follow", "--json")
            let lines = try outcome.output.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            // Normalization is not at it yet.
            let held = lines.filter { $0.kind == "held" }
            #expect(held.map(\.what) == ["validation"])
            #expect(held.first?.note?.hasPrefix("paused by operator:erna since ") == true)
            #expect(held.first?.note?.hasSuffix(": a new decoder") == true)
        }
        var printer = ProgressPrinter(style: .plain, isJSON: false)
        var known = SubmissionStory.submitted(at: Self.since)
        known.events = [.submitted(at: Self.since)]
        func story(_ hindrances: [Hindrance]) -> StoryDescription {
            StoryDescription(known, hindrances: hindrances, at: Self.since)
        }
        let hindrance = Hindrance(stage: "validation", cause: "operator", by: "erna")
        _ = printer.tell(story([]), at: Self.since)
        let told = (0..<2).map { _ in printer.tell(story([hindrance]), at: Self.since) }
        #expect(told.map(\.count) == [1, 0] && told[0][0].contains("validation  paused by erna"))
        #expect(printer.tell(story([]), at: Self.since).map { $0.contains("validation  goes on") } == [true])
    }

    @Test func `a stage that no process is left of is told while something waits for it`() async throws {
        try await OperatorGround.run { ground in
            let pool = ground.database.pool
            let submission = try await ground.submissions.submittedSample()
            try await pool.execute("update events set time = \(Self.since.date)")
            let words = "no validation-worker runs since \(Self.since): 1 event waits for it"
            func isTold(_ command: String...) async throws -> Bool {
                let outcome = try await OperatorGround.docket(command, environment: ground.environment)
                #expect(outcome.code == .success, "\(outcome.errors)")
                return outcome.output.contains(words)
            }
            #expect(try await isTold("follow", "\(submission.id)", "--no-follow"))
            #expect(try await isTold("status", "--once", "--admin", "validation=http://127.0.0.1:1"))
            _ = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: Stage.validation.service, lasting: .seconds(600))
            #expect(try await !isTold("follow", "\(submission.id)", "--no-follow"))
        }
        let backlog = StageBacklog(
            stage: .reading, waiting: StageBacklog.mostCounted, oldest: Self.since.date, lastAlive: nil)
        let unattended = try #require(UnattendedStage(backlog, at: Self.since.date.addingTimeInterval(60)))
        #expect(Hindrance(unattended).words == "no reading-worker runs since \(Self.since): 10000 events wait for it, or more")
    }

    @Test func `an attempt that did not count is told as none`() {
        var story = SubmissionStory.submitted(at: Self.since)
        var work = SubmissionStory.Work.pending(at: Self.since)
        (work.retryAt, work.error) = (Self.since, "not counted: blobs is away: no room")
        story.attempts = [work]
        #expect(story.lines.map(\.note) == ["put off, the next one at \(Self.since): not counted: blobs is away: no room"])
    }

    @Test func `reconcile says what is paused`() async throws {
        struct Report: Decodable { let paused: [Paused] }
        try await run { ground, cluster in
            let text = try await ground.docket("reconcile", "--dry-run", kafka: cluster.bootstrapServers)
            #expect(text.output.contains("validation: paused by operator:erna since"), "\(text)")
            #expect(text.output.contains("for want of blobs: the store has no space left"))
            let json = try await ground.docket("reconcile", "--dry-run", "--json", kafka: cluster.bootstrapServers)
            #expect(try json.json(Report.self).paused.map(\.stage) == ["validation", "normalization"])
        }
    }
}
