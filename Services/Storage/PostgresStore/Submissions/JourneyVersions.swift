public import Domain
public import Postgres
public import Shared

/// The versions of journeys that submissions were made under.
public struct JourneyVersions: Sendable {
    public struct Version: Sendable, Hashable {
        public let journey: JourneyID
        public let version: ContentDigest
        /// When the first submission was created under this version.
        public let recordedAt: Timestamp
    }

    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// The newest first, at most `limit`.
    public func all(limit: Int) async throws(StoreError) -> [Version] {
        try await StoreError.wrapping("list versions of journeys") {
            try await pool.query("select id, digest, recorded_at from journeys order by recorded_at desc, digest limit \(limit)")
                .map { row in
                    Version(
                        journey: try row.decodeValue("id"), version: try row.decodeDigest("digest"),
                        recordedAt: try row.decodeTimestamp("recorded_at"))
                }
        }
    }
}
