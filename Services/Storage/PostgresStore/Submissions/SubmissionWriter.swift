internal import Postgres
internal import Sealing
internal import Shared

/// Writes the difference between two versions of a submission.
struct SubmissionWriter: Sendable {
    /// How long bytes stay after the last row that refers to them is gone: a request may still read them.
    static let erasureGrace = Duration.seconds(3600)

    /// The statements of a new submission. What `person` holds is not stored in the clear, too.
    static func insertion(
        of submission: Submission, journey: JourneyDefinition, person: SealedPerson?, emailCode: [UInt8]? = nil
    ) throws -> [SQL] {
        let clear = person?.leftInClear(of: submission) ?? submission
        return [
            try JourneyStore.insertion(of: journey),
            """
            insert into submissions (id, \(Submission.columns.names), \(SealedPerson.names))
            values (\(submission.id.uuid), \(try Submission.columns.values(of: clear)), \(SealedPerson.values(of: person, emailCode: emailCode)))
            """,
        ]
    }

    /// A submission as it was read, and as it will be.
    struct Change: Sendable {
        let old: Submission
        let new: Submission
        /// For what its reasons quote.
        var storage = FindingsStorage.clear

        /// Whether it has reasons that a key is needed for, if the submission is sealed.
        static func quotes(from old: Submission, to new: Submission) -> Bool {
            SealedReasons.areQuoting(new.reasons, insteadOf: old.reasons)
                || new.documents.contains { SealedReasons.areQuoting($0.reasons, insteadOf: old.document($0.id)?.reasons ?? []) }
        }

        fileprivate func reasons() throws -> SealedReasons {
            try SealedReasons(new.reasons, insteadOf: old.reasons, of: .submission, as: storage)
        }
    }

    /// The statements of one change. The first one is the guard: if it changes no row, none of them may be committed.
    static func difference(from old: Submission, to new: Submission, by key: SubmissionKey? = nil) throws -> [SQL] {
        try difference([Change(old: old, new: new, storage: FindingsStorage(key))])
    }

    /// The statements of changes to different submissions, joined where they can be. The first one is the guard: if it
    /// changes fewer rows than there are changes, none of them may be committed.
    static func difference(_ changes: [Change]) throws -> [SQL] {
        var statements = [try advance(changes)]
        statements += changes.compactMap(removal)
        if let documents = try documents(changes) { statements.append(documents) }
        for change in changes {
            for document in change.new.documents {
                statements += try pages(from: change.old.document(document.id), to: document, submission: change.new.id)
            }
            statements += blobErasures(from: change.old, to: change.new)
            // What was known of the files goes with them.
            if change.new.state == .withdrawn || change.new.state == .expired {
                statements.append("delete from inspections where submission_id = \(change.new.id.uuid)")
            }
        }
        return statements
    }

    private static func advance(_ changes: [Change]) throws -> SQL {
        // In order of the id, so that two batches with the same submissions do not wait for each other.
        let changes = changes.sorted { $0.new.id < $1.new.id }
        let columns = Submission.changingColumns
        let reasons = try changes.map { try $0.reasons() }
        let stored = zip(changes, reasons).map { change, reasons in
            var stored = change.new
            stored.reasons = reasons.masked
            return stored
        }
        return """
            update submissions s set \(columns.assignments(from: "c")), \(SealedReasons.assignment(of: "s", from: "c"))
            from unnest(\(unseen: changes.map(\.old.id.uuid)), \(changes.map(\.old.version)), \(changes.map(\.old.state.rawValue)),
                    \(try columns.arrays(of: stored)), \(OptionalArray(reasons.map(\.sealed))))
                as c (id, old_version, old_state, \(columns.names), reasons_sealed)
            where s.id = c.id and s.version = c.old_version and s.state = c.old_state
            """
    }

    // MARK: - Documents and pages

    private static func removal(_ change: Change) -> SQL? {
        let removed = change.old.documents.filter { change.new.document($0.id) == nil }.map(\.id.uuid)
        guard !removed.isEmpty else { return nil }
        return "delete from documents where submission_id = \(change.old.id.uuid) and id = any(\(removed))"
    }

    private struct PlacedDocument {
        let submission: Submission
        let position: Int
        /// As it is stored.
        let document: Document
        let sealedReasons: Bytes?

        init(_ document: Document, at position: Int, of change: Change) throws {
            let reasons = try SealedReasons(
                document.reasons, insteadOf: change.old.document(document.id)?.reasons ?? [], of: .document(document.id),
                as: change.storage)
            (submission, self.position, sealedReasons) = (change.new, position, reasons.sealed)
            var stored = document
            stored.reasons = reasons.masked
            self.document = stored
        }
    }

