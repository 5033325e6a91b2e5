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
            let key = try await unlessGone { try await keys?.ownKey(of: id) }
            // One look at everything.
            return try await pool.withTransaction(.repeatableRead) { transaction -> PersonalDataExport? in
                // What is left is exported where a key is gone.
                let reader = SubmissionReader(keys: keys, opening: .allButLost)
                let read = try await reader.read([id], tenant: nil, lock: .none, over: transaction)
                guard let submission = read[id] else { return nil }
                var opened = Opened(person: try JSONText(encoding: Person(submission)))
                if let key {
                    opened.readings = try await readings(of: id, by: key, transaction)
                    opened.answers = try await answers(about: submission, transaction)
                }
                let rows = try await transaction.query(Self.records(id, opened))
                let act = AuditAct(
                    tenant: submission.tenant, submission: id, action: "submission.export", resource: "submissions/\(id)",
                    origin: origin, note: reason, time: Timestamp(Date()))
                try await transaction.execute(AuditWriter.statement([act]))
                return PersonalDataExport(
                    submission: id, tenant: submission.tenant, records: try rows[0].decode("records"),
                    files: Self.files(of: submission))
            }
        }
    }

    /// Nil where a key is gone, as that of an erased submission: what is left is exported without what it protects.
    private func unlessGone<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch let error as SealingError where error.code == .gone { return nil }
    }

    /// What is sealed in rows.
    private struct Opened {
        let person: JSONText
        /// By attempt.
        var readings = JSONText("{}")
        /// By idempotency key.
        var answers = JSONText("{}")
    }

    /// The kept answers about a submission that are sealed, opened.
    private func answers(about submission: Submission, _ transaction: PostgresTransaction) async throws -> JSONText {
        let rows = try await transaction.query(
            """
            select key, body, sealed_by, submission_id from idempotency_keys
            where submission_id = \(submission.id.uuid) and sealed_by is not null
            """)
        var answers: [String: String] = [:]
        for row in rows {
            guard let key = IdempotencyKey(try row.decode("key"), tenant: submission.tenant) else { continue }
            answers[key.text] = String(decoding: try await SealedAnswer.body(row, of: key, by: keys), as: UTF8.self)
        }
        return try JSONText(encoding: answers)
    }

    /// The columns of what a submission says of its person, opened.
    private struct Person: Encodable {
        let email: String?
        let pushToken: String?
        let expected: ExpectedPerson?
        let metadata: [String: String]
        let returnURL: String?
        let subject: String?
        let reference: String?

        init(_ submission: Submission) {
            (email, pushToken) = (submission.contact?.email, submission.contact?.pushToken)
            (expected, metadata, returnURL) = (submission.expected, submission.metadata, submission.returnUrl)
            (subject, reference) = (submission.subject, submission.reference)
        }

        private enum CodingKeys: String, CodingKey {
            case email, expected, metadata, subject, reference
            case pushToken = "push_token"
            case returnURL = "return_url"
        }
    }

    /// What was read in each attempt, opened, as a JSON object by attempt.
    private func readings(
        of id: SubmissionID, by key: SubmissionKey?, _ transaction: PostgresTransaction
    ) async throws -> JSONText {
        let rows = try await transaction.query(
            """
            select attempt, reading, reading_sealed from inspections
            where submission_id = \(id.uuid) and reading_sealed is not null
            """)
        var members: [String] = []
        for row in rows {
            guard let json = try await KeptReading.json(row, of: id, by: { () throws(SealingError) in key }) else { continue }
            members.append("\"\(try row.decode("attempt", as: Int.self))\":\(String(decoding: json, as: UTF8.self))")
        }
        return JSONText("{\(members.joined(separator: ","))}")
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
            part("documents", "to_jsonb(t)", ofSubmission),
            part("pages", "to_jsonb(t)", ofSubmission), part("page_images", "to_jsonb(t)", ofSubmission),
            part("uploads", "to_jsonb(t) - 'digest_state'", ofSubmission),
            part(
                "inspections",
                """
                to_jsonb(t) - 'reading_sealed'
                    || jsonb_build_object('reading', coalesce(\(opened.readings) -> t.attempt::text, t.reading))
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
                "delivery_tries", "to_jsonb(t)",
                """
                (t.event_id, t.channel, t.endpoint) in
                    (select d.event_id, d.channel, d.endpoint from deliveries d where d.submission_id = \(id.uuid))
                """),
            part(
                "legal_holds", "to_jsonb(t) - 'subject_codes'",
                "exists (select from submissions s where s.id = \(id.uuid) and \(LegalHoldStore.isOver("s", hold: "t")))"),
            part("audit", "to_jsonb(t)", ofSubmission), part("review_claims", "to_jsonb(t)", ofSubmission),
            part("review_holds", "to_jsonb(t)", ofSubmission), part("review_drafts", "to_jsonb(t)", ofSubmission),
            part("review_verdicts", "to_jsonb(t)", ofSubmission),
            part("mails", "to_jsonb(t) - 'key' - 'sender_code'", ofSubmission),
        ]
        return "select jsonb_build_object(\(SQL.joined(parts, separator: ", ")))::text as records"
    }

    private static let sealedColumns: SQL =
        "array['personal', 'email_code', 'subject_code', 'reference_code', 'reference_pieces']"

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
