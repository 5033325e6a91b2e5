public import Shared

/// One upright page: a JPEG in sRGB without metadata.
public struct DecodedPage: Hashable, Sendable {
    /// From 1, as in the document: one that was lost leaves a gap.
    public let number: Int
    /// Pages of the document that are wanted, lost ones included.
    public let total: Int
    /// Pixels.
    public let width: Int
    public let height: Int
    /// Its own size, if it has one.
    public let paper: Paper?
    public let jpeg: [UInt8]
    /// A small JPEG of the same page, when asked for.
    public let preview: [UInt8]?
    /// Whether nothing can be seen on it.
    public let isBlank: Bool
    /// How well it can be read, where that was asked for.
    public let signals: PageSignals?

    public init(
        number: Int, total: Int, width: Int, height: Int, paper: Paper? = nil, jpeg: [UInt8], preview: [UInt8]? = nil,
        isBlank: Bool = false, signals: PageSignals? = nil
    ) {
        self.number = number
        self.total = total
        self.width = width
        self.height = height
        self.paper = paper
        self.jpeg = jpeg
        self.preview = preview
        self.isBlank = isBlank
        self.signals = signals
    }
}
