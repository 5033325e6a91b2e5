import Crypto
import Shared
import Synchronization

/// Who speaks to Apple: a key of a team's, and its name there.
struct ProviderIdentity: Sendable {
    let key: ES256.PrivateKey
    /// Ten letters and digits each, as Apple gives them.
    let keyID: String
    let teamID: String

    /// The token that says so; good for an hour from `time` on.
    func token(at time: Timestamp) throws(CryptoError) -> String {
        try ES256.token(
            header: #"{"alg":"ES256","kid":"\#(keyID)"}"#,
            claims: #"{"iat":\#(time.millisecondsSinceEpoch / 1000),"iss":"\#(teamID)"}"#, key: key)
    }
}

/// When a provider token is made anew: Apple takes none that is older than an hour, and wants none more often than every 20 minutes.
/// Pure.
struct ProviderTokenAge: Sendable, Hashable {
    static let lifetime = Duration.seconds(40 * 60)
    static let shortestInterval = Duration.seconds(20 * 60)

    private(set) var madeAt: Timestamp?
    /// When one was made because Apple had refused the one before.
    private var renewedAt: Timestamp?

    /// A clock that was set back makes a new one, too: Apple refuses those of the future.
    func isDue(at now: Timestamp) -> Bool {
        guard let madeAt else { return true }
        return now < madeAt || now >= madeAt.adding(Self.lifetime)
    }

    mutating func made(at now: Timestamp) { madeAt = now }

    /// Apple holds the token for expired though it is not by this clock: a new one is made, unless that was done a moment ago and
    /// did not help.
    mutating func mayRenew(at now: Timestamp) -> Bool {
        if let renewedAt, now >= renewedAt, now < renewedAt.adding(Self.shortestInterval) { return false }
        renewedAt = now
        return true
    }
}

/// The token of a process, made anew in time; all requests of the time between share it.
final class ProviderTokens: Sendable {
    private let identity: ProviderIdentity
    private let state = Mutex<(age: ProviderTokenAge, token: String)>((ProviderTokenAge(), ""))

    init(_ identity: ProviderIdentity) { self.identity = identity }

    func current(at now: Timestamp) throws(CryptoError) -> String {
        try state.withLock { state throws(CryptoError) in
            if state.age.isDue(at: now) { try make(&state, now) }
            return state.token
        }
    }

    /// After Apple has called a token expired: another one, be it that a request beside has had it made; nil where a new one would
    /// not help.
    func renewed(after refused: String, at now: Timestamp) throws(CryptoError) -> String? {
        try state.withLock { state throws(CryptoError) in
            if state.token != refused { return state.token }
            guard state.age.mayRenew(at: now) else { return nil }
            try make(&state, now)
            return state.token
        }
    }

    private func make(_ state: inout (age: ProviderTokenAge, token: String), _ now: Timestamp) throws(CryptoError) {
        state.token = try identity.token(at: now)
        state.age.made(at: now)
    }
}
