import Configuration
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared
import Telemetry

/// Sends spans to a collector in batches, apart from the work. A slow or unavailable collector loses spans, which are
/// counted, and delays nothing: a stop waits at most for ``flushLimit``.
final class TraceExporter: ServiceComponent {
    let name = "traces"
    private let configuration: TraceConfiguration
    private let url: String
    private let recorder: SpanRecorder
    private let client: HTTPClient
    private let group: EventLoopGroup
    private let time: any TimeSource
    private let logger: Logger
    private let metrics: TraceMetrics
    private let wake = AsyncPulse()
    private let stopping = AsyncSignal<Void>()
    private let ended = AsyncSignal<Void>()

    private static let interval = Duration.seconds(1)
    private static let capacity = 4_096
    private static let batch = 512
    private static let timeout = Duration.seconds(10)
    private static let tries = 4
    /// The time for the remaining spans at a stop.
    static let flushLimit = Duration.seconds(2)

    /// Nil without a destination.
    init?(
        _ configuration: TraceConfiguration, _ context: ServiceContext, recorder: SpanRecorder = .shared,
        time: any TimeSource = SystemTime()
    ) {
        let metrics = TraceMetrics(context.metrics)
        guard let url = configuration.url else { return nil }
        self.configuration = configuration
        self.url = url
        self.recorder = recorder
        self.metrics = metrics
        self.time = time
        group = context.group
        client = HTTPClient(loop: context.group.loops[0], metrics: context.metrics)
        logger = context.logger.labelled("traces")
        recorder.start(
            sampler: configuration.sampler, capacity: Self.capacity, batch: Self.batch,
            whenBatchIsThere: { [wake] in wake.notify() })
    }

    func run() async throws {
        defer { ended.send() }
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { [self] in await export() }
            tasks.addTask { [self] in
                guard (try? await stopping.wait()) != nil else { return }
                try? await time.sleep(for: Self.flushLimit)
            }
            _ = await tasks.next()
            tasks.cancelAll()
        }
        recorder.stop()
        let (left, overflowed) = recorder.take(.max)
        metrics.undelivered.increment(by: Double(left.count))
        metrics.overflowed.increment(by: Double(overflowed))
        await client.close()
    }

    /// Later components have stopped: the spans include their last work.
    func stop() async {
        stopping.send()
        wake.notify()
        await ended.waitUncancelled()
    }

    /// Exports until stopped, and then until nothing is left.
    private func export() async {
        var isTroubled = false
        while !Task.isCancelled {
            let isLast = stopping.value != nil
            let (spans, overflowed) = recorder.take(Self.batch)
            if overflowed > 0 { metrics.overflowed.increment(by: Double(overflowed)) }
            if !spans.isEmpty {
                let trouble = await send(spans)
                if let trouble, !isTroubled {
                    logger.warning("traces do not reach their collector; spans are lost until they do", trouble)
                } else if trouble == nil, isTroubled {
                    logger.info("traces reach their collector again")
                }
                isTroubled = trouble != nil
            }
            if spans.count == Self.batch { continue }
            if isLast { return }
            _ = try? await withTimeLimit(Self.interval, by: time) { [wake] in try await wake.wait() }
        }
    }

    /// Sends a batch. Returns the reason if it was lost.
    private func send(_ spans: [TraceSpan]) async -> [String: LogValue]? {
        let whole = OTLPSpans(spans, service: configuration.service)
        // Milliseconds, which a loop's thread has not got.
        guard let body = try? await group.blocking.run({ try CanonicalJSON.encode(whole) }) else {
            metrics.undelivered.increment(by: Double(spans.count))
            return ["error": "the spans could not be written as JSON"]
        }
        var request = ClientRequest("POST", url, headers: ["content-type": "application/json"], body: .bytes(body))
        for (name, value) in configuration.headers { request.headers[name] = value.reveal }
        request.timeout = Self.timeout
        var trouble: [String: LogValue] = [:]
        for number in 1...Self.tries {
            var asked: Duration?
            do throws(HTTPClientError) {
                let answer = try await client.send(request)
                switch TraceAnswer(
                    status: answer.status, retryAfter: answer.headers["retry-after"], body: answer.body,
                    now: Timestamp(time.now))
                {
                case .taken(let rejected):
                    let lost = min(rejected, spans.count)
                    metrics.exported.increment(by: Double(spans.count - lost))
                    metrics.refused.increment(by: Double(lost))
                    return lost == 0 ? nil : ["rejected": .init(lost)]
                case .refused(let status):
                    metrics.refused.increment(by: Double(spans.count))
                    return ["status": .init(status)]
                case .busy(let pause):
                    asked = pause
                    trouble = ["status": .init(answer.status)]
                }
            } catch {
                trouble = ["error": .string(error.words)]
                if error.code == .cancelled || error.code == .closed { break }
            }
            // A stop leaves time for one more try, and for no pause.
            guard number < Self.tries, stopping.value == nil, !Task.isCancelled else { break }
            let pause = TraceAnswer.pause(afterTry: number, asked: asked, random: .random(in: 0..<1))
            _ = try? await withTimeLimit(pause, by: time) { [stopping] in try await stopping.wait() }
        }
        metrics.undelivered.increment(by: Double(spans.count))
        return trouble
    }
}
