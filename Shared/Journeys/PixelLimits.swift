/// How large a picture must and may be, in pixels. A PDF has none.
public struct PixelLimits: Sendable, Hashable, Codable {
    /// Of the shorter side. A4 at 150 dots an inch has 1240.
    public let minimumShortSide: Int?
    /// Of the longer side.
    public let maximumLongSide: Int?

    public init(minimumShortSide: Int? = nil, maximumLongSide: Int? = nil) {
        self.minimumShortSide = minimumShortSide
        self.maximumLongSide = maximumLongSide
    }
}
