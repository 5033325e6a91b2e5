public import Domain
internal import FoundationEssentials
internal import Postgres
internal import Sealing
public import Shared

/// All data of one submission.
public struct PersonalDataExport: Sendable, Hashable {
    public let submission: SubmissionID
    public let tenant: TenantID
    /// The rows by table, as one JSON value. It omits secrets that only authenticate (hashes of links and of requests):
    /// they are no personal data.
    public let records: String
    public let files: [File]

    /// A file in the blob store.
    public struct File: Sendable, Hashable {
        /// The name in an export, such as `documents/1-utility-bill/page-1-original`.
        public let name: String
        public let digest: ContentDigest
        public let mediaType: MediaType?
    }
}

extension PersonalDataStore {
    /// Nil if there is no such submission, or it was erased. The audit trail records the export.
    public func export(
        _ id: SubmissionID, by origin: AuditOrigin, because reason: String? = nil
    ) async throws(StoreError) -> PersonalDataExport? {
        try await StoreError.wrapping("export a submission") {
            let (key, isGone) = try await keyIfLeft(of: id)
            let sealsWords = try await keys?.hasBegun(.words) ?? false
            // One look at everything.
            return try await pool.withTransaction(.repeatableRead) { transaction -> PersonalDataExport? in
                // What is left is exported where a key is gone.
                let reader = SubmissionReader(keys: keys, opening: .allButLost)
                let read = try await reader.read([id], tenant: nil, lock: .none, over: transaction)
                guard let submission = read[id] else { return nil }
                let opened = try await opened(submission, by: key, isGone: isGone, transaction)
                let rows = try await transaction.query(Self.records(id, opened))
                let act = AuditAct(
                    tenant: submission.tenant, submission: id, action: "submission.export", resource: "submissions/\(id)",
                    origin: origin, note: reason, time: Timestamp(Date()))
                try await transaction.execute(
                    AuditWriter.statement([try SealedNote.sealing(act, by: sealsWords ? key : nil)]))
                return PersonalDataExport(
                    submission: id, tenant: submission.tenant, records: try rows[0].decode("records"),
                    files: Self.files(of: submission))
            }
        }
    }

    /// Where a key is gone, as that of an erased submission, what is left is exported without what it protects.
    private func keyIfLeft(of id: SubmissionID) async throws(SealingError) -> (key: SubmissionKey?, isGone: Bool) {
        do throws(SealingError) { return (try await keys?.ownKey(of: id), false) } catch {
            guard error.code == .gone else { throw error }
            return (nil, true)
        }
    }

    /// The files of a submission with their names in an export; nil if there is no such submission, or it was erased.
    public func files(
        of id: SubmissionID
    ) async throws(StoreError) -> (tenant: TenantID, files: [PersonalDataExport.File])? {
        try await StoreError.wrapping("list the files of a submission") {
            let read = try await pool.withTransaction { transaction in
                try await blindReader.read([id], tenant: nil, lock: .none, over: transaction)
            }
            return read[id].map { ($0.tenant, Self.files(of: $0)) }
        }
    }

