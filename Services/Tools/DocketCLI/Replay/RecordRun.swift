import CommandSupport
import Domain
import EventLoop
import FoundationEssentials
import Kafka
import LoadTest
import Operations
import Postgres
import PostgresStore
import Shared
import Synchronization

/// Writes current or past events and uploads to a recording.
struct RecordRun: Sendable {
    let context: CommandContext
    /// Ends when the recording has this many lines.
    let limit: Int?
    let counted: RecordedCount
    let writer: RecordingWriter

    // MARK: - Events

    /// Records events of topics without their personal data.
    func events(_ asked: TopicsAsked, _ choice: TailChoice) async throws {
        var records: [ConsumedRecord] = []
        try await asked.reading().run { record in
            records.append(record.copy())
        } rest: {
            defer { records.removeAll(keepingCapacity: true) }
            for record in records where choice.takes(record) {
                guard let line = Self.line(record, choice) else {
                    counted.leaveOut()
                    continue
                }
                guard !line.isEmpty else { continue }
                try writer.write(line)
                if counted.take() == limit { break }
            }
            // What a person sees in the file is what there is.
            if asked.follows { try writer.flush() }
            context.output.showStatus("  \(Figures.count(counted.taken)) events in \(writer.path); Ctrl-C ends it")
            return counted.taken != limit
        }
    }

    /// Empty for an event that is not wanted. Nil for a record that is no event, or for which that cannot be decided.
    private static func line(_ record: ConsumedRecord, _ choice: TailChoice) -> [UInt8]? {
        let event = WatchedEvent(record, readsBody: choice.readsBodies)
        guard let value = record.value, let topic = Topic(rawValue: record.topicPartition.topic), let header = event.header,
            let isTaken = choice.takes(event)
        else { return nil }
        guard isTaken else { return [] }
        guard let kept = RecordedEvent.withoutPersonal(value) else { return nil }
        return RecordedEvent(
            time: max(0, record.timestamp ?? header.time.millisecondsSinceEpoch), topic: topic, event: kept
        ).line()
    }

    // MARK: - Uploads

    /// Records the shapes of the submissions that were submitted within a period, from the database.
    func uploads(
        _ pool: PostgresPool, tenants: Set<TenantID>, journeys: Set<JourneyID>, since: Timestamp?, until: Timestamp?
    ) async throws {
        let log = PostgresEventLog(pool: pool)
        var position: Int64 = 0
        while true {
            let (submitted, last) = try await log.submitted(after: position, since: since, until: until, limit: Self.batch)
            guard let last else { return }
            position = last
            let events = try await log.events(ofSubmissions: submitted.map(\.submission))
            for (submission, sequence) in submitted {
                let own = (events[submission] ?? []).compactMap { event in
                    (try? EventReader.header(of: event.payload)).map { (header: $0, payload: event.payload) }
                }
                // One that was submitted again is there already.
                guard own.first(where: { $0.header.type == .submissionSubmitted })?.header.sequence == sequence else { continue }
                guard let header = own.first?.header, tenants.isEmpty || tenants.contains(header.tenant),
                    journeys.isEmpty || journeys.contains(header.journey)
                else { continue }
                guard let shape = RecordedSubmission(own) else {
                    counted.leaveOut()
                    continue
                }
                try writer.write(try shape.line())
                if counted.take() == limit { return }
            }
            context.output.showStatus("  \(Figures.count(counted.taken)) submissions in \(writer.path)")
        }
    }

    private static let batch = 200
}

/// The number of recorded lines, also after an interruption.
final class RecordedCount: Sendable {
    private let counts = Mutex((taken: 0, leftOut: 0))

    var taken: Int { counts.withLock { $0.taken } }
    var leftOut: Int { counts.withLock { $0.leftOut } }

    /// Adds one; returns the number.
    func take() -> Int {
        counts.withLock {
            $0.taken += 1
            return $0.taken
        }
    }

    func leaveOut() { counts.withLock { $0.leftOut += 1 } }
}
