import EventLoop
import HTTPServer
import ServiceRuntime
import Synchronization

/// Limits the number of live readers of topics: each holds its fetched and unsent records in memory.
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

    /// Whether all streams must end.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Admits a reader for the life of the ticket.
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
