public import Domain
public import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

/// Mail that came in: what waits for somebody who says whose it is, and what was taken already.
public struct MailStore: Sendable {
    public static let maximumPageSize = 200

    let pool: PostgresPool
    private let keys: SealingKeyStore?
    /// How long mail waits, and how long it is known that one was taken.
    let retention: Duration
    let now: @Sendable () -> Timestamp

    /// Without `keys` the files of new messages are not sealed, and mail cannot be assigned to a submission whose address is.
    public init(
        pool: PostgresPool, keys: SealingKeyStore? = nil, retention: Duration = .seconds(1_209_600),
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        (self.pool, self.keys, self.retention, self.now) = (pool, keys, retention, now)
    }

    // MARK: - Arriving

    /// Makes room for a message, with a key for its files; the message of then where it has come before.
    public func begin(_ new: NewMail) async throws(StoreError) -> MailRecord {
        let now = now()
        let id = MailID.timeOrdered(at: now.date)
        return try await StoreError.wrapping("begin to take mail") {
            let sealing = try await keys?.insertion(for: SubmissionID(id.uuid), tenant: new.tenant)
            let lookup = try await lookup(of: new.tenant)
            let code = new.sender.flatMap { lookup?.code(ofEmail: $0) }
            var sealed: [UInt8]?
            if let sender = new.sender, let key = sealing?.key, code != nil, try await keys?.sealsSenders(of: new.tenant) == true
            {
                sealed = try SealedSender.sealed(sender, by: key)
            }
            let clear = sealed == nil ? new.sender : nil
            return try await pool.withTransaction { transaction in
                let rows = try await transaction.query(
                    """
                    insert into mails (id, tenant, key, mailbox, journey, type, state, sender, sender_sealed, sender_code, sent_at,
                        authentication, received_at, expires_at)
                    values (\(id.uuid), \(new.tenant.rawValue), \(Bytes(new.key)), \(new.mailbox), \(new.journey.rawValue),
                        \(new.type?.rawValue), 'arriving', \(clear), \(sealed.map { Bytes($0) }), \(code.map { Bytes($0) }),
                        \(new.sentAt?.date), \(new.authentication), \(now.date), \(now.adding(retention).date))
                    on conflict (tenant, key) do nothing returning *
                    """)
                if let row = rows.first {
                    if let sealing { try await transaction.execute(sealing.statement) }
                    return try Self.record(row)
                }
                // From now on it is being written again: nobody takes it for left behind.
                let known = try await transaction.query(
                    """
                    update mails set received_at = case when state = 'arriving' then \(now.date) else received_at end
                    where tenant = \(new.tenant.rawValue) and key = \(Bytes(new.key)) returning *
                    """)
                guard let row = known.first else { throw StoreError.corrupt("mail that is there and is not") }
                return try Self.record(row)
            }
        }
    }

    /// Says that the files of a message are durable: from now on it waits. Harmless when repeated.
    public func keep(
        _ id: MailID, files: [MailFile], leftOut: Int, by origin: AuditOrigin
    ) async throws(StoreError) -> MailRecord {
        let now = now()
        let kept: MailRecord? = try await StoreError.wrapping("take mail") {
            try await pool.withTransaction { transaction in
                let rows = try await transaction.query(
                    """
                    update mails set state = 'waiting', files = \(try JSONText(encoding: files)), left_out = \(leftOut)
                    where id = \(id.uuid) and state = 'arriving' returning *
                    """)
                if let row = rows.first {
                    let record = try Self.record(row)
                    try await transaction.execute(
                        AuditWriter.statement([record.act("mail.receive", by: origin, note: record.authentication, at: now)]))
                    return record
                }
                // Another delivery of the same message may have been faster; one that took too long was given up, with its files.
                // What was written after that is there to be removed, once more.
                let known = try await transaction.query(
                    """
                    update mails set has_bytes = has_bytes or state not in ('arriving', 'waiting') where id = \(id.uuid) returning *
                    """)
                return try known.first.map { try Self.record($0) }
            }
        }
        guard let kept, kept.state != .expired else {
            throw StoreError(
                code: .unavailable, isRetriable: true, description: "The message took too long to come.",
                detail: "mail was given up while its files were written")
        }
        return kept
    }