    /// The rows of every table with data of a submission. Left out are tables that only keep order (`outbox`,
    /// `stage_progress`, `page_news`) or hold blobs to erase (`blob_erasures`).
    private static func records(_ id: SubmissionID, _ opened: Opened) -> SQL {
        let ofSubmission: SQL = "t.submission_id = \(id.uuid)"
        let parts: [SQL] = [
            part("submissions", "to_jsonb(t) - \(Self.sealedColumns) || \(opened.person)", "t.id = \(id.uuid)"),
            part("documents", "(\(replacing("reasons", by: opened.reasons, "t.id::text"))) - 'reasons_sealed'", ofSubmission),
            part(
                "pages", "(\(replacing("suggestion", by: opened.suggestions, "t.id::text"))) - 'suggestion_sealed'", ofSubmission),
            part("page_images", "to_jsonb(t)", ofSubmission),
            part("page_likenesses", "to_jsonb(t)", ofSubmission),
            part(
                "uploads",
                "(\(replacing("metadata", by: opened.uploads, "t.id::text"))) - array['digest_state', 'metadata_sealed']",
                ofSubmission),
            part(
                "inspections",
                """
                to_jsonb(t) - array['reading_sealed', 'signers_sealed']
                    || jsonb_build_object('reading', coalesce(\(opened.readings) -> t.attempt::text, t.reading),
                        'signers', \(opened.signers) -> t.attempt::text)
                """, ofSubmission),
            part("submission_links", "to_jsonb(t) - 'digest' - 'prefix'", ofSubmission),
            part(
                "idempotency_keys",
                """
                to_jsonb(t) - 'fingerprint' - 'holder' - 'sealed_by' || jsonb_build_object('body',
                    case when t.sealed_by is null then convert_from(t.body, 'UTF8') else \(opened.answers) ->> t.key end)
                """,
                ofSubmission),
            part("events", "convert_from(t.payload, 'UTF8')::jsonb", ofSubmission),
            part("work_items", "to_jsonb(t)", Scrubbing.isWork(of: id)),
            part(
                "dead_letters", "to_jsonb(t) - 'key' - 'value'",
                "t.event_id in (select e.id from events e where e.submission_id = \(id.uuid))"),
            part("deliveries", "to_jsonb(t)", ofSubmission),
            part(
                "delivery_tries",
                replacing("response", by: opened.responses, "concat_ws(' ', t.event_id, t.channel, t.endpoint, t.attempt)"),
                """
                (t.event_id, t.channel, t.endpoint) in
                    (select d.event_id, d.channel, d.endpoint from deliveries d where d.submission_id = \(id.uuid))
                """),
            part(
                "legal_holds",
                """
                to_jsonb(t) - array['subject_codes', 'subject_sealed', 'reason_sealed']
                    || coalesce(\(opened.holds) -> t.id::text, '{}')
                """,
                "exists (select from submissions s where s.id = \(id.uuid) and \(LegalHoldStore.isOver("s", hold: "t")))"),
            part(
                "audit",
                """
                to_jsonb(t) - 'note_is_sealed'
                    || jsonb_build_object('note', coalesce(\(opened.words.notes) ->> t.id::text, t.note))
                """, ofSubmission),
            part("review_claims", "to_jsonb(t)", ofSubmission),
            part("review_holds", replacing("decision", by: opened.words.held, "t.actor"), ofSubmission),
            part("review_drafts", replacing("draft", by: opened.words.drafts, "t.actor"), ofSubmission),
            part(
                "review_verdicts", replacing("decision", by: opened.words.verdicts, "t.version::text || ' ' || t.actor"),
                ofSubmission),
            part(
                "mails",
                "(\(replacing("sender", by: opened.words.senders, "t.id::text"))) - array['key', 'sender_code', 'sender_sealed']",
                ofSubmission),
        ]
        return "select jsonb_build_object(\(SQL.joined(parts, separator: ", ")))::text as records"
    }

    private static let sealedColumns: SQL =
        "array['personal', 'email_code', 'subject_code', 'reference_code', 'reference_pieces', 'reasons_sealed']"

    private static func replacing(_ column: String, by opened: JSONText, _ key: SQL) -> SQL {
        """
        to_jsonb(t) || jsonb_build_object(\(raw: "'\(column)'"), coalesce(\(opened) -> (\(key)), to_jsonb(t.\(raw: column))))
        """
    }

    private static func part(_ table: String, _ value: SQL, _ condition: SQL) -> SQL {
        """
        \(raw: "'\(table)'"), (select coalesce(jsonb_agg(\(value)), '[]') from \(raw: table) t where \(condition))
        """
    }

    private static func files(of submission: Submission) -> [PersonalDataExport.File] {
        submission.documents.enumerated().flatMap { place, document -> [PersonalDataExport.File] in
            let folder = "documents/\(place + 1)-\(document.type.rawValue)"
            var files: [PersonalDataExport.File] = []
            func add(_ name: String, _ digest: ContentDigest?, _ mediaType: MediaType?) {
                guard let digest else { return }
                files.append(PersonalDataExport.File(name: "\(folder)/\(name)", digest: digest, mediaType: mediaType))
            }
            add("document", document.pdf?.digest, document.pdf?.mediaType)
            for (number, page) in document.pages.enumerated() {
                let name = "page-\(number + 1)"
                add("\(name)-original", page.original?.digest, page.original?.mediaType)
                add("\(name)-preview", page.preview?.file.digest, page.preview?.file.mediaType)
                for (image, made) in page.images.enumerated() {
                    add("\(name)-clean-\(image + 1)", made.file.digest, made.file.mediaType)
                }
            }
            return files
        }
    }
}
