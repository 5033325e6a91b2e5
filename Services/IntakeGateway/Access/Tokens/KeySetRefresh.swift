/// Decides when to fetch an issuer's keys again. It is pure: the caller gives the time in seconds.
struct KeySetRefresh: Sendable, Hashable {
    /// Keys older than this are fetched again, in seconds. The old ones stay valid meanwhile.
    var lifetime = 600.0
    /// The least time in seconds between fetches for unknown key names: a caller can invent names.
    var pause = 30.0

    private(set) var fetchedAt: Double?
    private(set) var triedAt: Double?

    enum Need: Sendable, Hashable {
        case none
        /// Use the present keys, and fetch in the background.
        case soon
        /// Wait for the fetch.
        case now
    }

    /// The need of a token whose key is known or not.
    func need(at now: Double, isKeyKnown: Bool) -> Need {
        guard let fetchedAt else { return mayTry(at: now) ? .now : .none }
        if !isKeyKnown { return mayTry(at: now) ? .now : .none }
        return now - fetchedAt >= lifetime && mayTry(at: now) ? .soon : .none
    }

    mutating func begin(at now: Double) { triedAt = now }

    mutating func succeed(at now: Double) { fetchedAt = now }

    private func mayTry(at now: Double) -> Bool { triedAt.map { now - $0 >= pause } ?? true }
}
