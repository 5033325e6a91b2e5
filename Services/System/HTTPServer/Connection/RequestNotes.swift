public import EventLoop

/// Notes which request each connection reads, in a place that can be read after the process has died.
///
/// Its functions are called for every request on the connection's thread: each must be no more than a few stores into
/// memory.
public protocol RequestNotes: Sendable {
    /// A place for the requests of a new connection, one after another. Nil if none is free.
    func open() -> Int?

    /// Frees the place for another connection.
    func close(_ place: Int)

    /// A request has arrived. `route` is its number in the router; nil if there is no route.
    ///
    /// - Throws: ``Problem`` if the client may not send requests now; then nothing is noted.
    func begin(_ place: Int, route: Int?, client: IPAddress?, at now: LoopInstant) throws(Problem)

    /// More bytes of the request have arrived.
    func goesOn(_ place: Int, at now: LoopInstant)

    /// Notes the request's actor, by a name that is not secret.
    func identify(_ place: Int, as actor: String, at now: LoopInstant)

    /// The answer to the request is known.
    func end(_ place: Int)
}

extension ServerConnection {
    /// Adds the actor to the note of the current request.
    func note(_ actor: String, _ exchange: Int) {
        guard let notes = context.configuration.notes, let place, loop.isCurrent, exchange == self.exchange else { return }
        notes.identify(place, as: actor, at: .now)
    }
}

extension HTTPRequest {
    /// Adds the actor to the note of this request, by a name that is not secret. For its handler while it runs.
    public func note(_ actor: String) { interim.note(actor) }
}
