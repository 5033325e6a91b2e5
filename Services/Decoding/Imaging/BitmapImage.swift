public import Shared

/// A Windows bitmap, for which libvips has no loader. Supports uncompressed pixels and palettes.
public struct BitmapImage {
    private let header: BMPHeader
    private let bytes: [UInt8]

    public var size: PixelSize { PixelSize(width: header.width, height: header.height) }

    /// - Throws: `unknownFormat`, also for a compressed bitmap; `overBudget`.
    public init(_ bytes: [UInt8], budget: ImageBudget) throws(ImagingError) {
        guard let header = BMPHeader(bytes.span), header.compression == .none || header.compression == .masks else {
            throw .unknownFormat
        }
        let count = header.width * header.height
        guard count <= budget.pixelsPerPage else {
            throw .overBudget(.pixelsPerPage, found: count, limit: budget.pixelsPerPage)
        }
        // The page is made of a copy in three bytes a pixel, which is shrunk.
        guard count * 6 <= budget.memory else { throw .overBudget(.memory, found: count * 6, limit: budget.memory) }
        (self.header, self.bytes) = (header, bytes)
    }

    /// Decodes the picture: opaque, and fitted into the box as by `EncodedImage`. With `leniently`, missing rows are
    /// white.
    ///
    /// - Throws: `damaged` if rows or the palette are missing.
    public func page(
        fitting box: PixelSize, crop: PageCrop? = nil, rotation: PageRotation, quality: Int, leniently: Bool = false,
        measuring: Int? = nil
    ) throws(ImagingError) -> PageJPEG {
        let straightening = crop.map { Straightening($0, of: size, fitting: box) }
        let fit = straightening?.source ?? ((size.width > size.height) == (box.width > box.height) ? box : box.turned)
        let whole = try Picture.copying(rgb: try rgb(leniently: leniently), size: size).shrunk(toFit: fit)
        return try PageJPEG(
            encoding: try straightening?.straightened(whole) ?? whole, rotation: rotation, quality: quality, measuring: measuring)
    }

    private func rgb(leniently: Bool) throws(ImagingError) -> [UInt8] {
        let colours = try colours()
        let row = header.bytesPerRow
        var rgb: [UInt8] = []
        rgb.reserveCapacity(header.width * header.height * 3)
        for line in 0..<header.height {
            let place = header.pixels + row * (header.isTopDown ? line : header.height - 1 - line)
            guard place <= bytes.count - row else {
                guard leniently else { throw .damaged(detail: "the pixels end too early") }
                rgb.append(contentsOf: repeatElement(0xff, count: header.width * 3))
                continue
            }
            colours.append(bytes[place..<place + row], count: header.width, to: &rgb)
        }
        return rgb
    }

    private func colours() throws(ImagingError) -> BitmapColours {
        switch (header.bitsPerPixel, header.compression) {
        case (let bits, .none) where bits <= 8:
            let count = min(header.colourCount ?? 1 << bits, 1 << bits)
            let (first, size) = (header.behindHeader, header.bytesPerColour)
            guard first + count * size <= bytes.count else { throw .damaged(detail: "the palette ends too early") }
            // Blue, green, red.
            let palette = (0..<count).map { index in
                let place = first + index * size
                return [bytes[place + 2], bytes[place + 1], bytes[place]]
            }
            return .palette(palette, bits: bits)
        case (16, .none): return .masks([0x7c00, 0x03e0, 0x001f].map { Mask($0) }, bytes: 2)
        case (let bits, .none): return .blueGreenRed(bytes: bits / 8)
        case (let bits, _) where bits == 16 || bits == 32:
            guard header.masks.count == 3 else { throw .damaged(detail: "the masks are missing") }
            return .masks(header.masks.map { Mask($0) }, bytes: bits / 8)
        default: throw .unknownFormat
        }
    }
}

/// The encoding of a bitmap's colours.
private enum BitmapColours {
    case palette([[UInt8]], bits: Int)
    case blueGreenRed(bytes: Int)
    case masks([Mask], bytes: Int)

    /// Reads one row.
    func append(_ row: ArraySlice<UInt8>, count: Int, to rgb: inout [UInt8]) {
        let start = row.startIndex
        switch self {
        case .palette(let palette, let bits):
            let perByte = 8 / bits
            for x in 0..<count {
                let byte = Int(row[start + x / perByte])
                let index = byte >> (8 - bits * (x % perByte + 1)) & (1 << bits - 1)
                // A number without a colour is black, as others show it.
                rgb.append(contentsOf: index < palette.count ? palette[index] : [0, 0, 0])
            }
        case .blueGreenRed(let size):
            for x in 0..<count {
                let place = start + x * size
                rgb.append(row[place + 2])
                rgb.append(row[place + 1])
                rgb.append(row[place])
            }
        case .masks(let masks, let size):
            for x in 0..<count {
                let place = start + x * size
                var pixel: UInt32 = 0
                for byte in (0..<size).reversed() { pixel = pixel << 8 | UInt32(row[place + byte]) }
                for mask in masks { rgb.append(mask.value(in: pixel)) }
            }
        }
    }
}

/// The bits of a colour in a pixel.
private struct Mask {
    let bits: UInt32
    let shift: UInt32
    let highest: UInt32

    init(_ bits: UInt32) {
        self.bits = bits
        shift = bits == 0 ? 0 : UInt32(bits.trailingZeroBitCount)
        highest = bits >> shift
    }

    func value(in pixel: UInt32) -> UInt8 {
        highest == 0 ? 0 : UInt8(truncatingIfNeeded: UInt64((pixel & bits) >> shift) * 255 / UInt64(highest))
    }
}
