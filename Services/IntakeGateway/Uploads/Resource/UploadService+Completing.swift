import BlobStore
import Crypto
import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// From the last byte to the page.
extension UploadService {
    /// Completes an upload with all its bytes. Its writer, this request, has ended normally.
    ///
    /// A fault that another request can correct (a document with too many pages, a stale If-Match) leaves the upload open
    /// with all bytes: repeating the last request without a byte retries.
    func complete(
        _ upload: Upload, judged judge: FileJudge?, digests: [ExpectedDigest], for call: Call, answering answer: Answering? = nil
    ) async throws -> Outcome {
        try await verify(digests, of: upload, for: call)
        if upload.kind == .part {
            guard try await uploads.completePart(upload) else { throw Problem.takenOver }
            var completed = upload
            completed.state = .completed
            return .part(completed)
        }
        let mediaType: MediaType
        do throws(Problem) {
            guard var judge else { throw Problem.internalError }
            mediaType = try judge.finish()
        } catch {
            throw try await refuse(upload, error, for: call)
        }
        return try await complete(upload, as: mediaType, parts: [], for: call, answering: answer)
    }

    /// Makes it a page.
    func complete(
        _ upload: Upload, as mediaType: MediaType, parts: [Upload], for call: Call, answering answer: Answering? = nil
    ) async throws -> Outcome {
        let (submission, type) = try await documentType(upload.document, of: upload.submission, for: call, adding: 1)
        let partial = upload.partial
        let blob = try await gateway.blobs.finish(partial, isSettled: partial.isSettled)
        if type.duplicates == .refuse,
            let page = submission.documents.flatMap(\.pages).first(where: { $0.original?.digest == blob.key.digest })
        {
            throw try await refuse(upload, .duplicateFile(of: page.id), for: call)
        }
        let file = ReceivedFile(
            blob: blob, mediaType: mediaType,
            declaration: FileDeclaration(mediaType: upload.declaredMediaType, fileExtension: upload.fileExtension)
        ).original(at: gateway.now())
        call.attempt?.received(call.fingerprint(blob.key.digest))
        let keeping = answer.flatMap { answer in
            call.keeping { changed, _ in try answer(try outcome(of: upload, digest: blob.key.digest, in: changed)) }
        }
        // The upload keeps its own bytes, and makes these again when it is completed after all.
        let changed = try await gateway.discarding(blob.key.digest, of: submission) {
            try await gateway.store.completeUpload(
                upload, file, parts: parts, version: try call.requiredVersion(), traceparent: call.traceparent, keeping: keeping
            ).made()
        }
        for part in parts { await forget(part) }
        await forget(upload)
        call.note(
            "upload completed", in: upload.submission, gateway.logger,
            [
                "document": .string(upload.document.description), "upload": .string(upload.id.description),
                "bytes": LogValue(blob.size),
            ])
        return try outcome(of: upload, digest: blob.key.digest, in: changed)
    }

    private func outcome(
        of upload: Upload, digest: ContentDigest, in submission: Submission
    ) throws(Problem) -> Outcome {
        guard let page = submission.document(upload.document)?.page(upload.page) else { throw .notFound }
        var completed = upload
        completed.state = .completed
        completed.digest = digest
        return .page(completed, page, submission)
    }

    /// The answer to a final request without new bytes: the client has missed that the upload is complete.
    func completed(_ upload: Upload, _ append: UploadAppend) async throws -> Outcome? {
        guard upload.state == .completed, append.offset == upload.offset, append.content.length == 0 else { return nil }
        switch upload.kind {
        case .part: return .part(upload)
        case .whole: return try await page(of: upload).map { .page(upload, $0.page, $0.submission) }
        case .joined: return nil
        }
    }

    /// Completes an upload with all bytes acknowledged whose process died before the end.
    func completeLate(_ call: Call, _ upload: Upload) async throws -> Outcome {
        let (_, type) = try await documentType(
            upload.document, of: upload.submission, for: call, adding: upload.kind == .part ? 0 : 1)
        guard let own = try await uploads.acquire(upload, length: upload.length) else { throw Problem.takenOver }
        return try await transfer(
            UploadContent(length: 0, completion: .atLength), into: own, as: type, for: call.withoutBody(), announce: nil)
    }

    // MARK: - Digests

    /// Compares the whole file with its stated digests. A mismatch refuses it finally.
    private func verify(_ digests: [ExpectedDigest], of upload: Upload, for call: Call) async throws {
        guard !digests.isEmpty else { return }
        for expected in digests {
            guard try await digest(of: upload, expected.algorithm) != expected.bytes else { continue }
            let problem = Problem(
                .digestMismatch, detail: "The file is not what its digest says: it was changed on its way. Upload it anew.")
            throw try await refuse(upload, problem, for: call)
        }
    }

    private func digest(of upload: Upload, _ algorithm: DigestAlgorithm) async throws -> [UInt8] {
        let partial = upload.partial
        if algorithm == .sha256, let known = try await gateway.blobs.acknowledgedDigest(of: partial) { return known }
        var offset = 0
        // Values between the reads, since a digest has one owner.
        let state = DigestBox(algorithm)
        while offset < upload.offset {
            let piece = try await gateway.blobs.read(partial, at: offset, count: 1 << 20)
            guard !piece.isEmpty else { throw Problem.internalError }
            state.update(piece)
            offset += piece.count
        }
        return state.result
    }
}

extension PartialBlob {
    /// Whether the last segment with bytes is also the last one begun: no writer was replaced at its end.
    fileprivate var isSettled: Bool { segments.last.map { $0.start < count || segments.count == 1 } ?? true }
}

extension Call {
    fileprivate func withoutBody() -> Call {
        var copy = self
        copy.request = request.carrying([])
        return copy
    }
}
