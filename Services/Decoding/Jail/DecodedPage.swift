public import Shared

/// One upright page: a JPEG in sRGB without metadata.
public struct DecodedPage: Hashable, Sendable {
    /// From 1, as in the document: one that was lost leaves a gap.
    public let number: Int
    /// Pages of the document that are wanted, lost ones included.
    public let total: Int
    /// Pages that the document has, whether they are wanted or not.
    public let pageCount: Int
    /// Pixels.
    public let width: Int
    public let height: Int
    /// Its own size, if it has one.
    public let paper: Paper?
    public let jpeg: [UInt8]
    /// A small JPEG of the same page, when asked for.
    public let preview: Preview?
    /// Whether nothing can be seen on it.
    public let isBlank: Bool
    /// How well it can be read, where that was asked for.
    public let signals: PageSignals?

    public struct Preview: Hashable, Sendable {
        public let jpeg: [UInt8]
        public let size: PixelSize

        public init(jpeg: [UInt8], size: PixelSize) {
            self.jpeg = jpeg
            self.size = size
        }
    }

    /// `pageCount` is `total` unless told.
    public init(
        number: Int, total: Int, pageCount: Int? = nil, width: Int, height: Int, paper: Paper? = nil, jpeg: [UInt8],
        preview: Preview? = nil,
        isBlank: Bool = false, signals: PageSignals? = nil
    ) {
        self.number = number
        self.total = total
        self.pageCount = pageCount ?? total
        self.width = width
        self.height = height
        self.paper = paper
        self.jpeg = jpeg
        self.preview = preview
        self.isBlank = isBlank
        self.signals = signals
    }
}
