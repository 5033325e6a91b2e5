import EventLoop

/// Decides when the sender of a body has been kept waiting for too long. Pure: it is told what happens, and when.
///
/// Behind a proxy that speaks HTTP/2, a server that stops reading one body stops the connection, with all that others have sent
/// on it. So a pause has a limit; then it is better to refuse, to read on and to forget.
struct PauseWatch: Sendable {
    enum Verdict: Hashable, Sendable {
        /// The sender has waited for as long as it may.
        case exceeded
        /// It may have by then, and not before.
        case lookAgain(after: Duration)
        /// The body has ended: nobody waits any more.
        case over
    }

    private enum State {
        /// Somebody waits for the sender.
        case reading
        /// The sender waits.
        case paused(since: LoopInstant)
        case over
    }

    private let limit: Duration
    private var state: State

    /// The head has come, and its body is on its way.
    init(limit: Duration, at now: LoopInstant) {
        self.limit = limit
        state = .paused(since: now)
    }

    /// Bytes are asked for.
    mutating func beganReading() { if case .paused = state { state = .reading } }

    /// There were some, and nobody takes more for now.
    mutating func tookBytes(at now: LoopInstant) { if case .reading = state { state = .paused(since: now) } }

    /// The last byte was taken, or the body failed.
    mutating func end() { state = .over }

    func verdict(at now: LoopInstant) -> Verdict {
        switch state {
        case .over: .over
        case .reading: .lookAgain(after: limit)
        case .paused(let start): now - start >= limit ? .exceeded : .lookAgain(after: limit - (now - start))
        }
    }
}
