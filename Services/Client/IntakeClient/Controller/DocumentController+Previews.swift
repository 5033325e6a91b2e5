public import Shared

/// A picture of a page, for the person who gathers it.
public struct PagePreview: Sendable, Hashable {
    /// The gateway's small picture, or the file itself where that is on this device.
    public let bytes: [UInt8]
    /// By content; nil where nothing known was recognised.
    public let mediaType: MediaType?
    /// What it is still to be turned by, clockwise.
    public let rotation: Rotation
}

extension DocumentController {
    /// What a page looks like, whether or not it was sent: from this device where the file is here, from the gateway otherwise.
    ///
    /// - Throws: `fileUnreadable` for a file that is gone from this device and was not sent; `refused` with the problem `not-ready`
    ///   while the gateway makes the picture.
    public nonisolated(nonsending) func preview(of page: DraftPageID) async throws(IntakeClientError) -> PagePreview {
        guard let known = draft.page(page), let owner = draft.owner(of: page) else {
            throw IntakeClientError(code: .invalidRequest, LocalizedMessage(.notThere))
        }
        do throws(IntakeClientError) {
            let bytes = try await PageReader(storage: storage).read(known, at: 0, count: known.file.size)
            return PagePreview(bytes: bytes, mediaType: known.file.mediaType, rotation: known.rotation)
        } catch {
            guard let client, let submission = draft.submission, let document = owner.sent?.id, let sent = known.transfer.pageID
            else { throw error }
            let picture = try await client.preview(of: sent, of: document, in: submission)
            return PagePreview(bytes: picture.bytes, mediaType: picture.mediaType, rotation: known.rotation)
        }
    }

    /// What a row of a list shows of a document: its first page. Nil while it has none.
    public nonisolated(nonsending) func preview(of document: DraftDocumentID) async throws(IntakeClientError) -> PagePreview? {
        guard let first = draft.document(document)?.pages.first else { return nil }
        return try await preview(of: first.id)
    }
}
