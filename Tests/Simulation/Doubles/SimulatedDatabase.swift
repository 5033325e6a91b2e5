import Domain
import EventLoop
import FoundationEssentials
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
        /// Until when calls of a kind are refused for good, by client and kind: what is wrong with a database lasts for a while.
        var refusals: [String: Date] = [:]
        var asked: [String: Int] = [:]
    }

    private let state: Mutex<State>

    init(_ server: SimulatedHost, faults: FaultPlan, generator: SeededGenerator, trace: Trace) {
        self.server = server
        self.faults = faults
        self.trace = trace
        store = MemoryStore(source: "/docket/simulation", claimLease: .seconds(6)) { server.now }
        state = Mutex(State(generator: generator))
    }

    func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    /// How many statements came of each process.
    var asked: [String: Int] { state.withLock { $0.asked } }

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
        let refusal: StoreError?
        let isReplyLost: Bool
    }

    private func drawFate(_ what: String, _ client: Incarnation) -> Fate {
        let (now, kind) = (server.now, "\(client.name) \(what.prefix { $0 != " " })")
        return state.withLock { state in
            func draws(_ share: Double) -> Bool { state.generator.chance(share) && !state.isCalm }
            let delays = Duration.microseconds(100)...faults.slowest
            if draws(faults.databaseRefusalsForGood) { state.refusals[kind] = now.addingTimeInterval(2) }
            let isRefusedForGood = !state.isCalm && state.refusals[kind].map { $0 > now } ?? false
            return Fate(
                requestDelay: state.generator.duration(delays), replyDelay: state.generator.duration(delays),
                refusal: draws(faults.databaseRefusals) ? .unavailable : isRefusedForGood ? .refused("it passes") : nil,
                isReplyLost: draws(faults.databaseRepliesLost))
        }
    }

    /// Carries `body` out on the server, whatever becomes of the client meanwhile.
    func carryOut<Answer: Sendable>(
        _ what: String, for client: Incarnation, _ body: @escaping @Sendable (MemoryStore) async throws -> Answer
    ) async throws(StoreError) -> Answer {
        guard client.isAlive else { throw .cancelled }
        state.withLock { $0.asked[client.name, default: 0] += 1 }
        let fate = drawFate(what, client)
        let reply = AsyncSignal<Result<Answer, StoreError>>()
        server.spawn { [self] in
            try? await server.sleep(for: fate.requestDelay)
            if let refusal = state.withLock({ $0.isDown }) ? .unavailable : fate.refusal {
                trace.note(client.name, "\(what) refused\(refusal.isRetriable ? "" : " for good")")
                try? await server.sleep(for: fate.replyDelay)
                reply.send(.failure(refusal))
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
