import BlobStore
import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// The upload resource of every dialect. It carries out parsed requests on the row in the database and the bytes in the
/// blob store.
struct UploadService: Sendable {
    let gateway: GatewayServices
    let uploads: UploadStore
    let writers: ActiveWriters
    var pace = UploadTransfer.Pace()

    private static let attempts = 5
    /// The number of leading bytes that are judged again when another request continues the file.
    private static let headLength = FileSniffer.replayLength

    /// Makes the answer that is stored with the page, for a request with an idempotency key.
    typealias Answering = @Sendable (Outcome) throws -> HTTPResponse

    /// The result of a request.
    enum Outcome: Sendable {
        /// More bytes must follow.
        case open(Upload)
        /// It is now a page.
        case page(Upload, Page, Submission)
        /// A part that waits to be joined.
        case part(Upload)
    }

    // MARK: - Looking

    /// The caller's upload in the path.
    func upload(of call: Call) async throws -> Upload {
        guard let upload = try await uploads.upload(try call.upload(), tenant: call.tenant) else { throw Problem.notFound }
        try await gateway.checkOwner(of: upload.submission, call)
        call.subject.found(
            RequestSubject.File(submission: upload.submission, document: upload.document, upload: upload.id))
        // Its time is over, and the sweep has not come by yet.
        if upload.state == .open, upload.expiresAt <= gateway.now() { throw Problem.uploadEnded(.aborted) }
        return upload
    }

    /// The caller's upload after stopping its writer in this process, if there is one. The owner is checked first, so
    /// that another caller's request stops nothing.
    private func stopped(_ call: Call, unlessSendingFrom offset: Int? = nil) async throws -> Upload {
        let found = try await upload(of: call)
        let hadWriter = try await writers.stop(found.id, unlessSendingFrom: offset)
        // A writer that ended by itself after that look has left more than it showed.
        return hadWriter || found.isWriting ? try await upload(of: call) : found
    }

    /// The upload at a stable offset: every possible writer was stopped.
    func settled(_ call: Call) async throws -> Upload {
        for _ in 0..<Self.attempts {
            let upload = try await stopped(call)
            guard upload.state == .open, upload.isWriting else { return upload }
            if let fenced = try await uploads.fence(upload) { return fenced }
        }
        throw Problem.takenOver
    }

    /// The page of a completed upload; nil if it was removed since.
    func page(of upload: Upload) async throws -> (page: Page, submission: Submission)? {
        guard let submission = try await gateway.store.submission(upload.submission, tenant: upload.tenant),
            let page = submission.document(upload.document)?.page(upload.page)
        else { return nil }
        return (page, submission)
    }

    // MARK: - Creating

    /// The type for a file of the document, if that may be changed now. Every request checks this, like the
    /// authorization.
    func documentType(
        _ document: DocumentID, of id: SubmissionID, for call: Call, adding pages: Int
    ) async throws -> (submission: Submission, type: DocumentType) {
        guard let submission = try await gateway.store.submission(id, tenant: call.tenant),
            call.principal.owns(submission), let found = submission.document(document), found.state != .removed
        else { throw Problem.notFound }
        call.subject.found(RequestSubject.File(submission: id, document: document))
        guard submission.state.allowsChanges else { throw Problem.notADraft(submission.state) }
        guard found.state.allowsChanges else { throw Problem.documentClosed(found.state) }
        if let version = try call.requiredVersion(), version != submission.version {
            throw Problem.preconditionFailed(submission)
        }
        let journey = try await gateway.store.journey(of: submission)
        guard let type = journey.documentType(found.type) else { throw Problem.unknownDocumentType(in: journey) }
        guard found.pages.count + pages <= type.pages.max else { throw Problem.tooManyPages(limit: type.pages.max) }
        return (submission, type)
    }

    /// Creates an upload, and refuses before the first byte if possible.
    func create(
        _ creation: UploadCreation, for call: Call
    ) async throws -> (upload: Upload, type: DocumentType, usage: QuotaUsage) {
        guard let document = creation.document,
            let submission = try await uploads.submission(of: document, tenant: call.tenant)
        else { throw Problem.notFound }
        let isPart = creation.concatenation == .part
        let (found, type) = try await documentType(document, of: submission, for: call, adding: isPart ? 0 : 1)
        // What is joined of parts has come already.
        let isJoined = if case .joined = creation.concatenation { true } else { false }
        if !isJoined { try await gateway.monthlyQuotas.admit(MonthlyQuota.ofFiles, for: found) }
        let journey = try await gateway.store.journey(of: found)
        let terms = gateway.quotas.terms(for: call, journey)
        let length: Int?
        do throws(UploadRefusal) {
            length = try UploadRules().agree(on: creation.length, creation.content)
        } catch {
            throw Problem(error)
        }
        try judge(type, creation.declaration, size: length, isPart: isPart).checkDeclaration()
        var new = NewUpload(
            id: .timeOrdered(at: gateway.now().date), tenant: call.tenant, submission: submission, document: document)
        new.kind =
            switch creation.concatenation {
            case .none: .whole
            case .part: .part
            case .joined: .joined
            }
        new.length = length
        // The document's type may be changed while the file comes, so this is the largest file that any type takes.
        new.largest = journey.documentTypes.map { min($0.maximumBytes, gateway.maximumFileBytes) }.max()
        new.declaredMediaType = creation.declaration.mediaType
        new.fileExtension = creation.declaration.fileExtension
        new.metadata = creation.metadata
        new.concatenation = call.request.headers["upload-concat"]
        new.expectedDigests = ExpectedDigest.kept(creation.expectedDigests)
        let writes = creation.content != nil || new.kind == .joined
        switch try await uploads.create(new, isWriting: writes, under: terms) {
        case .success(let opened): return (opened.upload, type, opened.usage)
        case .failure(let refusal): throw gateway.quotas.problem(refusal)
        }
    }

