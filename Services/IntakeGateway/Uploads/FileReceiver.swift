import BlobStore
import HTTPServer
import Shared

/// A file that is durable in the blob store, and what is known of it. No row refers to it yet.
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

/// Takes one file from a request into the blob store, byte by byte as it comes, and judges it on the way.
struct FileReceiver: Sendable {
    let blobs: any BlobStore
    /// The largest file that is taken at all. Bytes.
    let maximumBytes: Int
    var limits = FileLimits()

    /// Reads the file, and nothing more of the request than is needed to answer it.
    ///
    /// Throws a `Problem` as soon as the file shows what is wrong with it; whatever is thrown, nothing of it is kept.
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
