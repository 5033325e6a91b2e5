extension MediaType {
    /// What a person calls it, such as “JPEG”; the essence for a type that is not known.
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
        case .pdf: "PDF"
        default: essence
        }
    }
}
