import EventLoop
import HTTPServer
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// Lives of a gateway, one after the other, over one folder.
@Suite struct DeathWatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("deaths") }

    /// One life: what is noted in it is there when it ends, unless it is asked to stop.
    private func live(
        at seconds: Int64, metrics: MetricsRegistry = MetricsRegistry(),
        _ body: (DeathWatch, any RequestNotes) async throws -> Void
    ) async throws {
        let watch = DeathWatch(
            "\(folder.path)/run", logger: .silent, metrics: metrics, now: Timestamp(millisecondsSinceEpoch: seconds * 1000))
        var router = Router()
        router.on(.get, "/docs") { _, _ in HTTPResponse(status: 200) }
        try await body(watch, try #require(watch.notes(of: router.routes, connections: 8)))
    }

    private func note(_ notes: any RequestNotes, from address: String, ends: Bool = false) throws {
        let place = try #require(notes.open())
        try notes.begin(place, route: 0, client: IPAddress(parsing: address), at: .now)
        if ends { notes.end(place) }
    }

    @Test func anAddressThatIsThereTwiceIsRefused() async throws {
        for seconds: Int64 in [1000, 1010] {
            try await live(at: seconds) { _, notes in
                try note(notes, from: "203.0.113.1", ends: true)
                try note(notes, from: "203.0.113.9")
            }
        }
        try await live(at: 1020) { _, notes in
            let problem = #expect(throws: Problem.self) { try note(notes, from: "203.0.113.9") }
            #expect(problem?.status == 429)
            #expect(problem?.headers["retry-after"] == String(DeathHistory.firstRefusal))
            try note(notes, from: "203.0.113.1")
            try note(notes, from: "203.0.113.10")
        }
    }

    @Test func theRefusalEnds() async throws {
        for seconds: Int64 in [1000, 1010] { try await live(at: seconds) { _, notes in try note(notes, from: "203.0.113.9") } }
        // It is told of, and the time of its refusal is over at this start.
        try await live(at: 1020) { watch, _ in await watch.stop() }
        try await live(at: 1020 + DeathHistory.firstRefusal) { _, notes in try note(notes, from: "203.0.113.9") }
    }

    @Test func thisMachineIsNeverRefused() async throws {
        for seconds: Int64 in [1000, 1010, 1020, 1030] {
            try await live(at: seconds) { _, notes in try note(notes, from: "127.0.0.1") }
        }
    }

    @Test func whoStoppedInGoodOrderIsBlamedForNothing() async throws {
        for seconds: Int64 in [1000, 1010, 1020, 1030] {
            try await live(at: seconds) { watch, notes in
                try note(notes, from: "203.0.113.9")
                await watch.stop()
            }
        }
    }

    @Test func whatWasBeingReadIsCounted() async throws {
        try await live(at: 1000) { _, notes in for _ in 0..<3 { try note(notes, from: "203.0.113.9") } }
        let metrics = MetricsRegistry()
        try await live(at: 1010, metrics: metrics) { _, _ in }
        let text = metrics.renderPrometheus()
        #expect(text.contains("docket_interrupted_requests_total{route=\"GET /docs\"} 3"), "\(text)")
    }

    @Test func twoProcessesDoNotShareAFolder() async throws {
        try await live(at: 1000) { watch, _ in
            let other = DeathWatch(
                "\(folder.path)/run", logger: .silent, metrics: MetricsRegistry(), now: Timestamp(millisecondsSinceEpoch: 0))
            #expect(other.notes(of: [], connections: 8) == nil)
            withExtendedLifetime(watch) {}
        }
    }

    @Test func moreConnectionsThanPlacesAreServedUnnoted() async throws {
        try await live(at: 1000) { _, notes in
            let places = (0..<9).map { _ in notes.open() }
            #expect(Set(places.compactMap { $0 }).count == 8 && places[8] == nil)
            notes.close(3)
            #expect(notes.open() == 3)
        }
    }
}
