import Domain
import EventLoop
import FoundationEssentials
import HTTPServer
import Kafka
import Operations
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// What passes on a topic, as operators follow it.
@Suite(.timeLimit(.minutes(3)))
struct TopicTailTests {
    private struct Ground {
        let gateway: GatewayUnderTest
        let olga: WireClient
        let key: APIKey
        let producer: KafkaProducer

        static let submission = SubmissionID.random()

        /// Events of one submission; the first says nothing of a step before it.
        func produce(_ count: Int, from first: Int = 1, data: String = "{}") async throws {
            let messages = try (first..<(first + count)).map { number in
                let header = EventHeader(
                    id: .random(), type: .submissionValidated, source: "/docket/test", submission: Self.submission,
                    time: Timestamp(millisecondsSinceEpoch: 1_790_000_000_000 + Int64(number)), sequence: number + 1,
                    tenant: "acme", journey: "identity",
                    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                var text = String(decoding: try CanonicalJSON.encode(header), as: UTF8.self)
                text.removeLast()
                return KafkaMessage(
                    topic: Topic.validated.name, key: Array(Self.submission.description.utf8),
                    value: Array("\(text),\"data\":\(data)}".utf8))
            }
            let reports = try await gateway.loop.run { [producer] in await producer.produce(messages) }
            for report in reports { _ = try report.get() }
        }

        func follow(_ query: String = "") async throws -> TailWatcher {
            try await TailWatcher(olga, "/v1/admin/topics/validated/events\(query)")
        }
    }

