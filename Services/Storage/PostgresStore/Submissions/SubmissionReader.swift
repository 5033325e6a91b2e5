import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// Reads whole submissions in one round trip.
struct SubmissionReader: Sendable {
    /// What is sealed of a person, for whoever reads. Who needs none of it must not fail for a key.
    enum Opening {
        case all
        /// What has lost its key is left out.
        case allButLost
        case none
    }

    /// Without it a submission that says something sealed cannot be read.
    let keys: SealingKeyStore?
    var opening = Opening.all
    /// Keys that are known already, of submissions whose findings are opened without `keys`, too.
    var knownKeys: [SubmissionID: SubmissionKey] = [:]

    enum Lock {
        case none
        /// Locks the rows until the transaction ends, so that nobody else changes them.
        case forUpdate
    }

    /// Those of the submissions that exist and, if a tenant is named, belong to it.
    func read(
        _ ids: [SubmissionID], tenant: TenantID?, lock: Lock, over executor: some PostgresExecutor
    ) async throws -> [SubmissionID: Submission] {
        // In order of the id, so that two batches that lock the same ones cannot wait for each other.
        let locking: SQL = lock == .forUpdate ? " order by id for update" : ""
        let scope: SQL = tenant.map { " and tenant = \($0.rawValue)" } ?? ""
        let answers = try await executor.pipeline(Self.statements(ids, scope: scope, locking: locking))
        return try await entries(answers[...], over: executor).mapValues(\.submission)
    }

    /// Reads the existing ones of the first submissions, and the stamps of the existing ones of the second.
    func read(
        _ ids: [SubmissionID], stampsOf known: [SubmissionID], over executor: some PostgresExecutor
    ) async throws -> (stamps: [SubmissionID: SubmissionCache.Stamp], entries: [SubmissionID: SubmissionCache.Entry]) {
        var batch: [SQL] = []
        if !known.isEmpty {
            batch.append("select id, version, previews from submissions where id \(Self.areThese(known)) and erased_at is null")
        }
        if !ids.isEmpty { batch += Self.statements(ids) }
        var answers = try await executor.pipeline(batch)[...]
        var stamps: [SubmissionID: SubmissionCache.Stamp] = [:]
        if !known.isEmpty {
            for row in answers.removeFirst() { stamps[try row.decodeID("id")] = try Self.stamp(row) }
        }
        return (stamps, ids.isEmpty ? [:] : try await entries(answers, over: executor))
    }

    private static func areThese(_ ids: [SubmissionID]) -> SQL {
        let uuids = ids.map(\.uuid)
        return uuids.count == 1 ? "= \(uuids[0])" : "= any(\(unseen: uuids)::uuid[])"
    }

    private static func statements(_ ids: [SubmissionID], scope: SQL = "", locking: SQL = "") -> [SQL] {
        let areThese = areThese(ids)
        return [
            // What was erased is there for the log's sake alone.
            """
            select id, previews, \(Submission.columns.selection), reasons_sealed, \(SealedPerson.columns(alwaysWithKey: true))
            from submissions
            where id \(areThese)\(scope) and erased_at is null\(locking)
            """,
            """
            select id, submission_id, \(Document.columns.selection), reasons_sealed
            from documents where submission_id \(areThese) order by position, id
            """,
            // A file has a row for each of its clean pages, or one without.
            """
            select id, document_id, submission_id, \(Page.columns.selection), suggestion, suggestion_sealed, image_digest, image_size, image_media_type, image_width, image_height
            from pages left join (
                select page_id, number, digest as image_digest, size as image_size, media_type as image_media_type,
                    width as image_width, height as image_height
                from page_images
            ) image on page_id = id
            where submission_id \(areThese) order by position, id, number
            """,
        ]
    }