    /// Judges only the size of a part: a piece of a file says nothing by itself.
    private func judge(_ type: DocumentType, _ declaration: FileDeclaration, size: Int?, isPart: Bool) -> FileJudge {
        let declaration =
            isPart
            ? FileDeclaration(size: size == 0 ? nil : size)
            : FileDeclaration(mediaType: declaration.mediaType, fileExtension: declaration.fileExtension, size: size)
        return FileJudge(
            type: type, declaration: declaration, installationLimit: gateway.maximumFileBytes, limits: gateway.fileLimits)
    }

    // MARK: - Appending

    /// Appends the body of the request. It acquires the upload from any other writer.
    func append(
        _ append: UploadAppend, for call: Call, announce: (@Sendable (Int) async -> Void)?
    ) async throws -> Outcome {
        for _ in 0..<Self.attempts {
            let upload = try await stopped(call, unlessSendingFrom: append.offset)
            // Whoever has given up meanwhile takes nothing over.
            try Task.checkCancellation()
            if let done = try await completed(upload, append) { return done }
            let length: Int?
            do throws(UploadRefusal) {
                length = try UploadRules(upload).accept(append)
            } catch {
                throw problem(error, of: upload, call)
            }
            let (_, type) = try await documentType(
                upload.document, of: upload.submission, for: call, adding: upload.kind == .part ? 0 : 1)
            if let length { try judge(type, FileDeclaration(), size: length, isPart: true).checkDeclaration() }
            guard let own = try await uploads.acquire(upload, length: length) else { continue }
            return try await transfer(
                append.content, into: own, as: type, digests: append.expectedDigests, for: call, announce: announce)
        }
        throw Problem.takenOver
    }

    /// The problem of an upload that takes no more bytes. For a refused one it has the reason.
    private func problem(_ refusal: UploadRefusal, of upload: Upload, _ call: Call) -> Problem {
        if case .ended(.refused) = refusal, let kept = upload.problem.flatMap(KeptProblem.init) {
            call.subject.refusalIsTold()
            return kept.problem
        }
        return Problem(refusal)
    }

    /// Takes the body of a request into an upload with no other writer.
    func transfer(
        _ content: UploadContent, into upload: Upload, as type: DocumentType, digests: [ExpectedDigest] = [], for call: Call,
        announce: (@Sendable (Int) async -> Void)?, answering answer: Answering? = nil
    ) async throws -> Outcome {
        let writer = writers.begin(upload)
        let partial = upload.partial
        let progress: UploadTransfer.Progress
        do {
            progress = UploadTransfer.Progress(
                judge: try await resumedJudge(of: upload, partial, as: type), digest: content.digest?.algorithm)
        } catch {
            _ = try? await uploads.release(upload)
            writers.end(upload.id, writer)
            throw error
        }
        let transfer = UploadTransfer(
            upload: upload, partial: partial, content: content, blobs: gateway.blobs, uploads: uploads, pace: pace,
            announce: announce)
        let end = await withTaskCancellationHandler {
            await transfer.run(call.request.body, progress, as: writer)
        } onCancel: {
            writer.leaves()
        }
        writers.end(upload.id, writer)
        switch end {
        case .whole: break
        case .superseded: throw Problem.takenOver
        case .corrupted: throw Problem.corrupted(content, offset: upload.offset)
        case .interrupted(let error): throw try await interruption(error, of: upload)
        case .refused(let problem): throw try await refuse(upload, problem, for: call)
        }
        // Its own writer has ended in good order.
        guard var settled = try await uploads.upload(upload.id, tenant: call.tenant), settled.epoch == upload.epoch,
            settled.state == .open
        else { throw Problem.takenOver }
        let isWhole: Bool
        do throws(UploadRefusal) {
            isWhole = try UploadRules(settled).isWhole(at: settled.offset, after: content.completion)
        } catch {
            throw Problem(error)
        }
        guard isWhole else { return .open(settled) }
        settled.length = settled.offset
        let known = ExpectedDigest.all(kept: settled.expectedDigests)
        return try await complete(
            settled, judged: progress.judge, digests: known + digests, for: call, answering: answer)
    }

