import EventLoop
import Synchronization

/// A body that measures how long its reader keeps the sender waiting.
final class AttendedBody: RequestBodySource {
    private struct State {
        var watch: PauseWatch
        var isGivenUp = false
    }

    private let body: RequestBody
    private let state: Mutex<State>

    init(_ body: RequestBody, limit: Duration) {
        self.body = body
        state = Mutex(State(watch: PauseWatch(limit: limit, at: .now)))
    }

    func next() async throws -> [UInt8]? {
        try state.withLock { state in
            // Its request has been answered, or is about to be.
            guard !state.isGivenUp else { throw RequestBodyError(.closed) }
            state.watch.beganReading()
        }
        do {
            let piece = try await body.next()
            state.withLock { if piece == nil { $0.watch.end() } else { $0.watch.tookBytes(at: .now) } }
            return piece
        } catch {
            state.withLock { $0.watch.end() }
            throw error
        }
    }

    /// The current verdict. Once the limit is exceeded, nothing more is read.
    func look() -> PauseWatch.Verdict {
        state.withLock { state in
            let verdict = state.watch.verdict(at: .now)
            if verdict == .exceeded { state.isGivenUp = true }
            return verdict
        }
    }
}