    /// Reads the answers to ``statements(_:scope:locking:)``.
    private func entries(
        _ answers: ArraySlice<PostgresRows>, over executor: some PostgresExecutor
    ) async throws -> [SubmissionID: SubmissionCache.Entry] {
        let answers = Array(answers)
        let keys = try await keysOfFindings(answers, over: executor)
        let pages = try Self.pages(answers[2], keys)
        var documents: [SubmissionID: [Document]] = [:]
        for row in answers[1] {
            let id: SubmissionID = try row.decodeID("submission_id")
            documents[id, default: []].append(try Self.document(row, pages, keys[id]))
        }
        var entries: [SubmissionID: SubmissionCache.Entry] = [:]
        for row in answers[0] {
            var submission = try Self.submission(row, documents, keys)
            try await values(row, of: submission.id, over: executor)?.put(into: &submission)
            entries[submission.id] = SubmissionCache.Entry(submission: submission, stamp: try Self.stamp(row))
        }
        return entries
    }

    /// The keys of submissions with sealed findings. Who has no keys, and where one is gone, reads these masked.
    private func keysOfFindings(
        _ answers: [PostgresRows], over executor: some PostgresExecutor
    ) async throws -> [SubmissionID: SubmissionKey] {
        var found = knownKeys
        guard let keys else { return found }
        var sealed: Set<SubmissionID> = []
        for (rows, id, column) in [
            (answers[0], "id", "reasons_sealed"), (answers[1], "submission_id", "reasons_sealed"),
            (answers[2], "submission_id", "suggestion_sealed"),
        ] {
            for row in rows where try row.decodeIfPresent(column, as: [UInt8].self) != nil { sealed.insert(try row.decodeID(id)) }
        }
        guard !sealed.isEmpty else { return found }
        for row in answers[0] {
            let id: SubmissionID = try row.decodeID("id")
            guard sealed.contains(id), found[id] == nil else { continue }
            do throws(SealingError) { found[id] = try await keys.key(of: id, inRow: row, over: executor) } catch {
                guard error.code == .unknownKey else { throw error }
            }
        }
        return found
    }

    private func values(
        _ row: Row, of id: SubmissionID, over executor: some PostgresExecutor
    ) async throws -> PersonalValues? {
        do {
            if opening == .none, try SealedPerson.isThere(row) { return nil }
            return try await SealedPerson.values(row, of: id, by: keys, over: executor)
        } catch let error as SealingError where error.code == .gone && opening == .allButLost {
            return nil
        }
    }

    /// Whether an error may be of a single submission of those that were read: a row that cannot be decoded, or a key.
    static func mayConcernOne(_ error: any Error) -> Bool {
        switch error {
        case is StoreError: true
        case let error as SealingError: [.damaged, .gone, .unknownKey, .unavailable].contains(error.code)
        default: (error as? PostgresError)?.code == .decoding
        }
    }

    private static func stamp(_ row: Row) throws -> SubmissionCache.Stamp {
        SubmissionCache.Stamp(version: try row.decode("version"), previews: try row.decode("previews"))
    }

    private static func submission(
        _ row: Row, _ documents: [SubmissionID: [Document]], _ keys: [SubmissionID: SubmissionKey]
    ) throws -> Submission {
        let id: SubmissionID = try row.decodeID("id")
        var submission = Submission(
            id: id, tenant: try row.decodeValue("tenant"), journey: try row.decodeValue("journey"),
            journeyVersion: try row.decodeDigest("journey_version"), state: try row.decodeCase("state"),
            version: try row.decode("version"), attempt: try row.decode("attempt"), consent: try consent(row),
            documents: documents[id] ?? [], reasons: try SealedReasons.reasons(row, of: .submission, by: keys[id]),
            createdAt: try row.decodeTimestamp("created_at"), changedAt: try row.decodeTimestamp("changed_at"),
            submittedAt: try row.decodeTimestampIfPresent("submitted_at"),
            expiresAt: try row.decodeTimestampIfPresent("expires_at"), factDigests: try row.decodeJSONIfPresent("fact_digests"))
        try Submission.columns.read(row, into: &submission)
        return submission
    }

