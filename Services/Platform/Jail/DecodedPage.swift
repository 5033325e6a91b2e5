/// One upright page: a JPEG in sRGB without metadata.
public struct DecodedPage: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// Pages that are delivered in all.
    public let total: Int
    /// Pixels.
    public let width: Int
    public let height: Int
    public let jpeg: [UInt8]
    /// A small JPEG of the same page, when asked for.
    public let preview: [UInt8]?
    /// Whether nothing can be seen on it.
    public let isBlank: Bool

    public init(
        number: Int, total: Int, width: Int, height: Int, jpeg: [UInt8], preview: [UInt8]? = nil, isBlank: Bool = false
    ) {
        self.number = number
        self.total = total
        self.width = width
        self.height = height
        self.jpeg = jpeg
        self.preview = preview
        self.isBlank = isBlank
    }
}
