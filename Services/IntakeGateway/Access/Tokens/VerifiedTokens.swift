import Crypto
import PostgresStore
import Shared
import Synchronization

/// Remembers tokens that were accepted, by their digests: an app sends the same one with each of its requests, and a signature takes
/// longer to verify than most of these take otherwise.
///
/// A token counts only as long as it would be accepted anew: until it expires, and while the keys are those that it was verified with.
final class VerifiedTokens: Sendable {
    struct Entry: Sendable {
        let principal: Principal
        /// As the token names it.
        let keyID: String?
        /// Of the keys that it was verified with.
        let edition: Int
        /// Seconds since 1970, with what clocks may disagree.
        let end: Double
    }

    /// Each of two generations; one weighs some hundred bytes.
    private static let room = 10_000
    private static let lifetime = Duration.seconds(30)

    private let kept = Mutex(RecentValueCache<[UInt8], Entry>(room: room, lifetime: lifetime))

    /// What was found out about it, unless it has ended. `now` is in seconds since 1970.
    func entry(_ digest: [UInt8], at now: Double) -> Entry? {
        guard let moment = Self.moment(now), let entry = kept.withLock({ $0.value(of: digest, at: moment) }) else { return nil }
        return now < entry.end ? entry : nil
    }

    func keep(_ entry: Entry, as digest: [UInt8], at now: Double) {
        guard let moment = Self.moment(now) else { return }
        kept.withLock { $0.keep(entry, as: digest, weighing: 1, at: moment) }
    }

    /// Nil for a time that no clock will show.
    static func moment(_ seconds: Double) -> Timestamp? {
        Int64(exactly: (seconds * 1000).rounded(.down)).map(Timestamp.init(millisecondsSinceEpoch:))
    }
}
