import CLibvips
public import Shared

/// A clean page: upright, sRGB, eight bits, without transparency or metadata, as a baseline JPEG.
public struct PageJPEG: Hashable, Sendable {
    /// 300 dots per inch, the resolution that every page declares.
    private static let pixelsPerMillimetre = 300 / 25.4

    public let bytes: [UInt8]
    public let size: PixelSize
    /// The grey copy for measures; nil unless requested.
    public let grey: SmallGrey?

    /// From packed red, green, blue bytes in sRGB. `quality` is 1 to 100; `measuring` is the longest side of the grey
    /// copy in pixels, nil for none.
    public init(
        rgb: [UInt8], size: PixelSize, rotation: PageRotation = .none, quality: Int, measuring: Int? = nil
    ) throws(ImagingError) {
        guard size.width > 0, size.height > 0, rgb.count == size.count * 3 else {
            throw .damaged(detail: "\(rgb.count) bytes for \(size.width)×\(size.height) pixels")
        }
        self = try Self(
            encoding: try Picture.copying(rgb: rgb, size: size), rotation: rotation, quality: quality, measuring: measuring)
    }

    /// Decodes, line by line if the format allows it, and encodes in one pass. Damage shows here.
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

    /// Whether the page is blank: it has no edges like those of letters, lines or pictures. Light that falls off towards
    /// a corner, and a sensor's noise, do not count.
    ///
    /// A page with content has more bytes than this examines, so ordinary pages cost nothing here.
    public func isBlank() throws(ImagingError) -> Bool {
        let blocks = ((size.width + 7) / 8) * ((size.height + 7) / 8)
        guard bytes.count <= Self.headerBytes + blocks * Self.bytesPerPlainBlock else { return false }
        let side = Self.blankSide
        let small = try Picture.load(jpeg: SourceBytes(bytes), of: size, shrunkToFit: PixelSize(width: side, height: side))
            .opaqueSRGB()
        return EdgeCount.edges(try small.pixels(), width: small.width, bands: small.bands) <= EdgeCount.ofBlankPages
    }

    private static let headerBytes = 2048
    private static let bytesPerPlainBlock = 2
    private static let blankSide = 600

    /// A JPEG of the page with no side longer than `longestSide` pixels.
    public func preview(longestSide: Int, quality: Int) throws(ImagingError) -> [UInt8] {
        let small = try Picture.load(
            jpeg: SourceBytes(bytes), of: size, shrunkToFit: PixelSize(width: longestSide, height: longestSide))
        return try Self(encoding: small, rotation: .none, quality: quality).bytes
    }
}

/// Clockwise, in degrees.
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
