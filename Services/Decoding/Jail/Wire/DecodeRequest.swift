public import Shared

/// How a document's pages are wanted.
public struct DecodeRequest: Hashable, Sendable {
    /// The media type that the content was found to have; a decoder that finds another one refuses.
    public var mediaType: MediaType
    /// Turned by the person, on top of what the file itself says about "up".
    public var rotation: Rotation
    /// The part of a picture that is the page; a document's pages have no such part.
    public var crop: PageCrop?
    /// Pages are shrunk to fit into it; they are never enlarged.
    public var box: PixelBox
    /// JPEG quality, 1 to 100.
    public var quality: Int
    /// Wanted along with each page, made from the page itself.
    public var preview: PreviewRequest?
    /// Stops after so many pages: a draft's preview needs the first one only.
    public var maximumPages: Int?
    /// Whether it is wanted to know how well each page can be read.
    public var measures: Bool
    /// Whether pages of a damaged document are wanted as far as they can be decoded; it is refused otherwise.
    public var salvages: Bool
    public var budget: DocumentBudget

    public init(
        mediaType: MediaType, rotation: Rotation = .none, crop: PageCrop? = nil, box: PixelBox = .a4, quality: Int = 85,
        preview: PreviewRequest? = PreviewRequest(), maximumPages: Int? = nil, measures: Bool = true, salvages: Bool = false,
        budget: DocumentBudget = DocumentBudget()
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
        self.budget = budget
    }
}

/// A small JPEG of a page.
public struct PreviewRequest: Hashable, Sendable {
    /// Neither side is longer, in pixels.
    public var longestSide: Int
    public var quality: Int

    public init(longestSide: Int = 640, quality: Int = 75) {
        self.longestSide = longestSide
        self.quality = quality
    }
}

/// A box that follows the page's orientation: the long side is the height of an upright page and the width of a landscape one.
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
