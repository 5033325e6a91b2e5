/// When an issuer's keys are fetched again. Pure: it is told the time, in seconds.
struct KeySetRefresh: Sendable, Hashable {
    /// Keys that are older than this are fetched anew, while the old ones go on counting.
    var lifetime = 600.0
    /// A token with a new key's name causes a fetch, but not more often than this: anybody can invent names.
    var pause = 30.0

    private(set) var fetchedAt: Double?
    private(set) var triedAt: Double?

    enum Need: Sendable, Hashable {
        case none
        /// Go on with what is there, and fetch beside it.
        case soon
        /// The answer depends on it.
        case now
    }

    /// What a token asks for whose key is known or not.
    func need(at now: Double, isKeyKnown: Bool) -> Need {
        guard let fetchedAt else { return mayTry(at: now) ? .now : .none }
        if !isKeyKnown { return mayTry(at: now) ? .now : .none }
        return now - fetchedAt >= lifetime && mayTry(at: now) ? .soon : .none
    }

    mutating func begin(at now: Double) { triedAt = now }

    mutating func succeed(at now: Double) { fetchedAt = now }

    private func mayTry(at now: Double) -> Bool { triedAt.map { now - $0 >= pause } ?? true }
}
