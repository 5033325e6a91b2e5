public import Domain
internal import FoundationEssentials
public import Postgres
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
            let answer = try await set(scope, tenant, reason, origin, now)
            // Whose key was made meanwhile has coded the holds that were there by then.
            if case .subject = scope { try await keys?.codeHolds(of: tenant) }
            return answer
        }
    }

    private func set(
        _ scope: HoldScope, _ tenant: TenantID, _ reason: String?, _ origin: AuditOrigin, _ now: Timestamp
    ) async throws -> HoldAnswer {
        let (submission, subject): (SubmissionID?, String?)
        var codes: [Bytes] = []
        switch scope {
        case .submission(let id): (submission, subject) = (id, nil)
        case .subject(let text):
            (submission, subject) = (nil, text)
            codes = try await keys?.codeOfHeld(text, of: tenant).map { [Bytes($0)] } ?? []
        }
        return try await pool.withTransaction { [codes] transaction -> HoldAnswer in
            // Who destroys locks the submission and looks for holds then.
            let covered: SQL =
                submission.map { "id = \($0.uuid)" } ?? "(subject = \(subject) or subject_code = any(\(codes)))"
            let rows = try await transaction.query(
                "select id from submissions where tenant = \(tenant.rawValue) and \(covered) order by id for update")
            if submission != nil, rows.isEmpty { return .notFound }
            let made = try await transaction.query(
                """
                insert into legal_holds (tenant, submission_id, subject, subject_codes, reason, set_by, set_at)
                values (\(tenant.rawValue), \(submission?.uuid), \(subject), \(codes), \(reason), \(origin.actor), \(now.date))
                on conflict do nothing returning *
                """)
            guard let row = made.first else {
                let held = try await transaction.query(
                    """
                    select * from legal_holds where released_at is null and tenant = \(tenant.rawValue)
                        and (submission_id = \(submission?.uuid) or subject = \(subject))
                    """)
                guard let row = held.first else { throw StoreError.changedMeanwhile("a legal hold was released meanwhile") }
                return .alreadyHeld(try Self.hold(row))
            }
            let hold = try Self.hold(row)
            try await transaction.execute(Self.act("hold.set", hold, origin, now))
            return .set(hold)
        }
    }

    /// Releases a hold. Nil if there is none with this id, or it was released before.
    public func release(_ id: HoldID, by origin: AuditOrigin, at now: Timestamp) async throws(StoreError) -> LegalHold? {
        try await StoreError.wrapping("release a legal hold") {
            try await pool.withTransaction { transaction -> LegalHold? in
                let rows = try await transaction.query(
                    """
                    update legal_holds set released_by = \(origin.actor), released_at = \(now.date)
                    where id = \(id.uuid) and released_at is null returning *
                    """)
                guard let hold = try rows.first.map(Self.hold) else { return nil }
                try await transaction.execute(Self.act("hold.release", hold, origin, now))
                return hold
            }
        }
    }

    /// Newest first; includes released ones only if requested.
    public func holds(tenant: TenantID?, released: Bool, limit: Int) async throws(StoreError) -> [LegalHold] {
        var conditions: [SQL] = ["true"]
        if let tenant { conditions.append("tenant = \(tenant.rawValue)") }
        if !released { conditions.append("released_at is null") }
        return try await StoreError.wrapping("list legal holds") {
            try await pool.query(
                """
                select * from legal_holds where \(SQL.joined(conditions, separator: " and "))
                order by set_at desc, id desc limit \(limit)
                """
            ).map(Self.hold)
        }
    }

    /// The holds in force over a submission.
    static func holds(over submission: SubmissionID, _ executor: some PostgresExecutor) async throws -> [LegalHold] {
        try await executor.query(
            """
            select h.* from legal_holds h join submissions s on s.id = \(submission.uuid)
            where h.released_at is null and \(isOver("s")) order by h.set_at, h.id
            """
        ).map(hold)
    }

    private static func act(_ action: String, _ hold: LegalHold, _ origin: AuditOrigin, _ now: Timestamp) -> SQL {
        var act = AuditAct(
            tenant: hold.tenant, action: action, resource: "holds/\(hold.id)", origin: origin, time: now)
        if case .submission(let id)? = hold.scope { act.submission = id }
        return AuditWriter.statement([act])
    }

    private static func hold(_ row: Row) throws -> LegalHold {
        let submission = try row.decodeIfPresent("submission_id", as: UUID.self).map { SubmissionID($0) }
        let subject: String? = try row.decodeIfPresent("subject")
        return LegalHold(
            id: try row.decodeID("id"), tenant: try row.decodeValue("tenant"),
            scope: submission.map { .submission($0) } ?? subject.map { .subject($0) }, reason: try row.decodeIfPresent("reason"),
            setBy: try row.decode("set_by"), setAt: try row.decodeTimestamp("set_at"),
            releasedBy: try row.decodeIfPresent("released_by"), releasedAt: try row.decodeTimestampIfPresent("released_at"))
    }
}
