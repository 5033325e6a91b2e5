public import Domain
public import Postgres
public import Shared

/// A device that gets no more notifications.
public struct RetiredDeviceToken: Sendable, Hashable {
    public enum Because: String, Sendable, Hashable, CaseIterable {
        /// The app was removed from it, or its notifications are off.
        case gone
        /// The push service does not know it, at least in this environment.
        case unknown
        /// It belongs to another app.
        case otherTopic = "other_topic"
    }

    /// SHA-256 of a name of the device. Only its submissions have the token itself.
    public let digest: [UInt8]
    public let because: Because
    public let retiredAt: Timestamp

    public init(digest: [UInt8], because: Because, retiredAt: Timestamp) {
        (self.digest, self.because, self.retiredAt) = (digest, because, retiredAt)
    }
}

/// Devices without further notifications. A later submission with the same token may mean that the app is back: it is
/// tried again.
public struct RetiredDeviceTokens: Sendable {
    /// Longer than any submission waits for its person.
    private static let kept = Duration.seconds(400 * 86_400)
    /// The number of older ones that each new one deletes.
    private static let purged = 100

    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// A repetition counts from its latest time.
    public func retire(_ token: RetiredDeviceToken) async throws(StoreError) {
        _ = try await StoreError.wrapping("retire a device") {
            try await pool.execute(
                """
                with old as (
                    delete from retired_device_tokens where digest in (
                        select digest from retired_device_tokens
                        where retired_at < least(now(), \(token.retiredAt.date)::timestamptz) - \(Self.kept.sqlInterval)
                        order by retired_at limit \(Self.purged) for update skip locked)
                )
                insert into retired_device_tokens (digest, because, retired_at)
                values (\(token.digest), \(token.because.rawValue), \(token.retiredAt.date))
                on conflict (digest) do update set because = excluded.because,
                    retired_at = greatest(retired_device_tokens.retired_at, excluded.retired_at)
                """)
        }
    }

    /// Whether it was retired after the creation of a submission with it.
    public func isRetired(_ digest: [UInt8], registeredAt: Timestamp) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("look for a retired device") {
            try await !pool.query(
                "select 1 from retired_device_tokens where digest = \(digest) and retired_at >= \(registeredAt.date)"
            ).isEmpty
        }
    }
}