    /// The new and the changed documents, without their pages.
    private static func documents(_ changes: [Change]) throws -> SQL? {
        let rows = try changes.flatMap { change in
            try change.new.documents.enumerated().compactMap { position, document in
                change.old.document(document.id)?.withoutPages == document.withoutPages
                    ? nil : try PlacedDocument(document, at: position, of: change)
            }
        }
        guard !rows.isEmpty else { return nil }
        return """
            insert into documents (id, submission_id, tenant, created_at, journey, position, \(Document.columns.names),
                reasons_sealed)
            select * from unnest(\(rows.map(\.document.id.uuid)), \(rows.map(\.submission.id.uuid)),
                \(rows.map(\.submission.tenant.rawValue)), \(rows.map(\.submission.createdAt.date)),
                \(rows.map(\.submission.journey.rawValue)), \(rows.map(\.position)),
                \(try Document.columns.arrays(of: rows.map(\.document))), \(OptionalArray(rows.map(\.sealedReasons))))
            on conflict (id) do update set \(Document.columns.assignments(from: "excluded")),
                \(SealedReasons.assignment(of: "documents", from: "excluded"))
            where documents.submission_id = excluded.submission_id
            """
    }

    private static func pages(from old: Document?, to new: Document, submission: SubmissionID) throws -> [SQL] {
        guard new != old else { return [] }
        var statements: [SQL] = []
        let removed = (old?.pages ?? []).filter { new.page($0.id) == nil }.map(\.id.uuid)
        if !removed.isEmpty {
            statements.append("delete from pages where document_id = \(new.id.uuid) and id = any(\(removed))")
        }
        for (index, page) in new.pages.enumerated() {
            let before = old?.page(page.id)
            if before != page || old?.pages.firstIndex(where: { $0.id == page.id }) != index {
                statements.append(try upsert(page, insteadOf: before, position: index, document: new.id, submission: submission))
            }
            if (before?.images ?? []) != page.images { statements += replaceImages(of: page, submission: submission) }
        }
        return statements
    }

    /// A suggestion is stored by itself. It is removed with the file that it was made for.
    private static func upsert(
        _ page: Page, insteadOf old: Page?, position: Int, document: DocumentID, submission: SubmissionID
    ) throws -> SQL {
        let isOver = page.suggestion == nil && (old?.suggestion != nil || old?.original?.digest != page.original?.digest)
        let removal: SQL = isOver ? ", \(SealedSuggestion.removal)" : ""
        return """
            insert into pages (id, submission_id, document_id, position, \(Page.columns.names))
            values (\(page.id.uuid), \(submission.uuid), \(document.uuid), \(position), \(try Page.columns.values(of: page)))
            on conflict (id) do update set position = excluded.position, \(Page.columns.assignments(from: "excluded"))\(removal)
            where pages.document_id = excluded.document_id
            """
    }

    private static func replaceImages(of page: Page, submission: SubmissionID) -> [SQL] {
        let images = page.images
        return [
            "delete from page_images where page_id = \(page.id.uuid)",
            """
            insert into page_images (page_id, number, submission_id, digest, size, media_type, width, height)
            select \(page.id.uuid), number, \(submission.uuid), digest, size, media_type, width, height
            from unnest(\(images.indices.map { $0 + 1 }),
                \(images.map { Bytes($0.file.digest.bytes) }), \(images.map(\.file.size)),
                \(images.map(\.file.mediaType.essence)), \(images.map(\.size.width)), \(images.map(\.size.height)))
                as image (number, digest, size, media_type, width, height)
            """,
        ]
    }

    // MARK: - Bytes

    /// Schedules the erasure of blobs that nothing refers to any more, and cancels it for those that are referred to
    /// again.
    static func blobErasures(from old: Submission, to new: Submission) -> [SQL] {
        let before = old.digests
        let after = new.digests
        var statements: [SQL] = []
        let gone = before.subtracting(after)
        if !gone.isEmpty {
            statements.append(
                """
                insert into blob_erasures (submission_id, digest, tenant, erase_after)
                select \(new.id.uuid), digest, \(new.tenant.rawValue), \(new.changedAt.adding(erasureGrace).date)
                from unnest(\(gone.map { Bytes($0.bytes) })) as digest
                on conflict (submission_id, digest) do update set erase_after = excluded.erase_after
                """)
        }
        let added = after.subtracting(before)
        if !added.isEmpty {
            statements.append(
                """
                delete from blob_erasures
                where submission_id = \(new.id.uuid) and digest = any(\(added.map { Bytes($0.bytes) }))
                """)
        }
        return statements
    }
}

extension Document {
    fileprivate var withoutPages: Document {
        var copy = self
        copy.pages = []
        return copy
    }
}

extension Submission {
    /// The digests of the blobs that it refers to.
    fileprivate var digests: Set<ContentDigest> {
        var digests: Set<ContentDigest> = []
        for document in documents {
            if let pdf = document.pdf { digests.insert(pdf.digest) }
            for page in document.pages {
                if let original = page.original { digests.insert(original.digest) }
                if let preview = page.preview { digests.insert(preview.file.digest) }
                digests.formUnion(page.images.map(\.file.digest))
            }
        }
        return digests
    }
}
