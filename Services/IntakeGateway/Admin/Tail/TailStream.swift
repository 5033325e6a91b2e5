import EventLoop
import HTTPServer
import Kafka
import Operations
import Shared

/// Sends the records of a topic to one reader. Only one task uses it.
final class TailStream {
    /// How often the counts are sent and the reader's access is checked.
    static let beat = Duration.seconds(1)
    /// The number of records that are examined before the gateway's other work has its turn.
    static let atOnce = 100
    /// The number of beats without records after which a comment tells the client that the connection lives.
    private static let beatsPerComment = 15
    private static let breath = Duration.milliseconds(50)

    private struct Waiting {
        let block: [UInt8]
        /// True for a new record, which has its budget. An older record waits for its turn.
        let isDue: Bool
    }

    private let query: TailQuery
    private let plan: TopicPlan
    private let writer: ResponseWriter
    private let access: ContinuedAccess
    private let isStopping: () -> Bool
    private let now: () -> Timestamp
    private let since: Timestamp?

    private var pace: TailPace
    private var counts = TailCounts()
    private var places: [Int32: Int64] = [:]
    private var told = TailCounts()
    private var waiting: [Waiting] = []
    private var beats = 0
    private var beatAt = ContinuousClock.now
    private var workedSince: ContinuousClock.Instant?
    private let start = ContinuousClock.now

    init(
        _ query: TailQuery, _ plan: TopicPlan, _ writer: ResponseWriter, access: ContinuedAccess,
        isStopping: @escaping () -> Bool, now: @escaping () -> Timestamp
    ) {
        (self.query, self.plan, self.writer, self.access) = (query, plan, writer, access)
        (self.isStopping, self.now) = (isStopping, now)
        since = if case .time(let time) = query.start { time } else { nil }
        pace = TailPace(perSecond: query.rate, at: .zero)
        for (partition, offset) in plan.starts { places[partition.partition] = offset }
    }

    func run(_ reading: TopicReading) async throws {
        try await writer.write(ServerSentEvents.opening(id: nil))
        try await tellCounts()
        try await reading.runInOrder({ self.look($0) }, rest: { try await self.rest() })
    }

    // MARK: - Looking

    private func look(_ record: ConsumedRecord) {
        if workedSince == nil { workedSince = .now }
        let partition = record.topicPartition
        places[partition.partition] = max(places[partition.partition] ?? 0, record.offset + 1)
        if let since, let time = record.timestamp, time < since.millisecondsSinceEpoch { return }
        let event = WatchedEvent(record, readsBody: query.filter != nil)
        if let filter = query.filter {
            guard let isWanted = filter.judge(event) else {
                counts.unjudged += 1
                return
            }
            guard isWanted else { return }
        }
        let isDue = record.offset >= plan.ends[partition] ?? 0
        if isDue {
            pace.fill(at: .now - start)
            guard pace.takes() else {
                counts.skipped += 1
                return
            }
        }
        waiting.append(Waiting(block: Self.block(event, record.value ?? []), isDue: isDue))
    }

    private static func block(_ event: WatchedEvent, _ value: [UInt8]) -> [UInt8] {
        Array("id: \(event.topic)/\(event.partition)/\(event.offset)\nevent: record\ndata: ".utf8)
            + RecordDescription.json(event, value: value) + Array("\n\n".utf8)
    }

    // MARK: - Telling

    /// Sends the examined records; false at the end of the stream.
    private func rest() async throws -> Bool {
        try await giveWay()
        while true {
            pace.fill(at: .now - start)
            let next = waiting.prefix { $0.isDue || pace.takes() }
            let bytes = next.flatMap(\.block)
            counts.sent += next.count
            waiting.removeFirst(next.count)
            if !bytes.isEmpty { try await writer.write(bytes) }
            guard try await beat() else { return false }
            if waiting.isEmpty { return true }
            try await EventLoop.current?.sleep(for: Self.breath)
        }
    }

    /// Uses at most half of the loop's time: the gateway needs it for other requests.
    private func giveWay() async throws {
        guard let since = workedSince else { return }
        workedSince = nil
        try await EventLoop.current?.sleep(for: min(.now - since, Self.breath))
    }

    private func beat() async throws -> Bool {
        let now = ContinuousClock.now
        guard now - beatAt >= Self.beat else { return !isStopping() }
        beatAt = now
        beats += 1
        if let end = access.principal.expiresAt, end <= self.now() { return false }
        guard !isStopping(), await access.isGiven() else { return false }
        try await tellCounts()
        return true
    }

    private func tellCounts() async throws {
        // What waits is told after these: who comes back now gets it.
        counts.places = waiting.isEmpty ? TailQuery.text(of: places) : told.places
        if counts != told {
            told = counts
            beats = 0
            let data = (try? CanonicalJSON.encode(counts)) ?? Array("{}".utf8)
            try await writer.write(Array("event: counts\ndata: ".utf8) + data + Array("\n\n".utf8))
        } else if beats >= Self.beatsPerComment {
            beats = 0
            try await writer.write(ServerSentEvents.beat)
        }
    }
}
