import Crypto
import Shared
import Synchronization

/// The identity of a provider at Apple: a team's key, and its name.
struct ProviderIdentity: Sendable {
    let key: ES256.PrivateKey
    /// Ten letters and digits each, from Apple.
    let keyID: String
    let teamID: String

    /// The signed token, valid for an hour from `time` on.
    func token(at time: Timestamp) throws(CryptoError) -> String {
        try ES256.token(
            header: #"{"alg":"ES256","kid":"\#(keyID)"}"#,
            claims: #"{"iat":\#(time.millisecondsSinceEpoch / 1000),"iss":"\#(teamID)"}"#, key: key)
    }
}

/// When to make a new provider token: Apple refuses one older than an hour, and a new one more often than every 20
/// minutes. It is pure.
struct ProviderTokenAge: Sendable, Hashable {
    static let lifetime = Duration.seconds(40 * 60)
    static let shortestInterval = Duration.seconds(20 * 60)

    private(set) var madeAt: Timestamp?
    /// When a token was made because Apple had refused the previous one.
    private var renewedAt: Timestamp?

    /// Also true if the clock was set back: Apple refuses tokens from the future.
    func isDue(at now: Timestamp) -> Bool {
        guard let madeAt else { return true }
        return now < madeAt || now >= madeAt.adding(Self.lifetime)
    }

    mutating func made(at now: Timestamp) { madeAt = now }

    /// Whether to make a new token after Apple called the current one expired. False if that was done just before,
    /// without success.
    mutating func mayRenew(at now: Timestamp) -> Bool {
        if let renewedAt, now >= renewedAt, now < renewedAt.adding(Self.shortestInterval) { return false }
        renewedAt = now
        return true
    }
}

/// The token of a process, renewed in time and shared by all requests.
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

    /// Another token after Apple has called one expired, perhaps one that a concurrent request has renewed; nil if a new
    /// one would not help.
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