    /// A judge that has seen the beginning of the earlier bytes.
    private func resumedJudge(of upload: Upload, _ partial: PartialBlob, as type: DocumentType) async throws -> FileJudge {
        let declaration = FileDeclaration(mediaType: upload.declaredMediaType, fileExtension: upload.fileExtension)
        var judge = judge(type, declaration, size: upload.length, isPart: upload.kind == .part)
        if upload.offset > 0 {
            if upload.kind == .part {
                try judge.skip(upload.offset)
            } else {
                let head = try await gateway.blobs.read(partial, at: 0, count: min(upload.offset, Self.headLength))
                try judge.take(head)
                try judge.skip(upload.offset - head.count)
            }
        }
        return judge
    }

    /// A full disk: the problem has the offset, since the upload can continue later.
    private func interruption(_ error: any Error, of upload: Upload) async throws -> any Error {
        guard let blob = error as? BlobError, blob.code == .storageFull else { return error }
        let now = try await uploads.upload(upload.id, tenant: upload.tenant)
        return Problem.storageFull(keptUpTo: now?.offset ?? upload.offset)
    }

    // MARK: - Ending

    /// Ends an upload whose content its document does not accept.
    func refuse(_ upload: Upload, _ problem: Problem, for call: Call) async throws -> Problem {
        let kept = String(decoding: JSON.bytes(of: problem), as: UTF8.self)
        if try await gateway.refusals.end(upload, problem, keeping: kept, call) { await forget(upload) }
        return problem
    }

    /// Cancels an upload for the client.
    func cancel(_ call: Call) async throws {
        for _ in 0..<Self.attempts {
            let upload = try await settled(call)
            switch upload.state {
            case .refused, .aborted: throw Problem.uploadEnded(upload.state)
            case .completed:
                guard upload.kind == .part else {
                    // Not a 409, which clients repeat; and not a 204, by which they would believe the file to be gone.
                    var problem = Problem(
                        .completedUpload, detail: "The upload is a page of its document by now. Remove the page instead.",
                        headers: ["Allow": "GET, HEAD, OPTIONS"])
                    problem.status = 405
                    throw problem
                }
                if try await uploads.discardPart(upload) {
                    await forget(upload)
                    return
                }
            case .open:
                if try await gateway.store.endUpload(upload, .aborted(.cancelled), traceparent: call.traceparent) {
                    await forget(upload)
                    return
                }
            }
        }
        throw Problem.takenOver
    }

    /// Ends an upload whose address the client does not learn. It is refused if its bytes were faulty, which the client
    /// is told; otherwise its connection was lost.
    func abandon(_ upload: Upload, after error: any Error, for call: Call) async {
        // Also when the request was cancelled, which is what has happened as a rule.
        await Task {
            guard let left = try? await uploads.upload(upload.id, tenant: upload.tenant), left.state == .open else { return }
            if let problem = error as? Problem, problem.kind == .checksumMismatch || problem.kind == .digestMismatch {
                _ = try? await refuse(left, problem, for: call)
            } else if (try? await gateway.store.endUpload(left, .aborted(.connectionLost))) == true {
                await forget(left)
            }
        }.value
    }

    /// Deletes the bytes of an ended upload, and returns whether that succeeded. The sweep retries a failure.
    @discardableResult
    func forget(_ upload: Upload) async -> Bool {
        do {
            try await gateway.blobs.remove(upload.partial)
            try await uploads.forgetBytes(of: upload)
            return true
        } catch {
            gateway.logger.notice(
                "the bytes of an upload stay until the next sweep",
                ["upload": .string(upload.id.description), "error": .string(String(describing: error))])
            return false
        }
    }
}

extension Upload {
    /// The key of its bytes in the blob store.
    var partial: PartialBlob {
        PartialBlob(
            id: id, in: BlobSpace(tenant: tenant, submission: submission),
            segments: segments.map { PartialBlob.Segment(epoch: $0.epoch, start: $0.start) }, count: offset,
            digestState: digestState)
    }
}

extension Call {
    func upload() throws(Problem) -> UploadID { try identifier("upload") }
}

extension Problem {
    /// tus has a status of its own for it; the drafts have none.
    static func corrupted(_ content: UploadContent, offset: Int) -> Problem {
        let detail = "The bytes are not what their checksum says. None of them was kept; send them again from byte \(offset)."
        let type: ProblemType = content.completion == .atLength ? .checksumMismatch : .digestMismatch
        return Problem(type, detail: detail, headers: ["Upload-Offset": String(offset)])
    }
}
