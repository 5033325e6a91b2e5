/// A small grey picture, from which `PageSignals` are measured.
public struct GreyPicture: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// Luminance, 0 to 255, row after row.
    public let pixels: [UInt8]

    /// The long side of a larger picture after scaling, in pixels: the measures depend on the size.
    public static let longSide = 800

    /// Nil unless there is a value for each pixel.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, pixels.count == width * height else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
