import Shared

/// Every file of a submission with its digest: what a back end checks its copies against.
struct ManifestResource: Encodable, Sendable {
    let submission: SubmissionID
    let journey: JourneyID
    let journeyVersion: ContentDigest
    let state: SubmissionState
    let version: Int
    let submittedAt: Timestamp?
    let documents: [ManifestDocument]

    init(_ submission: Submission, links: Links) {
        self.submission = submission.id
        journey = submission.journey
        journeyVersion = submission.journeyVersion
        state = submission.state
        version = submission.version
        submittedAt = submission.submittedAt
        documents = submission.documents.filter { $0.state != .removed }.map { document in
            ManifestDocument(document, in: submission.id, links: links)
        }
    }
}

struct ManifestDocument: Encodable, Sendable {
    let id: DocumentID
    let type: DocumentTypeID
    let issueDate: CalendarDate?
    let state: DocumentState
    let pages: [ManifestPage]
    let pdf: ManifestFile?

    init(_ document: Document, in submission: SubmissionID, links: Links) {
        id = document.id
        type = document.type
        issueDate = document.issueDate
        state = document.state
        pages = document.pages.map { ManifestPage($0, address: links.page(submission, document.id, $0.id)) }
        pdf = document.pdf.map { ManifestFile($0, at: links.document(submission, document.id) + "/pdf") }
    }
}

struct ManifestPage: Encodable, Sendable {
    let id: PageID
    let rotation: Rotation
    let original: ManifestFile?
    let preview: ManifestFile?
    let images: [ManifestFile]
    /// How they were made of the original; nil until they are.
    let making: PageMaking?

    init(_ page: Page, address: String) {
        id = page.id
        rotation = page.rotation
        original = page.original.map { ManifestFile($0, at: "\(address)/original") }
        preview = page.preview.map { ManifestFile($0, at: "\(address)/preview") }
        images = page.images.enumerated().map { ManifestFile($1, at: "\(address)/image?number=\($0 + 1)") }
        making = page.making
    }
}

struct ManifestFile: Encodable, Sendable {
    let digest: ContentDigest
    /// Bytes.
    let size: Int
    let mediaType: MediaType?
    /// Pixels; for pictures that Docket made.
    let dimensions: PixelSize?
    let link: String

    init(_ file: StoredFile, at link: String) {
        self.init(digest: file.digest, size: file.size, mediaType: file.mediaType, dimensions: nil, link: link)
    }

    init(_ image: PageImage, at link: String) {
        self.init(
            digest: image.file.digest, size: image.file.size, mediaType: image.file.mediaType, dimensions: image.size, link: link)
    }

    init(_ file: OriginalFile, at link: String) {
        self.init(digest: file.digest, size: file.size, mediaType: file.mediaType, dimensions: nil, link: link)
    }

    private init(digest: ContentDigest, size: Int, mediaType: MediaType?, dimensions: PixelSize?, link: String) {
        self.digest = digest
        self.size = size
        self.mediaType = mediaType
        self.dimensions = dimensions
        self.link = link
    }
}
