/// Detects the type of a file from its first bytes, whatever its name or its declared type.
public enum MediaTypeSniffer {
    /// The number of first bytes that are examined. A shorter file may give fewer.
    public static let headLength = 1024

    /// Nil if the type is not in `MediaType.known`. Never reads more than `headLength` bytes.
    public static func mediaType(of head: Span<UInt8>) -> MediaType? {
        let head = head.extracting(first: headLength)
        for (signature, type) in signatures where head.has(signature, at: 0) {
            return type == .tiff && TIFFParser.isDNG(head) ? .dng : type
        }
        if BMPHeader(head) != nil { return .bmp }
        if head.has("RIFF", at: 0) && head.has("WEBP", at: 8) { return .webp }
        if head.has("ftyp", at: 4) { return imageType(ofBrands: head) }
        return isPDF(head) ? .pdf : nil
    }

    public static func mediaType(of head: [UInt8]) -> MediaType? {
        mediaType(of: head.span)
    }

    private static let signatures: [(StaticSignature, MediaType)] = [
        ([0xff, 0xd8, 0xff], .jpeg),
        ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], .png),
        ("GIF87a", .gif), ("GIF89a", .gif),
        // TIFF 6.0, section 2, and BigTIFF; little-endian and big-endian.
        ([0x49, 0x49, 0x2a, 0x00], .tiff), ([0x4d, 0x4d, 0x00, 0x2a], .tiff),
        ([0x49, 0x49, 0x2b, 0x00], .tiff), ([0x4d, 0x4d, 0x00, 0x2b], .tiff),
        // ISO/IEC 15444-1, I.5.1 and A.4.1; ISO/IEC 18181-2, 3 and ISO/IEC 18181-1, annex A.
        ([0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a], .jp2), ([0xff, 0x4f, 0xff, 0x51], .jp2),
        ([0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a], .jxl), ([0xff, 0x0a], .jxl),
    ]

    // MARK: - ISO base media files (ISO/IEC 14496-12, section 4.3)

    private static let heicBrands: [StaticSignature] = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
    private static let avifBrands: [StaticSignature] = ["avif", "avis"]
    private static let heifBrands: [StaticSignature] = ["mif1", "mif2", "msf1"]

    /// The major brand decides. For a general one (`mif1`) the compatible brands decide.
    private static func imageType(ofBrands head: Span<UInt8>) -> MediaType? {
        if heicBrands.contains(where: { head.has($0, at: 8) }) { return .heic }
        if avifBrands.contains(where: { head.has($0, at: 8) }) { return .avif }
        guard heifBrands.contains(where: { head.has($0, at: 8) }) else { return nil }
        let end = min(head.bigEndian(at: 0, bytes: 4) ?? 0, head.count)
        for offset in stride(from: 16, through: end - 4, by: 4) {
            if avifBrands.contains(where: { head.has($0, at: offset) }) { return .avif }
            if heicBrands.contains(where: { head.has($0, at: offset) }) { return .heic }
        }
        return .heif
    }

    // MARK: - PDF

    /// Readers accept up to 1024 arbitrary bytes before the header (ISO 32000-1, annex H, note 13).
    private static func isPDF(_ head: Span<UInt8>) -> Bool {
        for offset in 0..<max(0, head.count - 4) where head[offset] == UInt8(ascii: "%") {
            if head.has("%PDF-", at: offset) { return true }
        }
        return false
    }
}
