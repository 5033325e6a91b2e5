internal import Custody
public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// Data whose retention period has ended, by the rules of the submission's journey version.
public struct DueRemoval: Sendable, Hashable {
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// All personal data of the submission.
        case everything
        /// The original files. The clean pages stay.
        case originals
    }

    public let submission: SubmissionID
    public let tenant: TenantID
    public let journey: JourneyID
    public let state: SubmissionState
    public let part: Part
    /// When the period began.
    public let since: Timestamp
    /// The retention period in days.
    public let days: Int
    /// Whether a legal hold keeps the data for now.
    public let isHeld: Bool
}

/// Finds the data that the journeys' retention periods no longer allow to be kept.
///
/// | state | is kept for |
/// |---|---|
/// | accepted | `accepted`; its originals for `original` |
/// | rejected, failed | `rejected` |
/// | withdrawn, expired | `draft`: their documents were erased at once; the personal data that is left follows |
/// | any, in a sandbox | a week from its creation |
///
/// A period that a journey does not set never ends. Submissions in progress are not due here: drafts expire instead.
public struct RetentionStore: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// The longest overdue first, by the database's clock. Submissions in `others` are left out. Those under a legal hold
    /// are included only with `includingHeld`.
    public func due(
        includingHeld: Bool, without others: Set<SubmissionID> = [], limit: Int
    ) async throws(StoreError) -> [DueRemoval] {
        let unheld: SQL = includingHeld ? "" : "and not \(LegalHoldStore.covers("s"))"
        let free: SQL = "\(unheld) and s.id <> all(\(others.map(\.uuid)))"
        return try await StoreError.wrapping("look for what has been kept long enough") {
            try await pool.query(
                """
                select due.*, \(LegalHoldStore.covers("due")) as is_held from (
                    select s.id, s.tenant, s.subject, s.subject_code, s.journey, s.state, s.changed_at, p.days, 'everything' as part
                    from journeys j cross join lateral (values \(Self.periods)) p (state, days)
                    cross join lateral (
                        select * from submissions s where s.journey_version = j.digest and s.state = p.state
                            and s.state in ('accepted', 'rejected', 'failed', 'withdrawn', 'expired') and s.erased_at is null
                            and s.changed_at <= now() - make_interval(days => p.days) and not \(Self.isInSandbox) \(free)
                        order by s.changed_at limit \(limit)
                    ) s where p.days is not null
                    union all
                    (select s.id, s.tenant, s.subject, s.subject_code, s.journey, s.state, s.created_at, \(TenantID.sandboxDays)::int, 'everything'
                    from submissions s where \(Self.isInSandbox) and s.erased_at is null
                        and s.created_at <= now() - make_interval(days => \(TenantID.sandboxDays)::int) \(free)
                    order by s.created_at limit \(limit))
                    union all
                    select s.id, s.tenant, s.subject, s.subject_code, s.journey, s.state, s.changed_at, p.days, 'originals'
                    from journeys j cross join lateral (values \(Self.originals)) p (days, all_days)
                    cross join lateral (
                        select * from submissions s where s.journey_version = j.digest and s.state = 'accepted'
                            and s.erased_at is null and s.originals_erased_at is null
                            and s.changed_at <= now() - make_interval(days => p.days)
                            and (p.all_days is null or s.changed_at > now() - make_interval(days => p.all_days)) \(free)
                        order by s.changed_at limit \(limit)
                    ) s where p.days is not null
                ) due order by changed_at, id limit \(limit)
                """
            ).map(Self.removal)
        }
    }

    /// The same condition as `TenantID.isSandbox`, written as in the index `submissions_of_sandboxes`.
    private static let isInSandbox: SQL = "s.tenant like '%.test'"

    private static let periods: SQL = """
        ('accepted', (j.definition #>> '{retention,accepted}')::int), ('rejected', (j.definition #>> '{retention,rejected}')::int),
        ('failed', (j.definition #>> '{retention,rejected}')::int), ('withdrawn', \(draft)), ('expired', \(draft))
        """

    /// Earlier versions of Docket had this period alone.
    private static let draft: SQL = """
        coalesce((j.definition #>> '{retention,draft}')::int, (j.definition ->> 'draftRetentionDays')::int)
        """

    private static let originals: SQL = """
        ((j.definition #>> '{retention,original}')::int, (j.definition #>> '{retention,accepted}')::int)
        """

    private static func removal(_ row: Row) throws -> DueRemoval {
        DueRemoval(
            submission: try row.decodeID("id"), tenant: try row.decodeValue("tenant"), journey: try row.decodeValue("journey"),
            state: try row.decodeCase("state"), part: try row.decodeCase("part"), since: try row.decodeTimestamp("changed_at"),
            days: try row.decode("days"), isHeld: try row.decode("is_held"))
    }

    // MARK: - Originals

    /// Prepares the removal of the original files. Nil if there are none, or if a legal hold keeps them. Both are checked
    /// again on confirmation, which returns the number of pages that had an original.
    public func removeOriginals(
        of id: SubmissionID, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) async throws(StoreError) -> ConfirmationRequired<Int>? {
        let version = try await StoreError.wrapping("prepare the removal of originals") {
            try await pool.query(Self.removable(id, locking: "")).first?.decode("version", as: Int.self)
        }
        guard let version else { return nil }
        let prompt = ConfirmationPrompt(
            title: "Remove the original files of the submission \(id)?", message: "The clean pages made of them stay.",
            actionLabel: "Remove originals")
        let subject = ConfirmationSubject(
            action: LogExamination.removalOfOriginals, resource: "submissions/\(id)", version: version)
        return ConfirmationRequired(prompt, of: subject) { confirmation in try await removeOriginals(of: id, confirmation, now())
        }
    }

    private static func removable(_ id: SubmissionID, locking: SQL) -> SQL {
        """
        select s.tenant, s.version from submissions s where s.id = \(id.uuid) and s.state = 'accepted' and s.erased_at is null
            and s.originals_erased_at is null and not \(LegalHoldStore.covers("s")) \(locking)
        """
    }

    private func removeOriginals(
        of id: SubmissionID, _ confirmation: Confirmation, _ now: Timestamp
    ) async throws(StoreError) -> Int {
        try await StoreError.wrapping("remove originals") {
            try await pool.withTransaction { transaction in
                guard let row = try await transaction.query(Self.removable(id, locking: "for update")).first else { return 0 }
                let act = AuditAct(confirmation, tenant: try row.decodeValue("tenant"), submission: id, at: now)
                let answers = try await transaction.pipeline([
                    """
                    insert into blob_erasures (submission_id, digest, tenant, erase_after)
                    select distinct p.submission_id, p.original_digest, \(act.tenant.rawValue),
                        \(now.adding(SubmissionWriter.erasureGrace).date)
                    from pages p where p.submission_id = \(id.uuid) and p.original_digest is not null
                    on conflict (submission_id, digest) do update set erase_after = excluded.erase_after
                    """,
                    """
                    update pages set original_digest = null, original_size = null, media_type = null, declared_media_type = null,
                        file_extension = null, received_at = null
                    where submission_id = \(id.uuid) and original_digest is not null
                    """,
                    "update submissions set originals_erased_at = \(now.date), previews = previews + 1 where id = \(id.uuid)",
                    AuditWriter.statement([act]),
                ])
                return answers[1].affectedRows
            }
        }
    }
}
