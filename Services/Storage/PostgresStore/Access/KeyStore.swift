internal import Crypto
public import Domain
public import Postgres

/// Secrets that all processes of an installation share.
public struct KeyStore: Sendable {
    public enum Purpose: String, Sendable, CaseIterable {
        /// Signs confirmation tokens.
        case confirmation
        /// Derives the token of a link with an idempotency key: the same token each time.
        case links
        /// Seals the issuer's tokens of desk sessions.
        case desk
    }

    private static let length = 32
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// 32 random bytes, the same for each call with a purpose.
    public func key(for purpose: Purpose) async throws(StoreError) -> [UInt8] {
        try await StoreError.wrapping("read a key") {
            guard let row = try await pool.query("select secret from keys where purpose = \(purpose.rawValue)").first else {
                throw StoreError(
                    code: .schemaMismatch, isRetriable: true,
                    description: "The database lacks a key: run “docket migrate”.", detail: purpose.rawValue)
            }
            return try row.decode("secret", as: [UInt8].self)
        }
    }

    static func makeMissingKeys(over executor: some PostgresExecutor) async throws(PostgresError) {
        _ = try await executor.pipeline(
            Purpose.allCases.map { purpose in
                """
                insert into keys (purpose, secret) values (\(purpose.rawValue), \(SecureRandom.bytes(length)))
                on conflict do nothing
                """
            })
    }
}
