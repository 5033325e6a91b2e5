import BlobStore
import Domain
import HTTPServer
import PostgresStore
import Shared

/// Makes the files of a message documents of a submission, by the way on which every file becomes one: the same judge, limits, budgets and
/// events. Nothing is submitted by it, and no consent given.
///
/// It may be repeated: the ids of documents and pages follow from the message, so that what is there is not added again.
struct MailAssignment: Sendable {
    let gateway: GatewayServices
    /// Who does it, for the audit trail.
    let origin: AuditOrigin
    var traceparent: String?

    /// Throws a `Problem` where the submission does not take it as it is; the message then waits on, and what it was likely for is known.
    ///
    /// - Returns: the message, which is assigned. Nil where it waits no longer.
    func assign(_ mail: MailRecord, to id: SubmissionID, as typeID: DocumentTypeID) async throws -> MailRecord? {
        guard let submission = try await gateway.store.submission(id, tenant: mail.tenant) else { throw Problem.notFound }
        guard submission.state.allowsChanges else { throw Problem.notADraft(submission.state) }
        let journey = try await gateway.store.journey(of: submission)
        guard let type = journey.documentType(typeID) else { throw Problem.unknownDocumentType(in: journey) }
        // Before anything is added: a draft shall not keep a document without its pages.
        for file in mail.files { try await judge(file, of: mail, as: type) }
        let documents = documents(of: mail, in: submission, type)
        let new = documents.filter { submission.document(mail.document($0[0], in: id, as: type.id)) == nil }
        guard submission.documents.count + new.count <= journey.documents.max else {
            throw Problem.tooManyDocuments(limit: journey.documents.max)
        }
        guard let claimed = try await gateway.mail.store.claim(mail, for: id) else { return nil }
        do {
            let terms = gateway.quotas.terms(of: submission.tenant, journey)
            for (place, files) in documents.enumerated() {
                // The first document is made where the budget has room for all of them: a draft shall not keep one without its pages.
                let left = documents.dropFirst(place).joined().map { claimed.files[$0].size }
                let forecast = QuotaForecast(files: left.count, bytes: left.reduce(0) { $0 + $1 }, under: terms)
                try await add(files, of: claimed, to: submission, type, forecast)
            }
        } catch {
            // Whoever sees this may choose another submission at once.
            try? await gateway.mail.store.release(claimed)
            throw error
        }
        return try await gateway.mail.store.end(
            claimed.id, of: claimed.tenant, as: .assigned, submission: id, version: claimed.version, by: origin,
            note: claimed.authentication)
    }

    /// The documents that there will be, by the places of their files; without those that the submission has already, where the type asks
    /// for that.
    private func documents(of mail: MailRecord, in submission: Submission, _ type: DocumentType) -> [[Int]] {
        let pages = submission.documents.flatMap(\.pages)
        return MailRecord.documents(of: mail.files, mostPages: type.pages.max).compactMap { files in
            let left = files.filter { index in
                type.duplicates != .refuse
                    || !pages.contains {
                        $0.original?.digest == mail.files[index].digest
                            && $0.id != mail.page(index, in: submission.id, as: type.id)
                    }
            }
            // The first file names the document.
            return left.isEmpty ? nil : left
        }
    }

    private func add(
        _ files: [Int], of mail: MailRecord, to submission: Submission, _ type: DocumentType, _ forecast: QuotaForecast
    ) async throws {
        let store = gateway.store.acting(for: origin)
        let document = mail.document(files[0], in: submission.id, as: type.id)
        var changed = try gateway.quotas.counting(
            try await store.addDocument(
                document, NewDocument(type: type.id), to: submission.id, tenant: submission.tenant, traceparent: traceparent,
                forecast: forecast)
        ).made()
        for index in files {
            let page = mail.page(index, in: submission.id, as: type.id)
            guard changed.document(document)?.page(page) == nil else { continue }
            let file = try await copy(mail.files[index], of: mail, as: type, to: submission)
            let charge = QuotaCharge(bytes: file.size, under: forecast.terms)
            changed = try await gateway.discarding(file.digest, of: submission) {
                try gateway.quotas.counting(
                    try await store.addPage(
                        page, file, to: document, of: submission.id, tenant: submission.tenant, traceparent: traceparent,
                        charge: charge)
                ).made()
            }
        }
    }

    /// From the message's own part of the blob store to the submission's.
    private func copy(
        _ file: MailFile, of mail: MailRecord, as type: DocumentType, to submission: Submission
    ) async throws -> OriginalFile {
        let writer = try await gateway.blobs.writer(in: BlobSpace(tenant: submission.tenant, submission: submission.id))
        do {
            let mediaType = try await judge(file, of: mail, as: type) { try await writer.append($0) }
            let received = ReceivedFile(
                blob: try await writer.finish(), mediaType: mediaType, declaration: FileDeclaration(file))
            return received.original(at: gateway.now())
        } catch {
            await writer.abort()
            throw error
        }
    }

    /// Looks at a file as at any file that comes, and hands its pieces on.
    @discardableResult
    private func judge(
        _ file: MailFile, of mail: MailRecord, as type: DocumentType, _ take: ([UInt8]) async throws -> Void = { _ in }
    ) async throws -> MediaType {
        let blob = try await gateway.blobs.open(BlobSpace(tenant: mail.tenant, submission: mail.space).key(file.digest))
        var judge = FileJudge(
            type: type, declaration: FileDeclaration(file), installationLimit: gateway.maximumFileBytes,
            limits: gateway.fileLimits)
        try judge.checkDeclaration()
        var offset = 0
        while offset < blob.size {
            let piece = try await blob.read(at: offset, count: 1 << 20, on: gateway.mail.pool)
            guard !piece.isEmpty else { throw Problem.internalError }
            try judge.take(piece)
            try await take(piece)
            offset += piece.count
        }
        return try judge.finish()
    }
}

extension FileDeclaration {
    fileprivate init(_ file: MailFile) {
        self.init(mediaType: file.declaredMediaType, fileExtension: file.fileExtension, size: file.size)
    }
}
