import CLibvips

/// A page's pixels in memory: upright, sRGB, eight bits, without transparency or metadata.
public final class PixelPage {
    /// 300 dots per inch, which every page declares.
    private static let pixelsPerMillimetre = 300 / 25.4

    private let picture: Picture

    init(_ picture: Picture) {
        self.picture = picture
    }

    /// From packed red, green, blue bytes in sRGB.
    public convenience init(rgb: [UInt8], size: PixelSize) throws(ImagingError) {
        guard size.width > 0, size.height > 0, rgb.count == size.count * 3 else {
            throw .damaged(detail: "\(rgb.count) bytes for \(size.width)×\(size.height) pixels")
        }
        self.init(try Picture.copying(rgb: rgb, size: size))
    }

    public var size: PixelSize { PixelSize(width: picture.width, height: picture.height) }

    public func rotated(_ rotation: PageRotation) throws(ImagingError) -> PixelPage {
        guard let angle = rotation.vipsAngle else { return self }
        return PixelPage(try picture.rotated(angle).decoded())
    }

    /// A baseline JPEG; `quality` is 1 to 100.
    public func jpeg(quality: Int) throws(ImagingError) -> [UInt8] {
        try picture.withResolution(pixelsPerMillimetre: Self.pixelsPerMillimetre).jpeg(quality: quality)
    }

    /// A JPEG of which neither side is longer than `longestSide`.
    public func preview(longestSide: Int, quality: Int) throws(ImagingError) -> [UInt8] {
        let small = try picture.shrunk(toFit: PixelSize(width: longestSide, height: longestSide))
        return try small.opaqueSRGB().withResolution(pixelsPerMillimetre: Self.pixelsPerMillimetre).jpeg(quality: quality)
    }
}

/// Degrees to the right.
public enum PageRotation: Int, Hashable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    var vipsAngle: VipsAngle? {
        switch self {
        case .none: nil
        case .quarter: VIPS_ANGLE_D90
        case .half: VIPS_ANGLE_D180
        case .threeQuarters: VIPS_ANGLE_D270
        }
    }
}
