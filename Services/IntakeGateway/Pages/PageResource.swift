import Shared

/// A page (one file of a document) as its tenant sees it.
struct PageResource: Encodable, Sendable {
    enum State: String, Encodable, CaseIterable {
        /// The file is here, nothing was made of it yet.
        case received
        /// There is a picture to show to the person.
        case previewed
        /// There are clean pages.
        case ready
    }

    let id: PageID
    let mediaType: MediaType?
    /// Bytes of the original.
    let size: Int?
    let digest: ContentDigest?
    let rotation: Rotation
    let state: State
    let preview: String?
    /// The clean pages made of it, in order.
    let images: [String]
    let links: PageLinks

    init(_ page: Page, address: String) {
        id = page.id
        mediaType = page.original?.mediaType
        size = page.original?.size
        digest = page.original?.digest
        rotation = page.rotation
        state = !page.images.isEmpty ? .ready : page.preview != nil ? .previewed : .received
        preview = page.preview.map { _ in "\(address)/preview" }
        images = page.images.indices.map { "\(address)/image?number=\($0 + 1)" }
        links = PageLinks(self: address, original: "\(address)/original", content: "\(address)/content")
    }
}

struct PageLinks: Encodable, Sendable {
    let `self`: String
    let original: String
    /// Where another file is put in this one's place.
    let content: String
}
