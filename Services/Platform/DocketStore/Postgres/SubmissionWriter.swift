internal import FoundationEssentials
internal import Postgres
internal import Shared

/// Writes the difference between a submission and what became of it.
struct SubmissionWriter: Sendable {
    /// How long bytes stay after the last row that refers to them is gone: somebody may be reading them.
    static let erasureGrace = Duration.seconds(3600)

    /// The statements of a new submission.
    static func insertion(of submission: Submission, journey: JourneyDefinition) throws -> [SQL] {
        [
            try JourneyStore.insertion(of: journey),
            """
            insert into submissions (id, tenant, journey, journey_version, state, version, attempt, subject, reference, locale,
                email, push_token, metadata, return_url, reasons, created_at, changed_at, submitted_at, expires_at)
            values (\(submission.id.uuid), \(submission.tenant.rawValue), \(submission.journey.rawValue),
                \(submission.journeyVersion.bytes), \(submission.state.rawValue), \(submission.version), \(submission.attempt),
                \(submission.subject), \(submission.reference), \(submission.locale), \(submission.contact?.email),
                \(submission.contact?.pushToken), \(try JSONText(encoding: submission.metadata)), \(submission.returnUrl),
                \(try JSONText(encoding: submission.reasons)), \(submission.createdAt.date), \(submission.changedAt.date),
                \(submission.submittedAt?.date), \(submission.expiresAt?.date))
            """,
        ]
    }

    /// The statements of a change. The first one is the guard: if it changes no row, none of them may be committed.
    static func difference(from old: Submission, to new: Submission) throws -> [SQL] {
        var statements: [SQL] = [
            """
            update submissions set state = \(new.state.rawValue), version = \(new.version), attempt = \(new.attempt),
                reasons = \(try JSONText(encoding: new.reasons)), changed_at = \(new.changedAt.date),
                submitted_at = \(new.submittedAt?.date), expires_at = \(new.expiresAt?.date)
            where id = \(old.id.uuid) and version = \(old.version) and state = \(old.state.rawValue)
            """
        ]
        let removed = old.documents.filter { new.document($0.id) == nil }.map(\.id.uuid)
        if !removed.isEmpty {
            statements.append("delete from documents where submission_id = \(old.id.uuid) and id = any(\(removed))")
        }
        for (position, document) in new.documents.enumerated() {
            statements += try difference(
                from: old.document(document.id), to: document, position: position, submission: new.id)
        }
        statements += custody(from: old, to: new)
        return statements
    }

    // MARK: - Documents and pages

    private static func difference(
        from old: Document?, to new: Document, position: Int, submission: SubmissionID
    ) throws -> [SQL] {
        guard new != old else { return [] }
        var statements: [SQL] = []
        if old?.withoutPages != new.withoutPages {
            statements.append(try upsert(new, position: position, submission: submission))
        }
        let removed = (old?.pages ?? []).filter { new.page($0.id) == nil }.map(\.id.uuid)
        if !removed.isEmpty {
            statements.append("delete from pages where document_id = \(new.id.uuid) and id = any(\(removed))")
        }
        for (index, page) in new.pages.enumerated() {
            let before = old?.page(page.id)
            if before != page || old?.pages.firstIndex(where: { $0.id == page.id }) != index {
                statements.append(upsert(page, position: index, document: new.id, submission: submission))
            }
            if (before?.images ?? []) != page.images { statements += replaceImages(of: page, submission: submission) }
        }
        return statements
    }

    private static func upsert(_ document: Document, position: Int, submission: SubmissionID) throws -> SQL {
        """
        insert into documents (id, submission_id, position, type, state, issue_date, source, verdict, reasons, pdf_digest,
            pdf_size, pdf_media_type)
        values (\(document.id.uuid), \(submission.uuid), \(position), \(document.type.rawValue), \(document.state.rawValue),
            \(document.issueDate?.description)::text::date, \(document.source?.rawValue), \(document.verdict?.rawValue),
            \(try JSONText(encoding: document.reasons)), \(document.pdf.map { Bytes($0.digest.bytes) }), \(document.pdf?.size),
            \(document.pdf?.mediaType.essence))
        on conflict (id) do update set type = excluded.type, state = excluded.state, issue_date = excluded.issue_date,
            source = excluded.source, verdict = excluded.verdict, reasons = excluded.reasons, pdf_digest = excluded.pdf_digest,
            pdf_size = excluded.pdf_size, pdf_media_type = excluded.pdf_media_type
        where documents.submission_id = excluded.submission_id
        """
    }

    private static func upsert(_ page: Page, position: Int, document: DocumentID, submission: SubmissionID) -> SQL {
        """
        insert into pages (id, submission_id, document_id, position, rotation, original_digest, original_size, media_type,
            declared_media_type, file_extension, received_at, preview_digest, preview_size, preview_media_type, preview_width,
            preview_height)
        values (\(page.id.uuid), \(submission.uuid), \(document.uuid), \(position), \(page.rotation.rawValue),
            \(page.original.map { Bytes($0.digest.bytes) }), \(page.original?.size), \(page.original?.mediaType?.essence),
            \(page.original?.declaredMediaType?.essence), \(page.original?.fileExtension), \(page.original?.receivedAt.date),
            \(page.preview.map { Bytes($0.file.digest.bytes) }), \(page.preview?.file.size),
            \(page.preview?.file.mediaType.essence), \(page.preview?.size.width), \(page.preview?.size.height))
        on conflict (id) do update set position = excluded.position, rotation = excluded.rotation,
            original_digest = excluded.original_digest, original_size = excluded.original_size,
            media_type = excluded.media_type, declared_media_type = excluded.declared_media_type,
            file_extension = excluded.file_extension, received_at = excluded.received_at,
            preview_digest = excluded.preview_digest, preview_size = excluded.preview_size,
            preview_media_type = excluded.preview_media_type, preview_width = excluded.preview_width,
            preview_height = excluded.preview_height
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

    /// What nothing refers to any more is erased later; what is referred to again is not.
    static func custody(from old: Submission, to new: Submission) -> [SQL] {
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
    /// The bytes that it refers to.
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
