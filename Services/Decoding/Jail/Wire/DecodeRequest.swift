public import Shared

/// A request for a document's pages.
public struct DecodeRequest: Hashable, Sendable {
    /// The detected media type of the content. A decoder that detects another one refuses.
    public var mediaType: MediaType
    /// The person's rotation, in addition to the file's orientation.
    public var rotation: Rotation
    /// The part of a picture that is the page. Does not apply to documents with pages.
    public var crop: PageCrop?
    /// Pages are shrunk to fit into it, and never enlarged.
    public var box: PixelBox
    /// JPEG quality, 1 to 100.
    public var quality: Int
    /// Requested for each page, and made from the page itself.
    public var preview: PreviewRequest?
    /// Stops after this number of pages: a draft's preview needs only the first.
    public var maximumPages: Int?
    /// Whether to measure the legibility of each page.
    public var measures: Bool
    /// Whether to decode a damaged document as far as possible, or to refuse it.
    public var salvages: Bool
    /// Whether to say of a picture first what `inspect` says of it.
    public var describes: Bool
    public var budget: DocumentBudget

    public init(
        mediaType: MediaType, rotation: Rotation = .none, crop: PageCrop? = nil, box: PixelBox = .a4, quality: Int = 85,
        preview: PreviewRequest? = PreviewRequest(), maximumPages: Int? = nil, measures: Bool = true, salvages: Bool = false,
        describes: Bool = false, budget: DocumentBudget = DocumentBudget()
    ) {
        self.mediaType = mediaType
        self.rotation = rotation
        self.crop = crop
        self.box = box
        self.quality = quality
        self.preview = preview
        self.maximumPages = maximumPages
        self.measures = measures
        self.salvages = salvages
        self.describes = describes
        self.budget = budget
    }
}

/// A small JPEG of a page.
public struct PreviewRequest: Hashable, Sendable {
    /// In pixels; no side is longer.
    public var longestSide: Int
    public var quality: Int

    public init(longestSide: Int = 640, quality: Int = 75) {
        self.longestSide = longestSide
        self.quality = quality
    }
}

/// A box that follows the page's orientation: the long side is the height of an upright page and the width of a landscape
/// page.
public struct PixelBox: Hashable, Sendable {
    public var shortSide: Int
    public var longSide: Int

    /// A4 at 300 dots per inch.
    public static let a4 = PixelBox(shortSide: 2480, longSide: 3508)

    public init(shortSide: Int, longSide: Int) {
        self.shortSide = shortSide
        self.longSide = longSide
    }
}
