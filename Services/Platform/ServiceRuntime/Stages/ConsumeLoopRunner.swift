import EventLoop
import Kafka
import Synchronization
import Telemetry

/// Runs a stage's loop, and makes another one when the cluster was replaced: positions in one cluster mean nothing in another.
final class ConsumeLoopRunner: Sendable {
    private struct State {
        var loop: ConsumeLoop
        var isStopped = false
    }

    private let make: @Sendable () throws -> ConsumeLoop
    private let state: Mutex<State>
    private let logger: Logger
    private let onReplacement: @Sendable () -> Void

    /// `onReplacement` is called for each cluster that was replaced by another.
    init(logger: Logger, onReplacement: @escaping @Sendable () -> Void = {}, _ make: @escaping @Sendable () throws -> ConsumeLoop)
        throws
    {
        self.make = make
        self.logger = logger
        self.onReplacement = onReplacement
        state = Mutex(State(loop: try make()))
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.loop.stop()
        }
    }

    func run() async throws {
        while true {
            do {
                return try await state.withLock { $0.loop }.run()
            } catch let error as KafkaError where error.code == .clusterReplaced {
                logger.error("the Kafka cluster was replaced: the stage starts over with the oldest records of the new one")
                onReplacement()
                let next = try make()
                let isStopped = state.withLock { state in
                    state.loop = next
                    return state.isStopped
                }
                if isStopped { next.stop() }
            }
        }
    }
}
