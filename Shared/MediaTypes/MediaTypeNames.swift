extension MediaType {
    /// The name for people, such as “JPEG”; the essence for an unknown type.
    public var displayName: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .heic: "HEIC"
        case .heif: "HEIF"
        case .avif: "AVIF"
        case .gif: "GIF"
        case .tiff: "TIFF"
        case .bmp: "BMP"
        case .jp2: "JPEG 2000"
        case .jxl: "JPEG XL"
        case .dng: "DNG"
        case .pdf: "PDF"
        default: essence
        }
    }
}
