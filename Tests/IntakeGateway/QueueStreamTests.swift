import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// Who watches the queue is told what changes in it.
@Suite(.timeLimit(.minutes(2)))
struct QueueStreamTests {
    private static var pace: EventFeed.Pace {
        var pace = EventFeed.Pace()
        pace.lookAtQueue = .milliseconds(50)
        return pace
    }

    @Test func whatEntersLeavesAndIsClaimedIsTold() async throws {
        try await ReviewDesk.run(eventPace: Self.pace) { desk in
            let first = try await desk.submission()
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            var stream = try await QueueWatcher(mia)
            let counts = try await stream.next()["counts"]
            #expect(counts?["waiting"]?.integer == 1 && counts?["free"]?.integer == 1)
            // What happens from now on is compared with what is there: somebody else's claim is the sign that it was looked.
            let sign = try await desk.submission()
            try await stream.wait { $0["counts"]?["waiting"]?.integer == 2 }
            #expect(try await ben.send("POST", "\(first.path)/claim").status == 200)
            try await stream.wait { $0.tellsOf(first) && $0["counts"]?["free"]?.integer == 1 }
            // Its lease ends by itself.
            try await desk.gateway.pool.execute("update review_claims set ends_at = now()")
            try await stream.wait { $0.tellsOf(first) && $0["counts"]?["free"]?.integer == 2 }
            #expect(try await mia.send("POST", "\(sign.path)/claim").status == 200)
            try await stream.wait { $0.tellsOf(sign) && $0["counts"]?["mine"]?.integer == 1 }
            #expect(try await ben.send("POST", "\(first.path)/decision", json: first.decision()).status == 200)
            try await stream.wait { $0.tellsOf(first) && $0["counts"]?["waiting"]?.integer == 1 }
            await stream.close()
        }
    }

    @Test func whatIsLateIsCountedForThoseWhoLookAfterTheService() async throws {
        try await ReviewDesk.run(within: 3600) { desk in
            _ = try await desk.submission()
            let late = try await desk.submission()
            try await desk.gateway.pool.execute(
                "update submissions set review_due = now() - interval '1 minute' where id = \(late.id)::text::uuid")
            let metrics = MetricsRegistry()
            let watch = ReviewWatch(ReviewStore(pool: desk.gateway.pool), metrics: metrics)
            try await watch.look()
            func text() -> String { metrics.renderPrometheus() }
            #expect(text().contains("docket_reviews_waiting{journey=\"reviewed\"} 2"))
            #expect(text().contains("docket_reviews_overdue{journey=\"reviewed\"} 1"))
            let client = desk.gateway.client
            #expect(try await client.send("POST", "\(late.path)/decision", json: late.decision()).status == 200)
            try await watch.look()
            #expect(text().contains("docket_reviews_waiting{journey=\"reviewed\"} 1"))
            #expect(text().contains("docket_reviews_overdue{journey=\"reviewed\"} 0"))
        }
    }
}

extension TestJSON {
    fileprivate func tellsOf(_ made: Reviewed) -> Bool { self["changed"]?.array.contains { $0.string == made.id } == true }
}

/// A client that watches the queue over one connection.
private struct QueueWatcher {
    private let connection: EventFollower.Connection
    private var parser = StreamParser()
    private var events: [EventFollower.Event] = []

    init(_ client: WireClient) async throws {
        connection = try await EventFollower.Connection(client.address, client.loop)
        let head =
            "GET /v1/review/queue/events HTTP/1.1\r\nHost: gateway.test\r\nAuthorization: Bearer \(client.token ?? "")\r\n\r\n"
        try await connection.write(Array(head.utf8))
    }

    mutating func next() async throws -> TestJSON {
        while events.isEmpty {
            let more = try await connection.read(4096)
            try #require(!more.isEmpty)
            events += try parser.take(more).filter { $0.type == "queue" }
        }
        return try JSONDecoder().decode(TestJSON.self, from: Data(events.removeFirst().data.utf8))
    }

    /// Until something is told that is so.
    mutating func wait(until isSo: (TestJSON) -> Bool) async throws { while try await !isSo(next()) {} }

    func close() async { await connection.close() }
}
