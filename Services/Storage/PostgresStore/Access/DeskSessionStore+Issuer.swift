public import Domain
internal import Postgres
internal import Shared

/// The state of a sign-in at an issuer.
extension DeskSessionStore {
    /// Records that a browser was sent to the issuer.
    public func beginSignIn(_ token: OpaqueToken, returningTo path: String, lasting: Duration) async throws(StoreError) {
        _ = try await StoreError.wrapping("begin a sign-in") {
            try await pool.execute(
                """
                insert into desk_sign_ins (prefix, digest, return_path, ends_at)
                values (\(token.prefix), \(token.digest), \(path), \(now().adding(lasting).date))
                """)
        }
    }

    /// The page to which a returning browser goes. Nil if it was not sent, was away too long, or has returned before.
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

    /// Gives the first caller the issuer's tokens for a renewal, exclusively for `duration`: a refresh token can be used
    /// once. Nil while another caller renews, or has just renewed.
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

    /// Stores the issuer's answer. Nil if the session has ended meanwhile.
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
