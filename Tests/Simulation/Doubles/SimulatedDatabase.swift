import Domain
import EventLoop
import Support
import Synchronization

/// A database server over memory, at the end of a network that delays, refuses and loses answers.
final class SimulatedDatabase: Sendable {
    let store: MemoryStore
    private let server: SimulatedHost
    private let faults: FaultPlan
    private let trace: Trace

    private struct State {
        var generator: SeededGenerator
        var isDown = false
        var isCalm = false
    }

    private let state: Mutex<State>

    init(_ server: SimulatedHost, faults: FaultPlan, generator: SeededGenerator, trace: Trace) {
        self.server = server
        self.faults = faults
        self.trace = trace
        store = MemoryStore(source: "/docket/simulation") { server.now }
        state = Mutex(State(generator: generator))
    }

    func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    /// From here on the network only delays.
    func calm() {
        state.withLock { state in
            state.isDown = false
            state.isCalm = true
        }
    }

    private struct Fate {
        let requestDelay: Duration
        let replyDelay: Duration
        let isRefused: Bool
        let isReplyLost: Bool
    }

    private func drawFate() -> Fate {
        state.withLock { state in
            let delays = Duration.microseconds(100)...faults.slowest
            return Fate(
                requestDelay: state.generator.duration(delays), replyDelay: state.generator.duration(delays),
                isRefused: state.generator.chance(faults.databaseRefusals) && !state.isCalm,
                isReplyLost: state.generator.chance(faults.databaseRepliesLost) && !state.isCalm)
        }
    }

    /// Carries `body` out on the server, whatever becomes of the client meanwhile.
    func carryOut<Answer: Sendable>(
        _ what: String, for client: Incarnation, _ body: @escaping @Sendable (MemoryStore) async throws -> Answer
    ) async throws(StoreError) -> Answer {
        guard client.isAlive else { throw .cancelled }
        let fate = drawFate()
        let reply = AsyncSignal<Result<Answer, StoreError>>()
        server.spawn { [self] in
            try? await server.sleep(for: fate.requestDelay)
            guard !fate.isRefused, !state.withLock({ $0.isDown }) else {
                trace.note(client.name, "\(what) refused")
                try? await server.sleep(for: fate.replyDelay)
                reply.send(.failure(.unavailable))
                return
            }
            let result: Result<Answer, StoreError>
            do {
                result = .success(try await body(store))
            } catch {
                result = .failure(error as? StoreError ?? .refused("\(error)"))
            }
            trace.note(client.name, fate.isReplyLost ? "\(what) reply lost" : what)
            try? await server.sleep(for: fate.replyDelay)
            reply.send(fate.isReplyLost ? .failure(.outcomeUnknown) : result)
        }
        let result: Result<Answer, StoreError>
        do { result = try await reply.wait() } catch { throw .cancelled }
        // What reaches a dead process reaches nobody.
        guard client.isAlive else { throw .cancelled }
        return try result.get()
    }
}

extension StoreError {
    static let cancelled = StoreError(code: .cancelled, isRetriable: false, description: "cancelled")
    static let unavailable = StoreError(code: .unavailable, isRetriable: true, description: "the database is away")
    static let outcomeUnknown = StoreError(code: .outcomeUnknown, isRetriable: true, description: "the answer was lost")
    static func refused(_ why: String) -> StoreError {
        StoreError(code: .internal, isRetriable: false, description: "refused", detail: why)
    }
}
