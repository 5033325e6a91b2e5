internal import Custody
import Domain
internal import FoundationEssentials
internal import Postgres
internal import Shared

/// The statements that remove all personal data of a submission from the tables. Ids, states, times and the event log
/// stay: the log holds no personal data.
struct Scrubbing {
    struct Step {
        /// The table name under which the receipt counts the rows; nil for tables that only keep order.
        let table: String?
        let sql: SQL
    }

    let submission: Submission
    /// The act for the audit trail.
    private(set) var act: AuditAct
    let certificate: ErasureCertificate
    let at: Timestamp

    /// The act names the certificate, so that the audit trail tells which certificate belongs to it.
    init(submission: Submission, act: AuditAct, certificate: ErasureCertificate, at now: Timestamp) {
        (self.submission, self.act, self.certificate, at) = (submission, act, certificate, now)
        self.act.note = certificate.note
    }

    private var id: UUID { submission.id.uuid }

    var statements: [Step] { rows + traces + [tombstone, Step(table: nil, sql: AuditWriter.statement([act]))] }

    private var rows: [Step] {
        [
            Step(table: nil, sql: "delete from documents where submission_id = \(id)"),
            Step(table: "inspections", sql: "delete from inspections where submission_id = \(id)"),
            Step(table: "submission_links", sql: "delete from submission_links where submission_id = \(id)"),
            Step(table: "idempotency_keys", sql: "delete from idempotency_keys where submission_id = \(id)"),
            Step(table: "uploads", sql: "delete from uploads where submission_id = \(id)"),
            Step(table: nil, sql: "delete from stage_progress where submission_id = \(id)"),
            Step(table: nil, sql: "delete from page_news where submission_id = \(id)"),
            Step(table: nil, sql: "delete from review_claims where submission_id = \(id)"),
            Step(table: "review_holds", sql: "delete from review_holds where submission_id = \(id)"),
            Step(table: "review_drafts", sql: "delete from review_drafts where submission_id = \(id)"),
            // Of verdicts numbers stay, which are the reviewer's.
            Step(
                table: "review_verdicts",
                sql: "update review_verdicts set decision = null where submission_id = \(id) and decision is not null"),
            // What came by mail from its person and was given to nobody yet goes with it, and so does what was meant for it.
            Step(table: "mails", sql: MailStore.erasure(with: submission, at: at)),
            // What its files are sealed with: they are unreadable from now on, wherever there is a copy of them.
            Step(table: "sealing_keys", sql: SealingKeyStore.removal(of: submission.id)),
            // Bytes that nothing refers to wait no longer.
            Step(
                table: "blob_erasures",
                sql: "update blob_erasures set erase_after = \(at.date) where submission_id = \(id)"),
            // Released ones are history; whom they were about is not. By the submission's own row, which says whose it is.
            Step(
                table: "legal_holds",
                sql: """
                    update legal_holds h set subject = null, subject_sealed = null, subject_codes = '{}', reason = null,
                        reason_sealed = null from submissions s
                    where h.released_at is not null and s.id = \(id) and \(LegalHoldStore.isOver("s"))
                    """),
            Step(
                table: "submissions",
                sql: """
                    update submissions set subject = null, reference = null, locale = null, email = null, push_token = null,
                        metadata = '{}', expected = null, return_url = null, personal = null, email_code = null,
                        subject_code = null, reference_code = null, reference_pieces = null, consent_version = null, consent_at = null,
                        reasons = '[]', reasons_sealed = null, fact_digests = null, expires_at = null, previews = previews + 1, erased_at = \(at.date)
                    where id = \(id)
                    """),
        ]
    }

    /// Whether a row of `work_items` belongs to this submission, found by its events. This table grows most of all, and
    /// an index by submission would cost every step of every item.
    static func isWork(of id: SubmissionID) -> SQL {
        """
        (stage, event_id) in (
            select stages.stage, e.id from events e, unnest(\(Stage.allCases.map(\.rawValue))) as stages (stage)
            where e.submission_id = \(id.uuid)
        )
        """
    }

    /// Texts that other parts have recorded about the submission, such as answers of endpoints.
    private var traces: [Step] {
        [
            // What endpoints have answered, which may repeat anything.
            Step(
                table: "delivery_tries",
                sql: """
                    delete from delivery_tries t using deliveries d where d.submission_id = \(id)
                        and (t.event_id, t.channel, t.endpoint) = (d.event_id, d.channel, d.endpoint)
                    """),
            Step(
                table: "deliveries",
                sql: "update deliveries set last_error = null where submission_id = \(id) and last_error is not null"),
            Step(
                table: "work_items",
                sql: """
                    update work_items set last_error = null
                    where \(Self.isWork(of: submission.id)) and last_error is not null
                    """),
            Step(
                table: "dead_letters",
                sql: """
                    update dead_letters set problem = 'erased'
                    where event_id in (select e.id from events e where e.submission_id = \(id))
                    """),
            Step(table: nil, sql: "select set_config('docket.erasing', 'on', true)"),
            Step(
                table: "audit",
                sql: """
                    update audit set address = null, note = null,
                        actor = case when \(Self.isOfPerson("audit")) then 'erased' else actor end
                    where submission_id = \(id) and \(Self.isPersonal("audit"))
                    """),
            Step(table: nil, sql: "select set_config('docket.erasing', 'off', true)"),
        ]
    }

    /// Whether an act, by its row's name, was the person's own: the tenant's id of them stands in it, or that of their link. Who asked
    /// for an erasure goes on to be told.
    private static func isOfPerson(_ act: SQL) -> SQL {
        """
        (\(act).action <> 'erasure.request'
            and (\(act).actor like 'user:%' or \(act).actor like '%/user:%' or \(act).actor like '%link:%'))
        """
    }

    /// Whether an act, by its row's name, says something that an erasure takes out of it.
    static func isPersonal(_ act: SQL) -> SQL {
        "(\(act).address is not null or \(act).note is not null or \(isOfPerson(act)))"
    }

    private var tombstone: Step {
        Step(
            table: nil,
            sql: """
                insert into erasures (submission_id, tenant, basis, actor, erased_at, sweep_at, certificate)
                values (\(id), \(submission.tenant.rawValue), \(act.basis.rawValue), \(act.origin.actor), \(at.date), \(at.date),
                    \(String(decoding: certificate.bytes, as: UTF8.self)))
                on conflict (submission_id) do update set basis = excluded.basis, actor = excluded.actor,
                    erased_at = excluded.erased_at, sweep_at = excluded.sweep_at, certificate = excluded.certificate
                """)
    }
}
