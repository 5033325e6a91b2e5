import PostgresStore
import Shared
import Synchronization

/// A cache of verified tokens, by their digests: an app sends the same token with each request, and verifying a signature
/// takes longer than most requests.
///
/// A cached token is valid only until it expires, and while the keys are those that verified it.
final class VerifiedTokens: Sendable {
    struct Entry: Sendable {
        let principal: Principal
        /// The key id in the token.
        let keyID: String?
        /// Of the keys that verified it.
        let edition: Int
        /// In seconds since 1970, with the tolerance for clocks.
        let end: Double
    }

    /// The entries of each of two generations. An entry has a few hundred bytes.
    private static let room = 10_000
    private static let lifetime = Duration.seconds(30)

    private let kept = Mutex(RecentValueCache<[UInt8], Entry>(room: room, lifetime: lifetime))

    /// The cached entry of a token that has not expired. `now` is in seconds since 1970.
    func entry(_ digest: [UInt8], at now: Double) -> Entry? {
        guard let moment = Self.moment(now), let entry = kept.withLock({ $0.value(of: digest, at: moment) }) else { return nil }
        return now < entry.end ? entry : nil
    }

    func keep(_ entry: Entry, as digest: [UInt8], at now: Double) {
        guard let moment = Self.moment(now) else { return }
        kept.withLock { $0.keep(entry, as: digest, weighing: 1, at: moment) }
    }

    /// Nil for a time beyond any clock.
    static func moment(_ seconds: Double) -> Timestamp? {
        Int64(exactly: (seconds * 1000).rounded(.down)).map(Timestamp.init(millisecondsSinceEpoch:))
    }
}
