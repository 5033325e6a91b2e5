import EventLoop
import Kafka
import Synchronization
import Telemetry

/// Runs a stage's loop, and makes another one after the cluster was replaced: positions of one cluster mean nothing in
/// another.
final class ConsumeLoopRunner: Sendable {
    private struct State {
        /// Nil before it may begin.
        var loop: ConsumeLoop?
        var isStopped = false
    }

    private let begin: @Sendable () async -> Bool
    private let make: @Sendable () throws -> ConsumeLoop
    private let state: Mutex<State>
    private let logger: Logger
    private let onReplacement: @Sendable () -> Void

    /// `onReplacement` is called for each replaced cluster. No loop is made before `begin` has returned true: a consumer
    /// joins its group at once, and would take partitions from working members. False means that it must not begin any
    /// more.
    init(
        logger: Logger, onReplacement: @escaping @Sendable () -> Void = {},
        begin: @escaping @Sendable () async -> Bool = { true }, _ make: @escaping @Sendable () throws -> ConsumeLoop
    ) {
        self.begin = begin
        self.make = make
        self.logger = logger
        self.onReplacement = onReplacement
        state = Mutex(State())
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.loop?.stop()
        }
    }

    func run() async throws {
        guard await begin() else { return }
        while true {
            let loop = try makeNext()
            do {
                return try await loop.run()
            } catch let error as KafkaError where error.code == .clusterReplaced {
                logger.error("the Kafka cluster was replaced: the stage starts over with the oldest records of the new one")
                onReplacement()
            }
        }
    }

    /// Observes a stop that came before the loop existed.
    private func makeNext() throws -> ConsumeLoop {
        let next = try make()
        let isStopped = state.withLock { state in
            state.loop = next
            return state.isStopped
        }
        if isStopped { next.stop() }
        return next
    }
}
