/// A size in points, 1/72 inch.
public struct PointSize: Hashable, Sendable {
    public var width: Double
    public var height: Double
}

/// A size in pixels.
public struct RasterSize: Hashable, Sendable {
    public var width: Int
    public var height: Int
}

/// A drawn page.
public struct RasterPage: Sendable {
    public let size: RasterSize
    /// Packed red, green, blue bytes, row after row.
    public let rgb: [UInt8]
    /// Poppler's complaint about undrawn content; nil if everything was drawn.
    public let complaint: String?
}

/// The largest raster of a page, in pixels. It follows the page's orientation.
public struct RasterBox: Hashable, Sendable {
    public var shortSide: Int
    public var longSide: Int

    public init(shortSide: Int, longSide: Int) {
        self.shortSide = shortSide
        self.longSide = longSide
    }

    func raster(for page: PointSize, maximumDotsPerInch: Double) -> RasterSize {
        let isLandscape = page.width > page.height
        let widest = Double(isLandscape ? longSide : shortSide)
        let highest = Double(isLandscape ? shortSide : longSide)
        let scale = min(widest / page.width, highest / page.height, maximumDotsPerInch / 72)
        // Rounding never leaves the box; a hair-thin page still has a pixel.
        return RasterSize(
            width: Int(min(max((page.width * scale).rounded(), 1), widest)),
            height: Int(min(max((page.height * scale).rounded(), 1), highest)))
    }
}