    private static func run(_ body: (Ground) async throws -> Void) async throws {
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) }))
        var options = GatewayUnderTest.Options()
        options.operations.surface = .public
        options.kafka = cluster.bootstrapServers
        try await GatewayUnderTest.run(options) { gateway in
            let (key, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "ops", role: .operator), by: AuditOrigin(actor: "operator:erna"))
            let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "tail-test")
            let producer = try KafkaProducer(
                KafkaConfiguration(bootstrapServers: cluster.bootstrapServers), group: group, logger: .silent)
            let ground = Ground(
                gateway: gateway, olga: gateway.client.with(token: token.text), key: key, producer: producer)
            try await body(ground)
            try await group.next().run { await producer.close(within: .seconds(2)) }
            await group.shutdown()
        }
        _ = cluster
    }

    @Test func whatLiesThereComesWholeThenWhatPassesAndIsMasked() async throws {
        try await Self.run { ground in
            try await ground.produce(30, data: #"{"issueDate":"1990-01-01","attempt":2}"#)
            var all = try await ground.follow("?from=beginning&rate=10")
            var seen: [TestJSON] = []
            while seen.count < 30 { seen.append(try await all.record()) }
            #expect(seen.compactMap { $0["record"]?["offset"]?.integer } == Array(0..<30))
            #expect(seen.allSatisfy { $0["event"]?["data"]?["issueDate"]?.string == "•••" })
            #expect(seen[0]["event"]?["data"]?["attempt"]?.integer == 2)
            let counts = try await all.counts { $0["sent"]?.integer == 30 }
            #expect(counts["skipped"]?.integer == 0 && counts["places"]?.string == "0:30")
            await all.close()
            // Where a stream that was cut goes on, and then what passes.
            var rest = try await ground.follow("?from=0:29")
            #expect(try await rest.record()["record"]?["offset"]?.integer == 29)
            try await ground.produce(1, from: 31)
            #expect(try await rest.record()["record"]?["offset"]?.integer == 30)
            await rest.close()
        }
    }

    @Test func ofTooMuchAtOnceTheRestIsCounted() async throws {
        try await Self.run { ground in
            var tail = try await ground.follow("?rate=5")
            _ = try await tail.counts { $0["sent"]?.integer == 0 }
            try await ground.produce(400)
            let counts = try await tail.counts { ($0["sent"]?.integer ?? 0) + ($0["skipped"]?.integer ?? 0) == 400 }
            #expect((counts["skipped"]?.integer ?? 0) > 0 && (counts["sent"]?.integer ?? 0) >= 5)
            await tail.close()
        }
    }

    @Test func anExpressionChoosesAndWhatIsNotKnownIsCounted() async throws {
        try await Self.run { ground in
            try await ground.produce(20)
            var tail = try await ground.follow("?from=beginning&where=offset%20%3E=%2015")
            #expect(try await tail.record()["record"]?["offset"]?.integer == 15)
            await tail.close()
            var unknown = try await ground.follow("?from=beginning&where=latency%20%3E%202s")
            _ = try await unknown.counts { $0["unjudged"]?.integer == 20 }
            await unknown.close()
            let path = "/v1/admin/topics/validated/events"
            for (query, parameter) in [
                ("where=statte%20==%201", "where"), ("where=(", "where"), ("from=yesterday", "from"), ("from=1:2,1:3", "from"),
                ("rate=0", "rate"), ("partition=-1", "partition"), ("what=1", "what"),
            ] {
                let answer = try await ground.olga.send("GET", "\(path)?\(query)")
                #expect(answer.status == 400 && answer.text.contains("\"\(parameter)\""), "\(query): \(answer.text)")
            }
            #expect(try await ground.olga.send("GET", "\(path)?where=statte%20==%201").text.contains("column 1"))
            for query in ["from=9:1", "partition=9"] {
                #expect(try await ground.olga.send("GET", "\(path)?\(query)").status == 400, "\(query)")
            }
            #expect(try await ground.olga.send("GET", "/v1/admin/topics/nothing/events").status == 404)
        }
    }

    @Test func oneRecordIsShownWithItsTrace() async throws {
        try await Self.run { ground in
            try await ground.produce(3, data: #"{"found":"Erna"}"#)
            let path = "/v1/admin/topics/docket.validated/events"
            let answer = try await ground.olga.send("GET", "\(path)/0/1")
            let shown = try answer.json()
            #expect(answer.status == 200 && !answer.text.contains("Erna"))
            #expect(shown["record"]?["offset"]?.integer == 1 && shown["record"]?["partition"]?.integer == 0)
            #expect(shown["more"]?["trace"]?.string == "4bf92f3577b34da6a3ce929d0e0e4736")
            #expect(shown["event"]?["subject"]?.string == Ground.submission.description)
            for place in ["0/3", "9/0", "x/0", "0/-1", "-1/0"] {
                #expect(try await ground.olga.send("GET", "\(path)/\(place)").status == 404, "\(place)")
            }
        }
    }

    @Test func aTailEndsWithItsKeyAndNoMoreThanSoManyAreOpen() async throws {
        try await Self.run { ground in
            var tails: [TailWatcher] = []
            for _ in 0..<8 { tails.append(try await ground.follow()) }
            for index in tails.indices { _ = try await tails[index].counts { $0["sent"]?.integer == 0 } }
            #expect(try await ground.olga.send("GET", "/v1/admin/topics/validated/events").status == 429)
            _ = try await APIKeyStore(pool: ground.gateway.pool).revoke(
                ground.key.prefix, by: AuditOrigin(actor: "operator:erna"))
            for tail in tails { try await tail.end() }
        }
    }
}

/// The parts that decide.
@Suite struct TailPaceTests {
    @Test func whatIsNotUsedIsNotSavedUp() {
        var pace = TailPace(perSecond: 3, at: .zero)
        #expect((0..<5).map { _ in pace.takes() } == [true, true, true, false, false])
        pace.fill(at: .milliseconds(400))
        #expect((0..<2).map { _ in pace.takes() } == [true, false])
        pace.fill(at: .seconds(100))
        #expect((0..<5).map { _ in pace.takes() } == [true, true, true, false, false])
    }

    @Test func whereItBeginsIsReadOrRefused() {
        let now = Timestamp(millisecondsSinceEpoch: 1_790_000_000_000)
        #expect(TailQuery.start("now", at: now) == .now && TailQuery.start("beginning", at: now) == .oldest)
        #expect(TailQuery.start("15m", at: now) == .time(now.adding(.seconds(-900))))
        #expect(TailQuery.start("3:12,0:1", at: now) == .places([3: 12, 0: 1]))
        for wrong in ["", ":", "1:", "1:2,", "1:2,1:3", "-1:2", "1:-2", "1:2:3", "99999999999:1", "soon"] {
            #expect(TailQuery.start(wrong, at: now) == nil, "\(wrong)")
        }
        #expect(TailQuery.text(of: [3: 12, 0: 1]) == "0:1,3:12")
    }
}

/// A client that follows a topic over one connection.
private struct TailWatcher {
    private let connection: EventFollower.Connection
    private var parser = StreamParser()
    private var events: [EventFollower.Event] = []

    init(_ client: WireClient, _ path: String) async throws {
        connection = try await EventFollower.Connection(client.address, client.loop)
        try await connection.write(
            Array("GET \(path) HTTP/1.1\r\nHost: gateway.test\r\nAuthorization: Bearer \(client.token ?? "")\r\n\r\n".utf8))
    }

    mutating func record() async throws -> TestJSON { try await next("record") { _ in true } }
    mutating func counts(_ isSo: (TestJSON) -> Bool) async throws -> TestJSON { try await next("counts", isSo) }

    private mutating func next(_ type: String, _ isSo: (TestJSON) -> Bool) async throws -> TestJSON {
        while true {
            while events.isEmpty {
                let more = try await connection.read(4096)
                try #require(!more.isEmpty)
                events += try parser.take(more)
            }
            let event = events.removeFirst()
            guard event.type == type else { continue }
            let data = try JSONDecoder().decode(TestJSON.self, from: Data(event.data.utf8))
            if isSo(data) { return data }
        }
    }

    /// Until the gateway has ended it.
    func end() async throws { while try await !connection.read(4096).isEmpty {} }
    func close() async { await connection.close() }
}
