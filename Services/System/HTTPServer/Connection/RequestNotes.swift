public import EventLoop

/// Notes which request each connection reads, where it can be found after the process has died.
///
/// What it does is done for every request, on the thread of its connection: it must be a few stores into memory.
public protocol RequestNotes: Sendable {
    /// A place for the requests of a new connection, one after the other. nil when there is no more.
    func open() -> Int?

    /// The place may be another connection's.
    func close(_ place: Int)

    /// A request has come. `route` is its number among the router's, nil where nothing is.
    ///
    /// - Throws: ``Problem`` for a client that may not ask for now; nothing is noted then.
    func begin(_ place: Int, route: Int?, client: IPAddress?, at now: LoopInstant) throws(Problem)

    /// It goes on: more of it has come.
    func goesOn(_ place: Int, at now: LoopInstant)

    /// Whose it is, by a name that is no secret.
    func identify(_ place: Int, as actor: String, at now: LoopInstant)

    /// Its answer is known.
    func end(_ place: Int)
}

extension ServerConnection {
    /// Adds to the note of the request in hand whose it is.
    func note(_ actor: String, _ exchange: Int) {
        guard let notes = context.configuration.notes, let place, loop.isCurrent, exchange == self.exchange else { return }
        notes.identify(place, as: actor, at: .now)
    }
}

extension HTTPRequest {
    /// Adds to the note of this request whose it is, by a name that is no secret. For its handler, while it runs.
    public func note(_ actor: String) { interim.note(actor) }
}
