/// A format with a loader in Docket.
public enum ImageFormat: String, Hashable, Sendable {
    case jpeg
    case png
    case webp
    case gif
    case tiff
    /// The container of HEIC and AVIF.
    case heif
    case jp2k
    case jxl

    /// By the name of libvips's loader class, such as `VipsForeignLoadJpegBuffer`.
    init?(loader: String) {
        let prefixes: [(String, ImageFormat)] = [
            ("VipsForeignLoadJpeg", .jpeg), ("VipsForeignLoadPng", .png), ("VipsForeignLoadWebp", .webp),
            ("VipsForeignLoadNsgif", .gif), ("VipsForeignLoadTiff", .tiff), ("VipsForeignLoadHeif", .heif),
            ("VipsForeignLoadJp2k", .jp2k), ("VipsForeignLoadJxl", .jxl),
        ]
        guard let match = prefixes.first(where: { loader.hasPrefix($0.0) }) else { return nil }
        self = match.1
    }

    /// The name of libvips's loader.
    var loader: String {
        switch self {
        case .jpeg: "jpegload_buffer"
        case .png: "pngload_buffer"
        case .webp: "webpload_buffer"
        case .gif: "gifload_buffer"
        case .tiff: "tiffload_buffer"
        case .heif: "heifload_buffer"
        case .jp2k: "jp2kload_buffer"
        case .jxl: "jxlload_buffer"
        }
    }

    /// By the first bytes, if they are unambiguous. libvips would ask each of its fifty loaders.
    init?(signature bytes: [UInt8]) {
        if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if Self.tiffSignatures.contains(where: { bytes.starts(with: $0) }) {
            // Also for libvips to be asked only of the pages, not of the file: it takes a TIFF whose first page is lost for none.
            self = .tiff
        } else {
            return nil
        }
    }

    private static let tiffSignatures: [[UInt8]] = [
        [0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42], [0x49, 0x49, 43, 0], [0x4d, 0x4d, 0, 43],
    ]

    /// Whether libvips can decode it directly at a fraction of its size.
    var shrinksOnLoad: Bool { self == .jpeg || self == .webp }

    /// The bytes that a decoder holds for each sample of a picture; nil for one that works line by line.
    func heldBytes(perSample bytes: Int, isMultiScan: Bool) -> Int? {
        switch self {
        case .heif, .webp, .gif: bytes
        // Both count in numbers of 32 bits.
        case .jp2k, .jxl: 4
        // A progressive JPEG keeps two bytes until the last scan.
        case .jpeg, .png, .tiff: isMultiScan ? max(2, bytes) : nil
        }
    }

    /// Whether each picture in the file is a page. An animation has one page, its first frame, and so has a HEIF, its
    /// primary picture.
    var hasPages: Bool { self == .tiff }
}
