internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// What an export opens, so that a person gets what is sealed in rows as they would get it from rows that are not.
extension PersonalDataStore {
    /// What is sealed in rows.
    struct Opened {
        let person: JSONText
        /// By document.
        let reasons: JSONText
        /// By page.
        let suggestions: JSONText
        /// By attempt.
        var readings = JSONText("{}")
        /// The names in signatures of files, by attempt.
        var signers = JSONText("{}")
        /// What was told of uploads, by upload.
        var uploads = JSONText("{}")
        /// By idempotency key.
        var answers = JSONText("{}")
        /// What endpoints have answered, by the key of the attempt.
        var responses = JSONText("{}")
        /// Whom sealed holds are on, and why, by hold.
        var holds = JSONText("{}")
        var words = Words()
    }

    /// What is written about the submission: JSON objects by the key of a row.
    struct Words {
        var drafts = JSONText("{}")
        var held = JSONText("{}")
        var verdicts = JSONText("{}")
        var notes = JSONText("{}")
        /// By message.
        var senders = JSONText("{}")
    }

    /// That of it which is sealed, opened.
    private func words(about id: SubmissionID, _ transaction: PostgresTransaction) async throws -> Words {
        func opened(
            _ table: SQL, _ column: String, by key: SQL, _ use: (String) -> SealedWords.Use
        ) async throws -> JSONText {
            let rows = try await transaction.query(
                """
                select \(key) as key, actor, \(raw: column) from \(table)
                where submission_id = \(id.uuid) and \(raw: column) is not null and \(SealedWords.isSealed("\(raw: column)"))
                """)
            var found: [String: DecisionRecord?] = [:]
            for row in rows {
                let opened = try await unlessLost {
                    try await SealedWords.words(
                        row, in: column, for: use(try row.decode("actor")), about: id, by: keys, over: transaction
                    ).words
                }
                found.updateValue(opened, forKey: try row.decode("key"))
            }
            return try JSONText(encoding: found)
        }
        var notes: [String: String] = [:]
        let rows = try await transaction.query(
            """
            select id::text as id, \(SealedNote.columns(of: "audit")) from audit
            where submission_id = \(id.uuid) and note_is_sealed and note is not null
            """)
        for row in rows {
            notes[try row.decode("id")] = try await SealedNote.note(row, about: id, by: keys, over: transaction)
        }
        var senders: [String: String] = [:]
        let mails = try await transaction.query(
            """
            select id, sender, sender_sealed, \(SealedSender.columns) from mails
            where submission_id = \(id.uuid) and sender_sealed is not null
            """)
        for row in mails {
            let mail: MailID = try row.decodeID("id")
            senders[mail.description] = try await SealedSender.sender(row, of: mail, by: keys, over: transaction)
        }
        return Words(
            drafts: try await opened("review_drafts", "draft", by: "actor") { .draft(of: $0) },
            held: try await opened("review_holds", "decision", by: "actor") { .held(by: $0) },
            verdicts: try await opened("review_verdicts", "decision", by: "version::text || ' ' || actor") { .verdict(of: $0) },
            notes: try JSONText(encoding: notes), senders: try JSONText(encoding: senders))
    }

