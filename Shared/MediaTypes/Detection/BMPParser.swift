/// Windows bitmaps: the header (BITMAPFILEHEADER, and BITMAPCOREHEADER or BITMAPINFOHEADER and its successors).
struct BMPParser: FormatParser {
    private var isDone = false
    private var endOfPixels: Int?

    var demand: Demand { isDone ? .nothing : .window(at: 0, count: BMPHeader.length) }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        isDone = true
        guard let header = BMPHeader(bytes) else { return facts.remark(.malformed) }
        facts.pageCount = 1
        facts.frameCount = 1
        facts.setSize(header.width, header.height)
        endOfPixels = header.endOfPixels
    }

    mutating func miss(_ facts: inout FileFacts) { isDone = true }

    mutating func end(at size: Int, _ facts: inout FileFacts) {
        if let endOfPixels { facts.isTruncated = endOfPixels > size }
    }
}

/// The values of a Windows bitmap's header.
package struct BMPHeader: Sendable, Hashable {
    package enum Compression: Int, Sendable, Hashable {
        case none = 0
        case runs8 = 1
        case runs4 = 2
        /// Masks give the bits of each colour in a pixel.
        case masks = 3
        case jpeg = 4
        case png = 5
    }

    package let width: Int
    package let height: Int
    /// Whether the first row is the top one; usually it is the bottom one.
    package let isTopDown: Bool
    package let bitsPerPixel: Int
    package let compression: Compression
    /// The offset of the palette or the masks.
    package let behindHeader: Int
    /// Three or four.
    package let bytesPerColour: Int
    /// The number of entries of the palette; nil for the maximum of the bit depth.
    package let colourCount: Int?
    package let pixels: Int
    /// For red, green and blue; empty if the header is too short.
    package let masks: [UInt32]

    /// The number of bytes that contain all of this.
    package static let length = 66
    /// BITMAPCOREHEADER, BITMAPINFOHEADER, those with masks, OS/2's, and versions 4 and 5.
    static let headerLengths = [12, 40, 52, 56, 64, 108, 124]

    /// Nil if the bytes are not a bitmap's header.
    package init?(_ bytes: Span<UInt8>) {
        func number(_ offset: Int, _ count: Int) -> Int? { bytes.number(at: offset, bytes: count, .little) }
        guard bytes.has("BM", at: 0), let pixels = number(10, 4), let length = number(14, 4), Self.headerLengths.contains(length)
        else { return nil }
        (self.pixels, behindHeader) = (pixels, 14 + length)
        if length == 12 {
            guard let width = number(18, 2), let height = number(20, 2), let depth = number(24, 2) else { return nil }
            (self.width, self.height, bitsPerPixel, isTopDown) = (width, height, depth, false)
            (compression, bytesPerColour, colourCount) = (.none, 3, nil)
        } else {
            guard let width = number(18, 4), let signed = number(22, 4), let depth = number(28, 2),
                let compression = number(30, 4).flatMap(Compression.init), let colours = number(46, 4)
            else { return nil }
            let isNegative = signed >= 1 << 31
            (self.width, height, bitsPerPixel) = (width, isNegative ? (1 << 32) - signed : signed, depth)
            (isTopDown, self.compression, bytesPerColour) = (isNegative, compression, 4)
            colourCount = colours > 0 ? colours : nil
        }
        // In every header that has masks they lie in the same place.
        let masks = compression == .masks ? (0..<3).compactMap { number(54 + 4 * $0, 4) } : []
        self.masks = masks.map { UInt32(truncatingIfNeeded: $0) }
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
            [1, 4, 8, 16, 24, 32].contains(bitsPerPixel)
        else { return nil }
    }

    private static let maximumSide = 1 << 24

    /// Rows are padded to multiples of four bytes.
    package var bytesPerRow: Int { (width * bitsPerPixel + 31) / 32 * 4 }

    /// Nil if that depends on the pixels.
    package var endOfPixels: Int? { compression == .none || compression == .masks ? pixels + bytesPerRow * height : nil }
}
