public import Domain
internal import FoundationEssentials
public import Postgres
internal import Sealing

public import Shared

/// Legal holds: while one is in force, neither a person nor a policy can destroy its subject.
public struct LegalHoldStore: Sendable {
    private let pool: PostgresPool
    private let keys: SealingKeyStore?

    /// Without `keys` a hold on a person covers no submission that is sealed.
    public init(pool: PostgresPool, keys: SealingKeyStore? = nil) { (self.pool, self.keys) = (pool, keys) }

    /// The condition that the submission of a row, by its name in a statement, is held.
    static func covers(_ submission: SQL) -> SQL {
        """
        exists (select from legal_holds h where h.released_at is null and \(isOver(submission)))
        """
    }

    /// Whether a hold, by its name in a statement, is one on a submission. A sealed submission is found without any key.
    static func isOver(_ submission: SQL, hold: SQL = "h") -> SQL {
        """
        (\(hold).submission_id = \(submission).id or (\(hold).tenant = \(submission).tenant
            and (\(hold).subject = \(submission).subject or \(submission).subject_code = any(\(hold).subject_codes))))
        """
    }

    /// Whether a submission is held. In a transaction that has locked it, the answer stays true until the transaction
    /// ends.
    static func isHeld(_ id: SubmissionID, over executor: some PostgresExecutor) async throws -> Bool {
        try await executor.query("select \(covers("s")) as is_held from submissions s where s.id = \(id.uuid)").first?
            .decode("is_held") ?? false
    }

    /// Sets a hold. Waits for running erasures of its subject; after it has returned, nothing of it is destroyed.
    public func set(
        _ scope: HoldScope, tenant: TenantID, reason: String?, by origin: AuditOrigin, at now: Timestamp
    ) async throws(StoreError) -> HoldAnswer {
        try await StoreError.wrapping("set a legal hold") {
            guard let answer = try await set(scope, tenant, reason, origin, now) else { return .notFound }
            let hold = try await Self.holds([answer.row], by: keys)[0]
            // Whose key was made meanwhile has coded the holds that were there by then.
            if case .subject = scope { try await keys?.codeHold(hold.id, of: tenant) }
            return answer.isNew ? .set(hold) : .alreadyHeld(hold)
        }
    }

    /// The row of the hold that is there then; nil without its submission.
    private func set(
        _ scope: HoldScope, _ tenant: TenantID, _ reason: String?, _ origin: AuditOrigin, _ now: Timestamp
    ) async throws -> (row: Row, isNew: Bool)? {
        let id = HoldID.timeOrdered(at: now.date)
        let (submission, subject): (SubmissionID?, String?)
        switch scope {
        case .submission(let held): (submission, subject) = (held, nil)
        case .subject(let text): (submission, subject) = (nil, text)
        }
        let sealed: SealedHold?
        do throws(SealingError) {
            sealed = try await keys?.sealedHold(id, subject: subject, reason: reason, of: tenant)
        } catch {
            guard error.code != .databaseUnavailable else { throw error }
            // It has to be set all the same, and is sealed by `docket seal`.
            sealed = nil
        }
        var codes: [Bytes] = []
        if let subject, let keys {
            // A sealed one has a code from its beginning: by that another one on the same person is known.
            codes = try await keys.codeOfHeld(subject, of: tenant, making: sealed?.subject != nil).map { [$0] } ?? []
        }
        return try await pool.withTransaction { [codes] transaction in
            // That two are on one person is told by their codes, which no index keeps unique.
            try await transaction.query(HoldsInClear.lock(tenant, isShared: false))
            // Who destroys locks the submission and looks for holds then.
            let covered: SQL =
                submission.map { "id = \($0.uuid)" } ?? "(subject = \(subject) or subject_code = any(\(codes)))"
            let rows = try await transaction.query(
                "select id from submissions where tenant = \(tenant.rawValue) and \(covered) order by id for update")
            if submission != nil, rows.isEmpty { return nil }
            let held = try await transaction.query(
                """
                select * from legal_holds where released_at is null and tenant = \(tenant.rawValue)
                    and (submission_id = \(submission?.uuid) or subject = \(subject) or subject_codes && \(codes))
                """)
            if let row = held.first { return (row, false) }
            let isClear: SQL = sealed?.subject == nil ? "true" : "not \(HoldsInClear.allowsSealing("v.tenant"))"
            let row = try await transaction.query(
                """
                insert into legal_holds (
                    id, tenant, submission_id, subject, subject_sealed, subject_codes, reason, reason_sealed, set_by, set_at)
                select \(id.uuid), v.tenant, \(submission?.uuid), case when \(isClear) then \(subject) end,
                    case when not (\(isClear)) then \(sealed?.subject)::bytea end, \(codes),
                    \(sealed?.reason == nil ? reason : nil), \(sealed?.reason), \(origin.actor), \(now.date)
                from (values (\(tenant.rawValue))) v (tenant) returning *
                """)[0]
            try await transaction.execute(Self.act("hold.set", row, origin, now))
            return (row, true)
        }
    }

