public import Shared

/// One upright page: a JPEG in sRGB without metadata.
public struct DecodedPage: Hashable, Sendable {
    /// From 1, as in the document. A lost page leaves a gap.
    public let number: Int
    /// The number of requested pages, lost ones included.
    public let total: Int
    /// The number of pages of the document, requested or not.
    public let pageCount: Int
    /// In pixels.
    public let width: Int
    public let height: Int
    /// The paper size, if the page has one.
    public let paper: Paper?
    public let jpeg: [UInt8]
    /// A small JPEG of the page, if requested.
    public let preview: Preview?
    /// Whether the page is blank.
    public let isBlank: Bool
    /// The measures of its legibility, if requested.
    public let signals: PageSignals?
    /// Whether the document carries a signature.
    public let isSigned: Bool

    public struct Preview: Hashable, Sendable {
        public let jpeg: [UInt8]
        public let size: PixelSize
    }

    /// A nil `pageCount` means `total`.
    public init(
        number: Int, total: Int, pageCount: Int? = nil, width: Int, height: Int, paper: Paper? = nil, jpeg: [UInt8],
        preview: Preview? = nil,
        isBlank: Bool = false, signals: PageSignals? = nil, isSigned: Bool = false
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
        self.isSigned = isSigned
    }
}