    /// Says why it waits, and what it is likely for.
    public func wait(
        _ id: MailID, for reason: MailWait, likely submission: SubmissionID? = nil
    ) async throws(StoreError) {
        try await StoreError.wrapping("let mail wait") {
            _ = try await pool.execute(
                """
                update mails set wait = \(reason.rawValue), submission_id = \(submission?.uuid), version = version + 1, claimed_until = null
                where id = \(id.uuid) and state = 'waiting'
                """)
        }
    }

    /// What is open in a tenant's journey and has the id or the reference of an aim, or else the address of whoever has sent it.
    public func candidates(
        in journey: JourneyID, of tenant: TenantID, _ aim: MailAim, from sender: String?
    ) async throws(StoreError) -> [MailCandidate] {
        try await StoreError.wrapping("look whose mail it is") {
            let condition: SQL
            if let id = aim.submission {
                condition = "id = \(id.uuid)"
            } else if let reference = aim.reference {
                let code = try await lookup(of: tenant)?.code(ofReference: reference)
                condition = "(reference = \(reference) or reference_code = \(code.map { Bytes($0) }))"
            } else if let sender {
                let code = try await lookup(of: tenant)?.code(ofEmail: sender)
                condition = "(lower(email collate \"C\") = \(sender.asciiLowercased) or email_code = \(code.map { Bytes($0) }))"
            } else {
                return []
            }
            let rows = try await pool.query(
                """
                select id, \(PersonalValues.columns), \(SealedPerson.columns()) from submissions
                where tenant = \(tenant.rawValue) and \(condition) and state in ('draft', 'needs_input')
                    and journey = \(journey.rawValue) and erased_at is null
                order by id limit 100
                """)
            var found: [MailCandidate] = []
            for row in rows {
                let id: SubmissionID = try row.decodeID("id")
                // What nobody can open any more is nobody's, and has the aim that it was found by.
                let values = try await values(row, of: id)
                found.append(
                    MailCandidate(
                        submission: id, email: values.map { $0.contact?.email } ?? "",
                        reference: values.map(\.reference) ?? aim.reference))
            }
            return found
        }
    }

    /// Nil where nobody can open them any more.
    private func values(_ row: Row, of id: SubmissionID) async throws -> PersonalValues? {
        do {
            return try await SealedPerson.values(row, of: id, by: keys, over: pool)
        } catch let error as SealingError where [.damaged, .gone].contains(error.code) {
            return nil
        }
    }

    /// By which sealed submissions are found; nil while there are none.
    private func lookup(of tenant: TenantID) async throws(SealingError) -> ValueLookup? { try await keys?.lookup(of: tenant) }

    // MARK: - Rows

    /// With whom it is from.
    func shown(_ row: Row) async throws -> MailRecord {
        try Self.record(row, from: try await SealedSender.sender(row, of: try row.decodeID("id"), by: keys))
    }

    /// Without `sender` nothing of it is opened.
    static func record(_ row: Row, from sender: String? = nil) throws -> MailRecord {
        MailRecord(
            id: try row.decodeID("id"), tenant: try row.decodeValue("tenant"), mailbox: try row.decode("mailbox"),
            journey: try row.decodeValue("journey"),
            type: try row.decodeIfPresent("type", as: String.self).flatMap { DocumentTypeID(rawValue: $0) },
            submission: try row.decodeIfPresent("submission_id", as: UUID.self).map { SubmissionID($0) },
            state: try row.decodeCase("state"), wait: try row.decodeCaseIfPresent("wait"),
            sender: sender, sentAt: try row.decodeTimestampIfPresent("sent_at"),
            authentication: try row.decodeIfPresent("authentication"), files: try row.decodeJSONList("files"),
            leftOut: try row.decode("left_out"), version: try row.decode("version"),
            receivedAt: try row.decodeTimestamp("received_at"), expiresAt: try row.decodeTimestamp("expires_at"))
    }
}
