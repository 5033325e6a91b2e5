/// One file of a document: a photo, or a PDF with pages of its own.
public struct Page: Sendable, Hashable, Codable, Identifiable {
    public let id: PageID
    /// The person's rotation, in addition to the file's own.
    public var rotation: Rotation
    /// The part of the photo that is the page; nil for all of it.
    public var crop: PageCrop?
    /// The file as it arrived; nil until then.
    public var original: OriginalFile?
    /// A small upright picture for the person, once it has been made.
    public var preview: PageImage?
    /// The findings from making its preview; nil until the first attempt.
    public var look: FirstLook?
    /// The values read from a page of a draft, for the person to confirm; nil if there are none.
    public var suggestion: PageSuggestion?
    /// The clean pages made of it, in order: one of a photo, several of a PDF.
    public var images: [PageImage]
    /// How they were made; nil before.
    public var making: PageMaking?

    public init(
        id: PageID, rotation: Rotation = .none, crop: PageCrop? = nil, original: OriginalFile? = nil,
        preview: PageImage? = nil, look: FirstLook? = nil, images: [PageImage] = [], making: PageMaking? = nil,
        suggestion: PageSuggestion? = nil
    ) {
        self.id = id
        self.rotation = rotation
        self.crop = crop
        self.original = original
        self.preview = preview
        self.look = look
        self.images = images
        self.making = making
        self.suggestion = suggestion
    }
}

extension Page {
    /// The number of pages of its file, as far as known: 1 for a photo, and for a PDF that nothing has examined.
    public var count: Int { images.isEmpty ? look?.pageCount ?? 1 : images.count }
}

/// Clockwise, in degrees; a number in JSON.
public enum Rotation: Int, Sendable, Hashable, Codable, CaseIterable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    public var degrees: Int { rawValue }

    /// The sum of both rotations.
    public func adding(_ other: Rotation) -> Rotation {
        Rotation(rawValue: (rawValue + other.rawValue) % 360) ?? .none
    }
}

/// A file as a person sent it: sealed, and named by its digest.
public struct OriginalFile: Sendable, Hashable, Codable {
    public var digest: ContentDigest
    /// In bytes.
    public var size: Int
    /// By content; nil if nothing known was recognised.
    public var mediaType: MediaType?
    /// What the sender declared.
    public var declaredMediaType: MediaType?
    /// The extension of the sender's file name. The name itself is not stored here: it may contain personal data.
    public var fileExtension: String?
    public var receivedAt: Timestamp

    public init(
        digest: ContentDigest, size: Int, mediaType: MediaType?, declaredMediaType: MediaType? = nil,
        fileExtension: String? = nil, receivedAt: Timestamp
    ) {
        self.digest = digest
        self.size = size
        self.mediaType = mediaType
        self.declaredMediaType = declaredMediaType
        self.fileExtension = fileExtension
        self.receivedAt = receivedAt
    }
}

/// A file that Docket made.
public struct StoredFile: Sendable, Hashable, Codable {
    public var digest: ContentDigest
    /// In bytes.
    public var size: Int
    public var mediaType: MediaType

    public init(digest: ContentDigest, size: Int, mediaType: MediaType) {
        self.digest = digest
        self.size = size
        self.mediaType = mediaType
    }
}

/// An upright sRGB picture without metadata.
public struct PageImage: Sendable, Hashable, Codable {
    public var file: StoredFile
    public var size: PixelSize

    public init(file: StoredFile, size: PixelSize) {
        self.file = file
        self.size = size
    }
}
