internal import CLibrdkafka
public import EventLoop
public import Telemetry

/// An idempotent producer. It awaits the broker's report on each message: its offset, or an error.
///
/// After a fatal error (`KafkaError.isFatal`) every message fails with that error; close the producer and create another
/// one.
public final class KafkaProducer: RecordProducer {
    private let core: ProducerCore
    private let pump: Task<Void, Never>
    private let loop: EventLoop
    private let blocking: BlockingPool
    private let logger: Logger

    /// One of the group's loops waits for delivery reports. At most `room` messages are in flight; further ones wait.
    public init(
        _ configuration: KafkaConfiguration, group: EventLoopGroup, room: Int = 10_000, logger: Logger
    ) throws(KafkaError) {
        let handle = try KafkaHandle(
            RD_KAFKA_PRODUCER, configuration.producerProperties,
            events: RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_LOG)
        loop = group.next()
        blocking = group.blocking
        self.logger = logger
        guard let main = rd_kafka_queue_get_main(handle.pointer) else { throw KafkaError.closed }
        rd_kafka_set_log_queue(handle.pointer, main)
        let queue = try KafkaQueue(main, of: handle, on: loop)
        let core = ProducerCore(queue: queue, room: room, logger: logger)
        self.core = core
        pump = loop.spawn { await core.serve() }
    }

    deinit { pump.cancel() }

    public func produce(_ messages: [KafkaMessage]) async -> [Result<DeliveryReport, KafkaError>] {
        var pending: [PendingReport] = []
        pending.reserveCapacity(messages.count)
        for message in messages { pending.append(await core.send(message)) }
        var reports: [Result<DeliveryReport, KafkaError>] = []
        reports.reserveCapacity(messages.count)
        for report in pending { reports.append(await report.value()) }
        return reports
    }

    /// Produces one message.
    public func produce(_ message: KafkaMessage) async throws(KafkaError) -> DeliveryReport {
        try await core.send(message).value().get()
    }

    public var clusterID: String? { core.withHandle { $0.clusterID } ?? nil }

    public var seesNoBroker: Bool { core.seesNoBroker }

    public func metadata() async throws(KafkaError) -> ClusterMetadata {
        do throws(KafkaError) {
            let metadata: ClusterMetadata = try await QuestionTurns.ask(within: .seconds(5)) { milliseconds throws(KafkaError) in
                guard let handle = core.withHandle({ $0 }) else { throw .closed }
                return try await blocking.metadata(handle, within: milliseconds)
            }
            core.heardOfABroker()
            return metadata
        } catch {
            throw error.explained(by: core.trouble)
        }
    }

    private func askForSignOfLife(within milliseconds: CInt) async throws(KafkaError) {
        guard let handle = core.withHandle({ $0 }) else { throw .closed }
        try await blocking.askForSignOfLife(handle, within: milliseconds)
    }

    private func waitUntilIdle() async throws {
        var patience = ShutdownWait()
        while true {
            do {
                return try await withDeadline(ShutdownWait.turn, on: loop) { [core] in try await core.waitUntilIdle() }
            } catch is DeadlineExceeded {
                guard await patience.goesOn(seesNoBroker: core.seesNoBroker, askForSignOfLife) else { return }
            }
        }
    }

    public func close(within limit: Duration) async {
        guard core.beginClosing() else { return }
        // The deadline passing is no error here: what is left is purged next.
        try? await withDeadline(limit, on: loop) { try await self.waitUntilIdle() }
        core.purge()
        pump.cancel()
        await pump.value
        await LastReference(core.finish()).end(on: loop, logger)
    }
}
