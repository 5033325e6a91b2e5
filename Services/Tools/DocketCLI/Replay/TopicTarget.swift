import CommandSupport
import EventLoop
import FoundationEssentials
import Kafka
import LoadTest
import Shared
import Synchronization
import Telemetry

/// Publishes a recording's events again under another tenant, and reads them back: what the broker has acknowledged must
/// be there.
final class TopicTarget: ReplayTarget {
    private static let reachingLimit = Duration.seconds(10)

    let about: ReplayReport.About
    var comparison: ShadowComparison? { nil }
    private let context: CommandContext
    private let configuration: KafkaConfiguration
    private let clock: ReplayClock
    private let identity: ShadowIdentity
    private let run: String
    private let producer: KafkaProducer
    private let reader = Mutex<Task<Void, Never>?>(nil)
    private let failure = AsyncSignal<String>()

    init(
        _ context: CommandContext, _ configuration: KafkaConfiguration, tenant: TenantID, recording: String, pace: String,
        clock: ReplayClock
    ) throws {
        let run = UUID()
        (self.context, self.configuration, self.clock) = (context, configuration, clock)
        self.run = run.uuidString.lowercased()
        identity = ShadowIdentity(tenant: tenant, run: run)
        about = ReplayReport.About(
            recording: recording, target: configuration.bootstrapServers, pace: pace, unit: "event", tenant: tenant.rawValue,
            ending: "read back")
        producer = try KafkaProducer(
            configuration, group: context.group, room: 100_000, logger: Logger(label: "replay", level: .critical))
    }

    func open() async throws {
        let starts = try await KafkaAccess.ask(configuration, context, limit: Self.reachingLimit) { admin in
            let partitions = try await admin.metadata().partitions(of: Topic.allCases.map(\.name))
            return try await admin.watermarks(of: partitions).mapValues(\.high)
        }
        guard !starts.isEmpty else {
            throw CommandFailure(
                .notFound, "the brokers at \(configuration.bootstrapServers) have none of Docket's topics",
                advice: "Start a service once: it makes them.")
        }
        let consumer = try KafkaConsumer(
            configuration.readingAlong, group: "docket-replay-\(run)", topics: Set(starts.keys.map(\.topic)).sorted(),
            loops: context.group, loop: context.loop, logger: Logger(label: "replay", level: .critical))
        let task = context.loop.spawn { [self] in
            do {
                try await readBack(consumer, starts)
            } catch is CancellationError {
                // Nothing more is waited for.
            } catch {
                if !Task.isCancelled { failure.send("\(error)") }
            }
            await consumer.close(within: .seconds(2))
        }
        reader.withLock { $0 = task }
    }

    private func readBack(_ consumer: KafkaConsumer, _ starts: [TopicPartition: Int64]) async throws {
        let prefix = Array("\(run)/".utf8)
        while !Task.isCancelled {
            switch try await consumer.next(maximum: 500) {
            case .assigned(let change), .revoked(let change), .lost(let change): try consumer.answer(change, from: starts)
            case .records(let records):
                clock.note { tally, now in
                    for record in records {
                        guard let value = record.headers.first(where: { $0.name == RecordHeader.replay })?.value,
                            value.starts(with: prefix),
                            let item = Int(String(decoding: value.dropFirst(prefix.count), as: UTF8.self))
                        else { continue }
                        // It may be read before the broker's acknowledgement is.
                        tally.accept(item, now: now)
                        tally.end(item, outcome: "read back", now: now)
                    }
                }
            }
        }
    }

    func send(_ step: ReplaySettings.Walk.Step) async {
        let item = step.index
        clock.note { $0.begin(item, name: "line \(step.number)", intended: step.intended, now: $1) }
        guard let recorded = RecordedEvent(line: step.line), let shadow = try? identity.shadow(recorded.event, lap: step.lap)
        else {
            clock.note { $0.fail(item, "a line that is no event", now: $1) }
            return
        }
        clock.note { tally, _ in tally.name(item, "\(shadow.id)") }
        let message = KafkaMessage(
            topic: recorded.topic.name, key: Array(shadow.submission.description.utf8), value: shadow.event,
            headers: [KafkaHeader("content-type", EventHeader.contentType), KafkaHeader(RecordHeader.replay, "\(run)/\(item)")])
        clock.note { $0.ask(now: $1) }
        let beginning = LoopInstant.now
        do {
            _ = try await producer.produce(message)
            let seconds = (.now - beginning) / .seconds(1)
            clock.note {
                $0.answered(.produce, of: item, taking: seconds, now: $1)
                $0.accept(item, now: $1)
            }
        } catch {
            clock.note { $0.unanswered(now: $1) }
            clock.note { $0.fail(item, "\(error.description) (\(error.code.rawValue))", now: $1) }
        }
    }

    var outstanding: Int { 0 }

    func lookAgain() async {}

    func clean() async -> [String] {
        var notes = [
            "The events went to the tenant \(identity.tenant) under ids of their own; they leave the topics by the broker's retention.",
            "Stages that read these topics pass them over: they become neither work nor dead letters.",
        ]
        if let failure = failure.value { notes.append("Reading back ended early: \(failure)") }
        return notes
    }

    func close() async {
        let reader = reader.withLock { $0 }
        reader?.cancel()
        await reader?.value
        await producer.close(within: .seconds(2))
    }
}
