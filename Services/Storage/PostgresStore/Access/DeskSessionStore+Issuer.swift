public import Domain
internal import FoundationEssentials
internal import Postgres
internal import Shared

/// What the way to an issuer and back needs.
extension DeskSessionStore {
    /// Notes that a browser has left for the issuer.
    public func beginSignIn(_ token: OpaqueToken, returningTo path: String, lasting: Duration) async throws(StoreError) {
        _ = try await StoreError.wrapping("begin a sign-in") {
            try await pool.execute(
                """
                insert into desk_sign_ins (prefix, digest, return_path, ends_at)
                values (\(token.prefix), \(token.digest), \(path), \(now().adding(lasting).date))
                """)
        }
    }

    /// Where the browser wants to go that is back. Nil if it has not left, was away for too long, or was back before.
    public func endSignIn(_ token: OpaqueToken) async throws(StoreError) -> String? {
        try await StoreError.wrapping("end a sign-in") {
            let rows = try await pool.query(
                """
                delete from desk_sign_ins where prefix = \(token.prefix) and digest = \(token.digest)
                returning return_path, ends_at
                """)
            guard let row = rows.first, try row.decodeTimestamp("ends_at") > now() else { return nil }
            return try row.decode("return_path")
        }
    }

    /// Gives whoever asks first the issuer's tokens to ask anew with, for some time alone: a refresh token is good once. Nil while
    /// somebody else asks, or has just asked.
    public func beginRenewal(of prefix: String, for duration: Duration) async throws(StoreError) -> [UInt8]? {
        let now = now()
        return try await StoreError.wrapping("begin to renew a session") {
            let rows = try await pool.query(
                """
                update desk_sessions set asking_until = \(now.adding(duration).date)
                where prefix = \(prefix) and tokens is not null and vouched_until <= \(now.date)
                    and (asking_until is null or asking_until <= \(now.date))
                returning tokens
                """)
            return try rows.first?.decode("tokens", as: [UInt8].self)
        }
    }

    /// Keeps what the issuer has answered. Nil if the session has ended meanwhile.
    public func renew(
        _ prefix: String, roles: [String], _ tokens: DeskTokens
    ) async throws(StoreError) -> DeskSession? {
        try await StoreError.wrapping("renew a session") {
            let rows = try await pool.query(
                """
                update desk_sessions set roles = \(roles.joined(separator: " ")), tokens = \(tokens.sealed),
                    vouched_until = \(tokens.vouchedUntil?.date), asking_until = null
                where prefix = \(prefix) returning *
                """)
            return try rows.first.map(Self.session)
        }
    }
}