    private static func document(_ row: Row, _ pages: [DocumentID: [Page]], _ key: SubmissionKey?) throws -> Document {
        let id: DocumentID = try row.decodeID("id")
        return Document(
            id: id, type: try row.decodeValue("type"), state: try row.decodeCase("state"),
            issueDate: try date(row, "issue_date"), period: try period(row),
            source: try row.decodeCaseIfPresent("source"),
            pages: pages[id] ?? [], verdict: try row.decodeCaseIfPresent("verdict"),
            reasons: try SealedReasons.reasons(row, of: .document(id), by: key), pdf: try storedFile(row, "pdf"),
            expiryDate: try date(row, "expiry_date"))
    }

    private static func date(_ row: Row, _ column: String) throws -> CalendarDate? {
        try row.decodeIfPresent(column, as: String.self).flatMap { CalendarDate($0) }
    }

    private static func period(_ row: Row) throws -> DatePeriod? {
        guard let start = try date(row, "period_start"), let end = try date(row, "period_end") else { return nil }
        return DatePeriod(start: start, end: end)
    }

    private static func consent(_ row: Row) throws -> GivenConsent? {
        guard let version = try row.decodeIfPresent("consent_version", as: String.self),
            let at = try row.decodeTimestampIfPresent("consent_at")
        else { return nil }
        return GivenConsent(version: version, at: at)
    }

    /// The rows of a file are adjacent.
    private static func pages(
        _ rows: PostgresRows, _ keys: [SubmissionID: SubmissionKey]
    ) throws -> [DocumentID: [Page]] {
        var pages: [DocumentID: [Page]] = [:]
        var last: (document: DocumentID, page: Page)?
        for row in rows {
            let id: PageID = try row.decodeID("id")
            if last?.page.id != id {
                if let last { pages[last.document, default: []].append(last.page) }
                last = (try row.decodeID("document_id"), try page(row, id, keys[try row.decodeID("submission_id")]))
            }
            if let image = try pageImage(row) { last?.page.images.append(image) }
        }
        if let last { pages[last.document, default: []].append(last.page) }
        return pages
    }

    private static func page(_ row: Row, _ id: PageID, _ key: SubmissionKey?) throws -> Page {
        guard let rotation = Rotation(rawValue: try row.decode("rotation")) else { throw StoreError.corrupt("column rotation") }
        return Page(
            id: id, rotation: rotation, crop: try row.decodeJSONIfPresent("crop"), original: try original(row),
            preview: try preview(row), look: try row.decodeJSONIfPresent("look"), making: try row.decodeJSONIfPresent("making"),
            suggestion: try SealedSuggestion.suggestion(row, of: id, by: key))
    }

    private static func original(_ row: Row) throws -> OriginalFile? {
        guard let digest = try row.decodeDigestIfPresent("original_digest") else { return nil }
        return OriginalFile(
            digest: digest, size: try row.decode("original_size"), mediaType: try row.decodeMediaTypeIfPresent("media_type"),
            declaredMediaType: try row.decodeMediaTypeIfPresent("declared_media_type"),
            fileExtension: try row.decodeIfPresent("file_extension"), receivedAt: try row.decodeTimestamp("received_at"))
    }

    private static func preview(_ row: Row) throws -> PageImage? {
        guard let file = try storedFile(row, "preview") else { return nil }
        return PageImage(
            file: file,
            size: PixelSize(width: try row.decode("preview_width"), height: try row.decode("preview_height")))
    }

    private static func pageImage(_ row: Row) throws -> PageImage? {
        guard let file = try storedFile(row, "image") else { return nil }
        return PageImage(
            file: file, size: PixelSize(width: try row.decode("image_width"), height: try row.decode("image_height")))
    }

    private static func storedFile(_ row: Row, _ prefix: String) throws -> StoredFile? {
        guard let digest = try row.decodeDigestIfPresent("\(prefix)_digest"),
            let mediaType = try row.decodeMediaTypeIfPresent("\(prefix)_media_type")
        else { return nil }
        return StoredFile(digest: digest, size: try row.decode("\(prefix)_size"), mediaType: mediaType)
    }
}
