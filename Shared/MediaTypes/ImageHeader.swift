/// What the first bytes of a picture say about its size, before anybody decodes it.
public enum ImageHeader {
    /// With so many of a file's first bytes the size of nearly every picture is found: cameras put much before a JPEG's frame.
    public static let headLength = 256 * 1024

    /// As stored, not turned upright. Nil if the head does not say it: for PDF, TIFF, HEIF and AVIF, and for broken files.
    public static func pixelSize(of head: Span<UInt8>, as type: MediaType) -> PixelSize? {
        let head = head.extracting(first: headLength)
        return switch type {
        case .png: sizeOfPNG(head)
        case .gif: size(head.littleEndian(at: 6, bytes: 2), head.littleEndian(at: 8, bytes: 2))
        case .jpeg: sizeOfJPEG(head)
        case .webp: sizeOfWebP(head)
        default: nil
        }
    }

    public static func pixelSize(of head: [UInt8], as type: MediaType) -> PixelSize? {
        pixelSize(of: head.span, as: type)
    }

    private static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// PNG (third edition), section 11.2.1: IHDR comes first.
    private static func sizeOfPNG(_ head: Span<UInt8>) -> PixelSize? {
        guard head.has("IHDR", at: 12) else { return nil }
        return size(head.bigEndian(at: 16, bytes: 4), head.bigEndian(at: 20, bytes: 4))
    }

    /// ITU-T T.81, annex B: segments up to the first frame header (SOF). Each step goes forward by 2 at least.
    private static func sizeOfJPEG(_ head: Span<UInt8>) -> PixelSize? {
        var offset = 2
        while head.byte(at: offset) == 0xff, let marker = head.byte(at: offset + 1) {
            switch marker {
            case 0xff:
                offset += 1  // A fill byte before the marker.
            case 0x01, 0xd0...0xd8:
                offset += 2  // Markers without a segment.
            case 0xd9, 0xda:
                return nil  // The picture begins, or ends, without a frame header.
            case 0xc0...0xcf where ![0xc4, 0xc8, 0xcc].contains(marker):
                return size(head.bigEndian(at: offset + 7, bytes: 2), head.bigEndian(at: offset + 5, bytes: 2))
            default:
                guard let length = head.bigEndian(at: offset + 2, bytes: 2), length >= 2 else { return nil }
                offset += 2 + length
            }
        }
        return nil
    }

    /// RFC 9649, section 2.5 to 2.7, and RFC 6386, section 9.1.
    private static func sizeOfWebP(_ head: Span<UInt8>) -> PixelSize? {
        if head.has("VP8X", at: 12) {
            guard let width = head.littleEndian(at: 24, bytes: 3), let height = head.littleEndian(at: 27, bytes: 3) else {
                return nil
            }
            return size(width + 1, height + 1)
        }
        if head.has("VP8L", at: 12) {
            guard head.byte(at: 20) == 0x2f, let bits = head.littleEndian(at: 21, bytes: 4) else { return nil }
            return size((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
        }
        guard head.has("VP8 ", at: 12), head.has([0x9d, 0x01, 0x2a], at: 23),
            let width = head.littleEndian(at: 26, bytes: 2), let height = head.littleEndian(at: 28, bytes: 2)
        else { return nil }
        return size(width & 0x3fff, height & 0x3fff)
    }
}