    /// Releases a hold. Nil if there is none with this id, or it was released before.
    public func release(_ id: HoldID, by origin: AuditOrigin, at now: Timestamp) async throws(StoreError) -> LegalHold? {
        try await StoreError.wrapping("release a legal hold") {
            let released = try await pool.withTransaction { transaction -> Row? in
                let rows = try await transaction.query(
                    """
                    update legal_holds set released_by = \(origin.actor), released_at = \(now.date)
                    where id = \(id.uuid) and released_at is null returning *
                    """)
                guard let row = rows.first else { return nil }
                try await transaction.execute(Self.act("hold.release", row, origin, now))
                return row
            }
            guard let released else { return nil }
            // It is released, whatever can be told of it.
            do { return try await Self.holds([released], by: keys)[0] } catch is SealingError {
                return try Self.hold(released, by: nil)
            }
        }
    }

    /// Newest first; includes released ones only if requested.
    public func holds(tenant: TenantID?, released: Bool, limit: Int) async throws(StoreError) -> [LegalHold] {
        var conditions: [SQL] = ["true"]
        if let tenant { conditions.append("tenant = \(tenant.rawValue)") }
        if !released { conditions.append("released_at is null") }
        return try await StoreError.wrapping("list legal holds") {
            let rows = try await pool.query(
                """
                select * from legal_holds where \(SQL.joined(conditions, separator: " and "))
                order by set_at desc, id desc limit \(limit)
                """)
            return try await Self.holds(Array(rows), by: keys)
        }
    }

    /// The holds in force over a submission.
    static func holds(over submission: SubmissionID, _ executor: some PostgresExecutor) async throws -> [HoldID] {
        try await executor.query(
            """
            select h.id from legal_holds h join submissions s on s.id = \(submission.uuid)
            where h.released_at is null and \(isOver("s")) order by h.set_at, h.id
            """
        ).map { try $0.decodeID("id") }
    }

    /// The holds over a submission, released ones too, of which something is sealed.
    static func sealed(
        over submission: SubmissionID, by keys: SealingKeyStore?, _ executor: some PostgresExecutor
    ) async throws -> [LegalHold] {
        let rows = try await executor.query(
            """
            select h.* from legal_holds h join submissions s on s.id = \(submission.uuid)
            where num_nonnulls(h.subject_sealed, h.reason_sealed) > 0 and \(isOver("s"))
            """)
        return try await holds(Array(rows), by: keys, over: executor)
    }

    private static func act(_ action: String, _ row: Row, _ origin: AuditOrigin, _ now: Timestamp) throws -> SQL {
        AuditWriter.statement([
            AuditAct(
                tenant: try row.decodeValue("tenant"),
                submission: try row.decodeIfPresent("submission_id", as: UUID.self).map { SubmissionID($0) }, action: action,
                resource: "holds/\(try row.decodeID("id") as HoldID)", origin: origin, time: now)
        ])
    }

    private static func holds(
        _ rows: [Row], by keys: SealingKeyStore?, over executor: (any PostgresExecutor)? = nil
    ) async throws -> [LegalHold] {
        let opener = try rows.contains(where: SealedHold.isThere) ? try await keys?.holdOpener(over: executor) : nil
        return try rows.map { try hold($0, by: opener) }
    }

    private static func hold(_ row: Row, by opener: SealedHold.Opener?) throws -> LegalHold {
        let id: HoldID = try row.decodeID("id")
        let submission = try row.decodeIfPresent("submission_id", as: UUID.self).map { SubmissionID($0) }
        let subject = try SealedHold.read(.subject, row, of: id, by: opener)
        let reason = try SealedHold.read(.reason, row, of: id, by: opener)
        return LegalHold(
            id: id, tenant: try row.decodeValue("tenant"),
            scope: submission.map { .submission($0) } ?? subject.text.map { .subject($0) }, reason: reason.text,
            setBy: try row.decode("set_by"), setAt: try row.decodeTimestamp("set_at"),
            releasedBy: try row.decodeIfPresent("released_by"), releasedAt: try row.decodeTimestampIfPresent("released_at"),
            isUnopened: subject.isUnopened || reason.isUnopened)
    }
}
