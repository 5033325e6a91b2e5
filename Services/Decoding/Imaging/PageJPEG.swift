import CLibvips
public import Shared

/// A page as Docket keeps it: upright, sRGB, eight bits, without transparency or metadata, as a baseline JPEG.
public struct PageJPEG: Hashable, Sendable {
    /// 300 dots per inch, which every page declares.
    private static let pixelsPerMillimetre = 300 / 25.4

    public let bytes: [UInt8]
    public let size: PixelSize
    /// To be measured; nil unless that was asked for.
    public let grey: SmallGrey?

    /// From packed red, green, blue bytes in sRGB. `quality` is 1 to 100; `measuring` is the longest side of the grey copy that is wanted.
    public init(
        rgb: [UInt8], size: PixelSize, rotation: PageRotation = .none, quality: Int, measuring: Int? = nil
    ) throws(ImagingError) {
        guard size.width > 0, size.height > 0, rgb.count == size.count * 3 else {
            throw .damaged(detail: "\(rgb.count) bytes for \(size.width)×\(size.height) pixels")
        }
        self = try Self(
            encoding: try Picture.copying(rgb: rgb, size: size), rotation: rotation, quality: quality, measuring: measuring)
    }

    /// Decodes, line by line where the format allows it, and encodes in one go: damage shows here.
    init(encoding picture: Picture, rotation: PageRotation, quality: Int, measuring: Int? = nil) throws(ImagingError) {
        var page = try picture.opaqueSRGB()
        // Turning needs all lines at once.
        if let angle = rotation.vipsAngle { page = try page.decoded().rotated(angle) }
        size = PixelSize(width: page.width, height: page.height)
        let sums = try measuring.map { longestSide throws(ImagingError) in
            try GreySums(of: page, small: PixelSize(width: page.width, height: page.height).fitted(longestSide: longestSide))
        }
        if let sums { page = try page.watched(by: sums) }
        bytes = try page.withResolution(pixelsPerMillimetre: Self.pixelsPerMillimetre).jpeg(quality: quality)
        grey = try sums?.picture()
    }

    /// Whether nothing can be seen on it: no edge as a letter, a line or a picture makes them. Light that falls off towards a
    /// corner and the grain of a sensor are none.
    ///
    /// A page with anything on it needs more bytes than this looks at, so that ordinary pages cost nothing here.
    public func isBlank() throws(ImagingError) -> Bool {
        let blocks = ((size.width + 7) / 8) * ((size.height + 7) / 8)
        guard bytes.count <= Self.headerBytes + blocks * Self.bytesPerPlainBlock else { return false }
        let side = Self.blankSide
        let small = try Picture.load(
            SourceBytes(bytes), shrunkToFit: PixelSize(width: side, height: side), hasProfile: false
        ).opaqueSRGB()
        return EdgeCount.edges(try small.pixels(), width: small.width, bands: small.bands) <= EdgeCount.ofBlankPages
    }

    private static let headerBytes = 2048
    private static let bytesPerPlainBlock = 2
    private static let blankSide = 600

    /// A JPEG of the same page of which neither side is longer than `longestSide`.
    public func preview(longestSide: Int, quality: Int) throws(ImagingError) -> [UInt8] {
        let small = try Picture.load(
            SourceBytes(bytes), shrunkToFit: PixelSize(width: longestSide, height: longestSide), hasProfile: false)
        return try Self(encoding: small, rotation: .none, quality: quality).bytes
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