    /// Nil where nobody can open it any more: what is left is exported.
    private func unlessLost<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch let error as SealingError
            where [.damaged, .gone, .unknownKey].contains(error.code)
        {
            return nil
        }
    }

    /// What a key that is gone protects is left out.
    func opened(
        _ submission: Submission, by key: SubmissionKey?, isGone: Bool, _ transaction: PostgresTransaction
    ) async throws -> Opened {
        let (documents, pages) = (submission.documents, submission.documents.flatMap(\.pages))
        var opened = Opened(
            person: try JSONText(encoding: Person(submission)),
            reasons: try JSONText(
                encoding: Dictionary(documents.map { ($0.id.description, $0.reasons) }) { first, _ in first }),
            suggestions: try JSONText(
                encoding: Dictionary(pages.map { ($0.id.description, $0.suggestion) }) { first, _ in first }))
        if !isGone {
            opened.readings = try await readings(of: submission.id, by: key, transaction)
            opened.signers = try await signers(of: submission.id, by: key, transaction)
            opened.uploads = try await uploads(of: submission.id, by: key, transaction)
            opened.answers = try await answers(about: submission, transaction)
        }
        opened.responses = try await responses(of: submission.id, by: key, transaction)
        opened.holds = try JSONText(
            encoding: try await LegalHoldStore.sealed(over: submission.id, by: keys, transaction).reduce(into: [:]) {
                $0[$1.id.description] = HeldWords($1)
            })
        opened.words = try await words(about: submission.id, transaction)
        return opened
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

    /// What endpoints have answered and is sealed, opened.
    private func responses(
        of id: SubmissionID, by key: SubmissionKey?, _ transaction: PostgresTransaction
    ) async throws -> JSONText {
        let rows = try await transaction.query(
            """
            select t.*, concat_ws(' ', event_id, channel, endpoint, attempt) as key
            from deliveries d join delivery_tries t using (event_id, channel, endpoint)
            where d.submission_id = \(id.uuid) and \(SealedResponse.isSealed("t.response"))
            """)
        var responses: [String: DeliveryTry.Response] = [:]
        for row in rows {
            // One that is no answer of Docket's is exported as it is stored.
            guard let response = try? await SealedResponse.response(row, by: { key }) else { continue }
            responses[try row.decode("key")] = response
        }
        return try JSONText(encoding: responses)
    }

    /// The columns of a hold that are sealed, opened.
    private struct HeldWords: Encodable {
        let subject, reason: String?

        init(_ hold: LegalHold) {
            if case .subject(let text)? = hold.scope { subject = text } else { subject = nil }
            reason = hold.reason
        }
    }

    /// The columns of what a submission says of its person, opened, and its reasons.
    private struct Person: Encodable {
        let email: String?
        let pushToken: String?
        let expected: ExpectedPerson?
        let metadata: [String: String]
        let returnURL: String?
        let subject: String?
        let reference: String?
        let reasons: [Reason]

        init(_ submission: Submission) {
            (email, pushToken) = (submission.contact?.email, submission.contact?.pushToken)
            (expected, metadata, returnURL) = (submission.expected, submission.metadata, submission.returnUrl)
            (subject, reference, reasons) = (submission.subject, submission.reference, submission.reasons)
        }

        private enum CodingKeys: String, CodingKey {
            case email, expected, metadata, subject, reference, reasons
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

    /// The names in signatures that are sealed, opened, by attempt.
    private func signers(
        of id: SubmissionID, by key: SubmissionKey?, _ transaction: PostgresTransaction
    ) async throws -> JSONText {
        let rows = try await transaction.query(
            "select attempt, signers_sealed from inspections where submission_id = \(id.uuid) and signers_sealed <> ''")
        var found: [String: SignerNames] = [:]
        for row in rows {
            let names = try await SealedSigners.names(row, of: id) { () throws(SealingError) in key }
            found[String(try row.decode("attempt", as: Int.self))] = names
        }
        return try JSONText(encoding: found)
    }

    /// What was told of uploads and is sealed, opened, by upload.
    private func uploads(
        of id: SubmissionID, by key: SubmissionKey?, _ transaction: PostgresTransaction
    ) async throws -> JSONText {
        let rows = try await transaction.query(
            "select id, metadata_sealed from uploads where submission_id = \(id.uuid) and metadata_sealed is not null")
        var found: [String: String] = [:]
        for row in rows {
            let upload: UploadID = try row.decodeID("id")
            guard let key else {
                throw SealingError(.unknownKey, "what was told of uploads to \(id) is sealed, and this process has no keys")
            }
            found[upload.description] = try SealedUploadMetadata.opened(row.decode("metadata_sealed"), of: upload, by: key)
        }
        return try JSONText(encoding: found)
    }
}
