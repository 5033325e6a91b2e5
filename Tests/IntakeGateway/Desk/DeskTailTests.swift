import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Operations
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// A tail that is full, from the brokers through the gateway into Debian's Chromium. What it costs is printed, and held to nothing:
/// that depends on who else uses the machine.
@Suite(.timeLimit(.minutes(4)))
struct DeskTailTests {
    private static let perSecond = 2_000
    private static let atOnce = 100

    private struct Seen: BrowserLook {
        struct Measured: Decodable {
            let heapMegabytes: Double
            let afterCollection: Double
            let longTasks: Double
            let longestTask: Double
            let longestTurn: Double
            let told: String
        }

        let axe: [String]
        let console: [String]
        let origins: [String]
        let measured: Measured
    }

    @Test func twoThousandEventsASecondAreEachShownOrCounted() async throws {
        let seconds = ProcessInfo.processInfo.environment["DOCKET_TEST_TAIL_SECONDS"].flatMap { Int($0) } ?? 4
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) }))
        var options = GatewayUnderTest.Options()
        options.operations.surface = .public
        options.kafka = cluster.bootstrapServers
        try await GatewayUnderTest.run(options) { gateway in
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "ops", role: .operator), by: AuditOrigin(actor: "operator:erna"))
            let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "tail-test")
            let producer = try KafkaProducer(
                KafkaConfiguration(bootstrapServers: cluster.bootstrapServers), group: group, logger: .silent)
            let script = try BrowserScript("tail.py", python: await PageTests.python())
            let seen = try await script.look(
                Seen.self, at: "http://\(gateway.address)", ["/none", token.text, Topic.validated.name],
                environment: ["DOCKET_TEST_TAIL_SECONDS": "\(seconds)"], limit: .seconds(200)
            ) {
                try await script.answer("records") {}
                let count = try await Self.produce(producer, for: seconds + 2, on: gateway.loop)
                try await script.asked("count")
                try script.answered("count", "\(count)")
            }
            let cost = seen.measured
            print(
                "a tail of \(Self.perSecond) events/s for \(seconds) s: heap \(cost.heapMegabytes) MB at most,",
                "\(cost.afterCollection) MB after a collection, \(Int(cost.longTasks)) tasks over 50 ms,",
                "the longest \(cost.longestTask) ms, the longest wait of a message \(cost.longestTurn) ms; \(cost.told)")
            try await group.next().run { await producer.close(within: .seconds(2)) }
            await group.shutdown()
        }
        _ = cluster
    }

    /// So many a second, evenly; returns how many.
    private static func produce(_ producer: KafkaProducer, for seconds: Int, on loop: EventLoop) async throws -> Int {
        let submissions = (0..<50).map { _ in SubmissionID.random() }
        let start = ContinuousClock.now
        let batches = seconds * perSecond / atOnce
        for batch in 0..<batches {
            let messages = try (0..<atOnce).map { number in
                let submission = submissions[number % submissions.count]
                let header = EventHeader(
                    id: .random(), type: .submissionValidated, source: "/docket/test", submission: submission,
                    time: Timestamp(millisecondsSinceEpoch: 1_790_000_000_000 + Int64(batch * atOnce + number)),
                    sequence: batch + 2,
                    tenant: "acme", journey: "identity", traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                var text = String(decoding: try CanonicalJSON.encode(header), as: UTF8.self)
                text.removeLast()
                // As large as an event of three documents.
                let data = #"{"attempt":1,"filler":"\#(String(repeating: "0123456789abcdef", count: 60))"}"#
                return KafkaMessage(
                    topic: Topic.validated.name, key: Array(submission.description.utf8),
                    value: Array("\(text),\"data\":\(data)}".utf8))
            }
            let due = start + .milliseconds(batch * 1000 * atOnce / perSecond)
            let reports = try await loop.run {
                if due > .now { try await EventLoop.current?.sleep(for: due - .now) }
                return await producer.produce(messages)
            }
            for report in reports { _ = try report.get() }
        }
        return batches * atOnce
    }
}
