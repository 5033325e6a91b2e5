public import Domain
internal import Postgres
public import Shared

/// How the waiting of a message ends, and what is forgotten after that.
extension MailStore {
    /// Ends the waiting of a message of this version (or of any): whom it is from and what it brought is forgotten, and its files
    /// cannot be read from now on. One that was not assigned is not known any longer: sent again it is another one. Nil where it does not
    /// wait, or has changed.
    public func end(
        _ id: MailID, of tenant: TenantID, as state: MailRecord.State, submission: SubmissionID? = nil, version: Int? = nil,
        by origin: AuditOrigin, _ basis: AuditAct.Basis = .person, note: String? = nil
    ) async throws(StoreError) -> MailRecord? {
        let now = now()
        let scope: SQL = version.map { "and version = \($0)" } ?? ""
        let key: SQL = state == .assigned ? "key" : "uuid_send(id)"
        return try await StoreError.wrapping("end the waiting of mail") {
            try await pool.withTransaction { transaction in
                let rows = try await transaction.query(
                    """
                    update mails set state = \(state.rawValue), submission_id = \(submission?.uuid), wait = null, key = \(key),
                        \(Self.forgetting), version = version + 1, expires_at = \(now.adding(retention).date)
                    where id = \(id.uuid) and tenant = \(tenant.rawValue) and state = 'waiting' \(scope) returning *
                    """)
                guard let row = rows.first else { return nil }
                let record = try Self.record(row)
                try await transaction.pipeline([
                    SealingKeyStore.removal(of: record.space),
                    AuditWriter.statement([record.act("mail.\(state.action)", by: origin, basis, note: note, at: now)]),
                ])
                return record
            }
        }
    }

    static let forgetting: SQL =
        "sender = null, sender_sealed = null, sender_code = null, sent_at = null, authentication = null, files = '[]', claimed_until = null"

    /// Those that wait for somebody for too long, but for these.
    public func overdue(without others: Set<MailID> = [], limit: Int) async throws(StoreError) -> [MailRecord] {
        try await StoreError.wrapping("look for mail that waits for too long") {
            try await pool.query(
                """
                select * from mails where state = 'waiting' and expires_at <= now() and id <> all(\(others.map(\.uuid)))
                order by expires_at limit \(limit)
                """
            ).map { try Self.record($0) }
        }
    }

    /// Gives up those that never came to be whole, where nobody can be writing them any more; how many that were. They are not known
    /// any longer: a message that comes again is another one.
    public func abandon(limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("give up mail that never came to be whole") {
            try await pool.query(
                """
                with old as (
                    update mails set state = 'expired', key = uuid_send(id), \(Self.forgetting), expires_at = now()
                    where id in (
                        select id from mails where state = 'arriving' and received_at <= now() - interval '1 hour'
                        order by received_at limit \(limit) for update skip locked)
                    returning id
                ), keys as (\(SealingKeyStore.removal(ofAll: "old")))
                select count(*) as mails from old
                """
            ).first?.decode("mails") ?? 0
        }
    }

    /// Those that have ended and whose files may still be there, but for these.
    public func removable(without others: Set<MailID> = [], limit: Int) async throws(StoreError) -> [MailRecord] {
        try await StoreError.wrapping("look for files of mail") {
            try await pool.query(
                """
                select * from mails where has_bytes and state in ('assigned', 'discarded', 'expired')
                    and id <> all(\(others.map(\.uuid)))
                order by received_at limit \(limit)
                """
            ).map { try Self.record($0) }
        }
    }

    /// Says that the files of a message that has ended are gone.
    public func removed(_ id: MailID) async throws(StoreError) {
        try await StoreError.wrapping("forget files of mail") {
            _ = try await pool.execute("update mails set has_bytes = false where id = \(id.uuid)")
        }
    }

    /// Forgets those that ended long enough ago; how many that were. Their keys have gone before, but for one that came while an erasure
    /// had begun: where keys are elsewhere, the erasure saw the message and not its key. Nothing finds a key by its message afterwards.
    public func purge(limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("forget mail") {
            try await pool.query(
                """
                with old as (
                    delete from mails where id in (
                        select id from mails where state in ('assigned', 'discarded', 'expired') and not has_bytes
                            and expires_at <= now() order by expires_at limit \(limit) for update skip locked)
                    returning id
                ), keys as (\(SealingKeyStore.removal(ofAll: "old"))),
                unsealed as (delete from sealed_submissions s using old where s.submission_id = old.id)
                select count(*) as mails from old
                """
            ).first?.decode("mails") ?? 0
        }
    }

    /// What ends with the erasure of a submission: mail that was meant for it, and what waits from its person's address, unless another
    /// submission of theirs waits for documents, which it may be for. The keys of its files go at once. Nothing is opened for it, so it
    /// is done without keys, too.
    static func erasure(with submission: Submission, at now: Timestamp) -> SQL {
        """
        with gone as (
            select id from mails m where submission_id = \(submission.id.uuid)
                or (tenant = \(submission.tenant.rawValue) and state in ('waiting', 'arriving') and submission_id is null
                    and (lower(sender collate "C") = \(submission.contact?.email?.asciiLowercased)::text
                        or sender_code = (select email_code from submissions where id = \(submission.id.uuid)))
                    and not exists (
                        select from submissions s where s.tenant = m.tenant and s.id <> \(submission.id.uuid)
                            and s.state in ('draft', 'needs_input') and s.erased_at is null
                            and (lower(s.email collate "C") = lower(m.sender collate "C") or s.email_code = m.sender_code
                                or s.email_code = (select email_code from submissions where id = \(submission.id.uuid)))))
            for update
        ), keys as (\(SealingKeyStore.removal(ofAll: "gone")))
        update mails m set state = case when m.state in ('waiting', 'arriving') then 'expired' else m.state end, wait = null,
            key = case when m.state in ('waiting', 'arriving') then uuid_send(m.id) else m.key end, \(forgetting),
            version = m.version + 1, expires_at = least(m.expires_at, \(now.date))
        from gone where m.id = gone.id
        """
    }
}
