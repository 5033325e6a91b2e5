public import Domain
internal import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

/// The idempotency keys of clients, with the stored answers.
///
/// A key is claimed for a while, then the transaction of the change stores the answer, and after the retention it is
/// deleted. A process that dies before COMMIT leaves a claim that expires, and no change. One that dies after it leaves
/// the answer, which the next attempt gets.
public struct IdempotencyStore: IdempotencyKeys {
    private let pool: PostgresPool
    private let keys: SealingKeyStore?
    private let retention: Duration
    private let lease: Duration

    /// Answers are stored for `retention`, sealed by `keys`. A claim that is not renewed lasts for `lease`.
    public init(pool: PostgresPool, keys: SealingKeyStore? = nil, retention: Duration, lease: Duration = .seconds(30)) {
        self.pool = pool
        self.keys = keys
        self.retention = retention
        self.lease = lease
    }

    public var renewalInterval: Duration { lease / 3 }

    // MARK: - Claiming

    public func claim(
        _ key: IdempotencyKey, fingerprint: ContentDigest?
    ) async throws(StoreError) -> IdempotencyStatus {
        let claim = IdempotencyClaim(key: key, holder: UUID(), retention: retention)
        return try await StoreError.wrapping("claim an idempotency key") {
            // The row that was in the way may have gone before it was read.
            for _ in 1...3 {
                if let status = try await attempt(claim, fingerprint) { return status }
            }
            throw StoreError(
                code: .unavailable, isRetriable: true, description: "The idempotency key is in great demand.",
                detail: "the row was gone three times in a row")
        }
    }

    private func attempt(_ claim: IdempotencyClaim, _ fingerprint: ContentDigest?) async throws -> IdempotencyStatus? {
        let (tenant, text) = (claim.key.tenant.rawValue, claim.key.text)
        let answers = try await pool.pipeline([
            """
            insert into idempotency_keys as old (tenant, key, holder, held_until, fingerprint, expires_at)
            values (\(tenant), \(text), \(claim.holder), now() + \(lease.sqlInterval),
                \(fingerprint.map { Bytes($0.bytes) }), now() + \(retention.sqlInterval))
            on conflict (tenant, key) do update set holder = excluded.holder, held_until = excluded.held_until,
                fingerprint = excluded.fingerprint, submission_id = null, status = null, headers = null, body = null,
                sealed_by = null, expires_at = excluded.expires_at
            where (old.status is null and old.held_until <= now()) or (old.status is not null and old.expires_at <= now())
            """,
            """
            select holder, fingerprint, status, headers, body, sealed_by, submission_id from idempotency_keys
            where tenant = \(tenant) and key = \(text)
            """,
        ])
        guard let row = answers[1].first else { return nil }
        if try row.decode("holder", as: UUID.self) == claim.holder { return .claimed(claim) }
        guard let status = try row.decodeIfPresent("status", as: Int.self) else {
            return .running(fingerprint: try row.decodeDigestIfPresent("fingerprint"))
        }
        let answer = KeptAnswer(
            status: status, headers: try row.decodeJSON("headers"),
            body: try await SealedAnswer.body(row, of: claim.key, by: keys))
        return .answered(answer, fingerprint: try row.decodeDigest("fingerprint"))
    }

    public func renew(_ claim: IdempotencyClaim) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("renew an idempotency key") {
            try await pool.execute(
                "update idempotency_keys set held_until = now() + \(lease.sqlInterval) where \(claim.isHeld)") == 1
        }
    }

    public func release(_ claim: IdempotencyClaim) async throws(StoreError) {
        try await StoreError.wrapping("release an idempotency key") {
            _ = try await pool.execute("delete from idempotency_keys where \(claim.isHeld)")
        }
    }

    // MARK: - Keeping

    /// Stores the answer to a request whose change was already made.
    public func keep(_ answer: KeptAnswer, fingerprint: ContentDigest, for claim: IdempotencyClaim) async throws(StoreError) {
        try await StoreError.wrapping("keep an answer") {
            let body = try await SealedAnswer(answer.body, for: claim.key, byTenant: keys)
            _ = try await pool.execute(try claim.keeping(answer, body, fingerprint: fingerprint, of: nil))
        }
    }

    /// Deletes at most `limit` expired keys, and returns their number.
    public func purge(limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("forget idempotency keys") {
            try await pool.execute(
                """
                delete from idempotency_keys where (tenant, key) in (
                    select tenant, key from idempotency_keys where expires_at <= now() and held_until <= now()
                    order by expires_at limit \(limit) for update skip locked
                )
                """)
        }
    }
}

extension IdempotencyClaim {
    /// The condition that this attempt still holds the key and has no stored answer.
    fileprivate var isHeld: SQL {
        "tenant = \(key.tenant.rawValue) and key = \(key.text) and holder = \(holder) and status is null"
    }

    fileprivate func keeping(
        _ answer: KeptAnswer, _ body: SealedAnswer, fingerprint: ContentDigest, of submission: SubmissionID?
    ) throws -> SQL {
        """
        update idempotency_keys set status = \(answer.status), headers = \(try JSONText(encoding: answer.headers)),
            body = \(body.body), sealed_by = \(body.by?.rawValue), fingerprint = \(fingerprint.bytes), submission_id = \(submission?.uuid),
            expires_at = now() + \(retention.sqlInterval)
        where \(isHeld)
        """
    }
}

extension AnswerKeeping {
    /// Belongs into the transaction of the change, after it. `key` is that of the submission's values.
    func statement(_ changed: Submission, _ journey: JourneyDefinition, by key: SubmissionKey?) throws -> SQL {
        let answer = try answer(changed, journey)
        let body = try SealedAnswer(answer.body, for: claim.key, by: key)
        return try claim.keeping(answer, body, fingerprint: fingerprint, of: changed.id)
    }

    /// An attempt that has lost its key to another one must not make its change.
    static func check(_ kept: PostgresRows) throws(StoreError) {
        guard kept.affectedRows == 1 else {
            throw StoreError(
                code: .unavailable, isRetriable: true,
                description: "Another try of the same request has taken over. Repeat it to learn what became of it.",
                detail: "the idempotency key is held by another request")
        }
    }
}
