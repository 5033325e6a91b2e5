public import Shared

/// A picture of a page for the person.
public struct PagePreview: Sendable, Hashable {
    /// The gateway's preview, or the file itself if it is on this device.
    public let bytes: [UInt8]
    /// By content; nil if not recognised.
    public let mediaType: MediaType?
    /// The clockwise rotation that the picture still needs.
    public let rotation: Rotation
}

extension DocumentController {
    /// A picture of a page, sent or not: from this device if it has the file, otherwise from the gateway.
    ///
    /// - Throws: `fileUnreadable` for an unsent file that is gone from this device; `refused` with the problem
    ///   `not-ready` while the gateway makes the picture.
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

    /// A picture of a document for a row of a list: its first page. Nil while it has none.
    public nonisolated(nonsending) func preview(of document: DraftDocumentID) async throws(IntakeClientError) -> PagePreview? {
        guard let first = draft.document(document)?.pages.first else { return nil }
        return try await preview(of: first.id)
    }
}
