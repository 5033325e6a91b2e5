import BlobStore
import HTTPServer
import Shared

/// A file that is durable in the blob store, with its facts. No row refers to it yet.
struct ReceivedFile: Hashable, Sendable {
    let blob: StoredBlob
    /// By content.
    let mediaType: MediaType
    let declaration: FileDeclaration

    func original(at moment: Timestamp) -> OriginalFile {
        OriginalFile(
            digest: blob.key.digest, size: blob.size, mediaType: mediaType, declaredMediaType: declaration.mediaType,
            fileExtension: declaration.fileExtension, receivedAt: moment)
    }
}

/// Stores a file of a request in the blob store while it arrives, and judges it on the way.
struct FileReceiver: Sendable {
    let blobs: any BlobStore
    /// The size of the largest file, in bytes.
    let maximumBytes: Int
    var limits = FileLimits()

    /// Reads the file, and no more of the request than the answer needs.
    ///
    /// Throws a `Problem` as soon as the file shows a fault. After any error nothing of it is stored.
    func receive(_ request: HTTPRequest, as type: DocumentType, into space: BlobSpace) async throws -> ReceivedFile {
        let file = try await IncomingFile.open(request)
        var judge = FileJudge(type: type, declaration: file.declaration, installationLimit: maximumBytes, limits: limits)
        try judge.checkDeclaration()
        var writer: (any BlobWriter)?
        do {
            while let piece = try await file.next() {
                try judge.take(piece)
                // A file that its first bytes condemn never touches the disk.
                let current = if let writer { writer } else { try await blobs.writer(in: space) }
                writer = current
                try await current.append(piece)
            }
            let mediaType = try judge.finish()
            guard let writer else { throw Problem.internalError }
            return ReceivedFile(blob: try await writer.finish(), mediaType: mediaType, declaration: file.declaration)
        } catch {
            await writer?.abort()
            throw error
        }
    }
}
