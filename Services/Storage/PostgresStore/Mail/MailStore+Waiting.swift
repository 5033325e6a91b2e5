public import Domain
internal import Postgres
public import Shared

/// What waits for somebody who says whose it is.
extension MailStore {
    /// A tenant's mail that waits, the oldest first, behind `last`.
    public func waiting(
        of tenant: TenantID, after last: MailID? = nil, limit: Int
    ) async throws(StoreError) -> [MailRecord] {
        let scope: SQL = last.map { "and id > \($0.uuid)" } ?? ""
        return try await StoreError.wrapping("list mail") {
            let rows = try await pool.query(
                """
                select *, \(SealedSender.columns) from mails where tenant = \(tenant.rawValue) and state = 'waiting' \(scope)
                order by id limit \(min(max(limit, 1), Self.maximumPageSize + 1))
                """)
            var records: [MailRecord] = []
            for row in rows { records.append(try await shown(row)) }
            return records
        }
    }

    /// Nil if there is none, it is another tenant's, or nobody was told of it yet.
    public func mail(_ id: MailID, of tenant: TenantID) async throws(StoreError) -> MailRecord? {
        try await StoreError.wrapping("read mail") {
            let rows = try await pool.query(
                """
                select *, \(SealedSender.columns) from mails
                where id = \(id.uuid) and tenant = \(tenant.rawValue) and state <> 'arriving'
                """)
            guard let row = rows.first else { return nil }
            return try await shown(row)
        }
    }

    /// How much waits, of all tenants.
    public func waitingCount() async throws(StoreError) -> Int {
        try await StoreError.wrapping("count mail") {
            try await pool.query("select count(*) as mails from mails where state = 'waiting'").first?.decode("mails") ?? 0
        }
    }

    /// So many messages of a tenant may wait: anybody can send some, and their files take room.
    public static let mostWaiting = 2_000

    /// Whether so much waits that no more is taken.
    public func hasMuch(of tenant: TenantID) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("count mail of a tenant") {
            try await pool.query(
                """
                select count(*) as mails from
                    (select from mails where tenant = \(tenant.rawValue) and state = 'waiting' limit \(Self.mostWaiting)) m
                """
            ).first?.decode("mails") == Self.mostWaiting
        }
    }

    /// Says that the files of a message of this version are about to become a submission's. Nil where it waits no longer, or is about to
    /// become another submission's; who has died over that is waited for two minutes.
    public func claim(_ mail: MailRecord, for submission: SubmissionID) async throws(StoreError) -> MailRecord? {
        try await StoreError.wrapping("claim mail") {
            try await pool.query(
                """
                update mails set submission_id = \(submission.uuid), version = version + 1,
                    claimed_until = now() + interval '2 minutes'
                where id = \(mail.id.uuid) and state = 'waiting' and version = \(mail.version)
                    and (claimed_until is null or claimed_until < now() or submission_id = \(submission.uuid))
                returning *
                """
            ).first.map { try Self.record($0) }
        }
    }

    /// Gives a claim of this version back.
    public func release(_ mail: MailRecord) async throws(StoreError) {
        _ = try await StoreError.wrapping("release mail") {
            try await pool.execute(
                "update mails set claimed_until = null where id = \(mail.id.uuid) and version = \(mail.version)")
        }
    }
}
