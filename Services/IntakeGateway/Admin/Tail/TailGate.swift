import EventLoop
import HTTPServer
import ServiceRuntime
import Shared
import Synchronization

/// How many read topics along at once: each holds what it has fetched and not told yet.
final class TailGate: ServiceComponent {
    let name = "topic-tails"

    private struct State {
        var open = 0
        var isStopping = false
    }

    private let most: Int
    private let state = Mutex(State())
    private let stopped = AsyncSignal<Void>()

    init(most: Int = 8) { self.most = most }

    /// Nobody is told any more.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Counts one in, for as long as the ticket lives.
    func enter() throws(Problem) -> AdmissionGate.Ticket {
        let isIn = state.withLock { state in
            guard state.open < most, !state.isStopping else { return false }
            state.open += 1
            return true
        }
        guard isIn else {
            throw Problem(
                .tooManyRequests,
                detail:
                    "As many topics are read along as may be at once: \(most) by this gateway. Close one, or try again in 10 s.",
                headers: ["Retry-After": "10"])
        }
        return AdmissionGate.Ticket { [self] in state.withLock { $0.open -= 1 } }
    }

    func run() async throws { await stopped.waitUncancelled() }

    func stop() async {
        state.withLock { $0.isStopping = true }
        stopped.send()
    }
}
