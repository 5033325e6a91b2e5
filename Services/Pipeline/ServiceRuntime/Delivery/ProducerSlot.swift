import EventLoop
import Kafka
import Synchronization
import Telemetry

/// The producer in use. The first caller that finds it permanently failed replaces it.
final class ProducerSlot: RecordProducer {
    private struct State {
        var producer: any RecordProducer
        var generation = 0
        var isClosed = false
    }

    private let make: @Sendable () throws(KafkaError) -> any RecordProducer
    private let state: Mutex<State>
    private let logger: Logger

    init(_ make: @escaping @Sendable () throws(KafkaError) -> any RecordProducer, logger: Logger) throws(KafkaError) {
        self.make = make
        self.logger = logger
        state = Mutex(State(producer: try make()))
    }

    var clusterID: String? { state.withLock { $0.producer.clusterID } }

    var seesNoBroker: Bool { state.withLock { $0.producer.seesNoBroker } }

    func produce(_ messages: [KafkaMessage]) async -> [Result<DeliveryReport, KafkaError>] {
        let (producer, generation) = state.withLock { ($0.producer, $0.generation) }
        let reports = await producer.produce(messages)
        let isFatal = reports.contains { report in
            if case .failure(let error) = report { error.isFatal } else { false }
        }
        if isFatal { await replace(generation) }
        return reports
    }

    /// Records in flight at the old producer have failed with it, and are sent again.
    private func replace(_ generation: Int) async {
        let old: (any RecordProducer)? = state.withLock { state in
            guard state.generation == generation, !state.isClosed else { return nil }
            do throws(KafkaError) {
                let new = try make()
                defer {
                    state.producer = new
                    state.generation += 1
                }
                return state.producer
            } catch {
                logger.error("a failed producer cannot be replaced yet", ["error": .string(error.detail)])
                return nil
            }
        }
        guard let old else { return }
        logger.warning("a failed producer was replaced")
        await old.close(within: .zero)
    }

    func metadata() async throws(KafkaError) -> ClusterMetadata { try await state.withLock { $0.producer }.metadata() }

    func close(within limit: Duration) async {
        let producer: (any RecordProducer)? = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed ? nil : state.producer
        }
        await producer?.close(within: limit)
    }
}
