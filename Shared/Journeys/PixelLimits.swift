/// The smallest and the largest size of a picture, in pixels. They do not apply to a PDF.
public struct PixelLimits: Sendable, Hashable, Codable {
    /// Of the shorter side. A4 at 150 dpi has 1240.
    public let minimumShortSide: Int?
    /// Of the longer side.
    public let maximumLongSide: Int?

    public init(minimumShortSide: Int? = nil, maximumLongSide: Int? = nil) {
        self.minimumShortSide = minimumShortSide
        self.maximumLongSide = maximumLongSide
    }
}
