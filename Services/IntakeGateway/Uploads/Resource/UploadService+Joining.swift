import BlobStore
import Domain
import HTTPServer
import PostgresStore
import Shared

/// tus, section “Concatenation”: an upload made of others.
extension UploadService {
    /// Joins completed parts of the same document in the named order, and consumes them. Also returns the rest of the
    /// budgets.
    func join(
        _ ids: [UploadID], _ creation: UploadCreation, for call: Call
    ) async throws -> (outcome: Outcome, usage: QuotaUsage) {
        let parts = try await parts(ids, of: creation.document, for: call)
        var creation = creation
        creation.length = parts.reduce(0) { $0 + $1.offset }
        creation.declaration = FileDeclaration(
            mediaType: creation.declaration.mediaType, fileExtension: creation.declaration.fileExtension, size: creation.length)
        let (upload, type, usage) = try await create(creation, for: call)
        let joined: (upload: Upload, mediaType: MediaType)
        do {
            joined = try await copy(parts, into: upload, as: type)
        } catch let problem as Problem {
            throw try await refuse(upload, problem, for: call)
        } catch {
            // Its parts are still there: it can be joined again, by another upload.
            if try await gateway.store.endUpload(upload, .aborted(.connectionLost), traceparent: call.traceparent) {
                await forget(upload)
            }
            throw error
        }
        return (try await complete(joined.upload, as: joined.mediaType, parts: parts, for: call), usage)
    }

    /// The parts to join, in order. A part of another person or link is reported like an unknown one.
    private func parts(_ ids: [UploadID], of document: DocumentID?, for call: Call) async throws -> [Upload] {
        let found = try await uploads.uploads(ids, tenant: call.tenant)
        let known = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
        var owned: Set<SubmissionID> = []
        for id in Set(found.map(\.submission)) {
            guard let submission = try await gateway.store.submission(id, tenant: call.tenant) else { continue }
            if call.principal.owns(submission) { owned.insert(id) }
        }
        return try ids.map { id in
            guard let part = known[id], owned.contains(part.submission) else { throw Problem.notFound }
            guard part.kind == .part, part.state == .completed, part.document == document, !part.segments.isEmpty else {
                throw Problem(
                    .uploadPartUnusable,
                    detail: "\(id) is no complete partial upload of this document. Finish its parts, then join them once.")
            }
            return part
        }
    }

    /// Reads the parts, judges them as one file, and writes it.
    private func copy(
        _ parts: [Upload], into upload: Upload, as type: DocumentType
    ) async throws -> (upload: Upload, mediaType: MediaType) {
        var judge = FileJudge(
            type: type, declaration: FileDeclaration(mediaType: upload.declaredMediaType, fileExtension: upload.fileExtension),
            installationLimit: gateway.maximumFileBytes, limits: gateway.fileLimits)
        let writer = try await gateway.blobs.writer(of: upload.partial)
        do {
            for part in parts {
                var offset = 0
                while offset < part.offset {
                    let piece = try await gateway.blobs.read(part.partial, at: offset, count: 1 << 20)
                    guard !piece.isEmpty else { throw Problem.internalError }
                    try judge.take(piece)
                    try await writer.append(piece)
                    offset += piece.count
                }
            }
            let mediaType = try judge.finish()
            // That something was not written is told here: what is made durable is only what was.
            try await writer.flush()
            let durable = try await writer.synchronize()
            try durable.requireAll(of: writer.count)
            await writer.close()
            guard
                try await uploads.advance(upload, to: durable.count, digestState: durable.digestState, hasEnded: true)
            else { throw Problem.takenOver }
            var whole = upload
            (whole.offset, whole.digestState, whole.isWriting) = (durable.count, durable.digestState, false)
            return (whole, mediaType)
        } catch {
            await writer.close()
            throw error
        }
    }
}
