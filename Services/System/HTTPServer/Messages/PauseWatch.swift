import EventLoop

/// Decides when the sender of a body has waited too long. Pure: it is told the events and their times.
///
/// A pause has a limit: behind a proxy that speaks HTTP/2, a server that stops reading one body stops the connection, and
/// with it the requests of others. At the limit the server refuses the request and discards the rest of the body.
struct PauseWatch: Sendable {
    enum Verdict: Hashable, Sendable {
        /// The sender has waited for the whole limit.
        case exceeded
        /// The limit is reached then at the earliest.
        case lookAgain(after: Duration)
        /// The body has ended, so nobody waits.
        case over
    }

    private enum State {
        /// The handler waits for the sender.
        case reading
        /// The sender waits for the handler.
        case paused(since: LoopInstant)
        case over
    }

    private let limit: Duration
    private var state: State

    /// The head has arrived, and its body is arriving.
    init(limit: Duration, at now: LoopInstant) {
        self.limit = limit
        state = .paused(since: now)
    }

    /// The handler asks for bytes.
    mutating func beganReading() { if case .paused = state { state = .reading } }

    /// The handler got bytes and asks for no more yet.
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
