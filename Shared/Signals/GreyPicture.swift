/// A small picture without colours: what `PageSignals` are measured on.
public struct GreyPicture: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// Luminance, 0 to 255, row after row.
    public let pixels: [UInt8]

    /// What is measured depends on the size: neither side is longer, and one of a larger picture is as long.
    public static let longSide = 800

    /// Nil unless there is a value for each pixel.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, pixels.count == width * height else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// From packed red, green and blue bytes (ITU-R BT.601), or from one grey byte for each pixel.
    public init?(width: Int, height: Int, bands: Int, packed: [UInt8]) {
        guard bands == 3 else {
            guard bands == 1 else { return nil }
            self.init(width: width, height: height, pixels: packed)
            return
        }
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, packed.count == width * height * 3 else { return nil }
        var grey: [UInt8] = []
        grey.reserveCapacity(width * height)
        for start in stride(from: 0, to: packed.count, by: 3) {
            let sum = 77 * Int(packed[start]) + 150 * Int(packed[start + 1]) + 29 * Int(packed[start + 2])
            grey.append(UInt8(truncatingIfNeeded: sum >> 8))
        }
        self.init(width: width, height: height, pixels: grey)
    }
}
