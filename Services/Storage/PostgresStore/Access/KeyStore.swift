internal import Crypto
public import Domain
public import Postgres
public import Sealing
internal import Shared

/// Secrets that all processes of an installation share. They are stored by the key of the installation, once every process can open them.
public struct KeyStore: Sendable {
    public enum Purpose: String, Sendable, CaseIterable {
        /// Signs confirmation tokens.
        case confirmation
        /// Derives the token of a link with an idempotency key: the same token each time.
        case links
        /// Seals the issuer's tokens of desk sessions.
        case desk

        fileprivate var use: String { "secret for \(rawValue)" }
    }

    private static let length = 32
    private let pool: PostgresPool
    private let keys: SealingKeyStore?

    /// Without `keys` no secret may be sealed.
    public init(pool: PostgresPool, keys: SealingKeyStore? = nil) { (self.pool, self.keys) = (pool, keys) }

    /// 32 random bytes, the same for each call with a purpose.
    public func key(for purpose: Purpose) async throws(StoreError) -> [UInt8] {
        try await StoreError.wrapping("read a key") {
            while true {
                guard let stored = try await stored(purpose) else {
                    throw StoreError(
                        code: .schemaMismatch, isRetriable: true,
                        description: "The database lacks a key: run “docket migrate”.", detail: purpose.rawValue)
                }
                guard stored.isSealed else {
                    // A new installation seals its own when they are first used; what does not work now is tried by the next use.
                    _ = try? await seal(stored, purpose)
                    return stored.bytes
                }
                guard let keys else {
                    throw SealingError(.unknownKey, "a secret of the installation is sealed, and this process has no keys")
                }
                if try await keys.knownKey(of: .ofInstallation) != nil {
                    return try await keys.reveal(stored, of: .ofInstallation, for: purpose.use)
                }
                // The database was restored without its keys: what the secret was for has ended with them.
                _ = try await replace(stored, SecureRandom.bytes(Self.length), purpose, keys)
            }
        }
    }

    /// Stores those by the key of the installation that are stored as they are; how many that were.
    public func sealAll() async throws(SealingError) -> Int {
        var count = 0
        for purpose in Purpose.allCases {
            count +=
                try await keys?.asking("seal a secret of the installation") {
                    guard let stored = try await stored(purpose), !stored.isSealed else { return 0 }
                    return try await seal(stored, purpose)
                } ?? 0
        }
        return count
    }

    private func seal(_ stored: SealingKeyStore.Kept, _ purpose: Purpose) async throws -> Int {
        guard let keys, try await keys.hasBegun(.words) else { return 0 }
        return try await replace(stored, stored.bytes, purpose, keys)
    }

    private func stored(_ purpose: Purpose) async throws -> SealingKeyStore.Kept? {
        try await pool.query("select secret, is_sealed from keys where purpose = \(purpose.rawValue)").first.map {
            SealingKeyStore.Kept(bytes: try $0.decode("secret"), isSealed: try $0.decode("is_sealed"))
        }
    }

    /// Another process may be faster: what is there then counts.
    private func replace(
        _ old: SealingKeyStore.Kept, _ secret: [UInt8], _ purpose: Purpose, _ keys: SealingKeyStore
    ) async throws -> Int {
        let new = try await keys.keep(secret, of: .ofInstallation, for: purpose.use)
        guard new.isSealed || old.isSealed else { return 0 }
        return try await pool.execute(
            """
            update keys set secret = \(Bytes(new.bytes)), is_sealed = \(new.isSealed)
            where purpose = \(purpose.rawValue) and secret = \(Bytes(old.bytes)) and is_sealed = \(old.isSealed)
            """)
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

extension TenantID {
    /// The holder of what is all tenants'. Only its key is kept, among those of the tenants.
    static var ofInstallation: TenantID { "docket-installation" }
}
