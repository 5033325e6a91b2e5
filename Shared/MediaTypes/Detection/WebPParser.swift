/// WebP (RFC 9649): the chunks of its RIFF container, and the bytes after it.
struct WebPParser: FormatParser {
    private enum State {
        case header
        case chunk(at: Int)
        case exif(at: Int, length: Int, next: Int)
        case trailing(TrailingScanner)
        case done
    }

    private var state = State.header
    /// The stated end of the container.
    private var containerEnd = 0
    private var canvas: PixelSize?
    private var frames = 0
    private var chunks = 0
    private var isAnimated = false

    /// The length of a chunk's header and of the size in each kind of chunk.
    private static let window = 18
    private static let maximumChunks = 100_000

    var demand: Demand {
        switch state {
        case .header: .window(at: 0, count: 12)
        case .chunk(let at): .window(at: at, count: Self.window)
        case .exif(let at, let length, _): .window(at: at, count: min(length, EXIF.usefulLength))
        case .trailing(let scanner): scanner.demand
        case .done: .nothing
        }
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .header:
            guard let length = bytes.littleEndian(at: 4, bytes: 4), bytes.count == 12 else { return truncated(&facts) }
            containerEnd = 8 + length + length % 2
            state = .chunk(at: 12)
        case .chunk: chunk(bytes, at: offset, &facts)
        case .exif(_, _, let next):
            // Some writers keep the JPEG segment's prefix.
            let prefix = bytes.has("Exif\0\0", at: 0) ? 6 : 0
            facts.addEXIF(inTIFF: bytes.extracting(bytes.range(at: prefix)))
            advance(to: next, &facts)
        case .trailing(var scanner):
            scanner.take(bytes, at: offset, into: &facts)
            state = .trailing(scanner)
        case .done: break
        }
    }

    mutating func miss(_ facts: inout FileFacts) {
        if isAnimated { facts.frameCount = nil }
        state = .done
    }

    mutating func end(at size: Int, _ facts: inout FileFacts) {
        if case .trailing(let scanner) = state {
            scanner.end(at: size, &facts)
            // A container that claims more than there is has no end that anything could follow.
            facts.isTruncated = size < containerEnd - 1
            state = .done
        }
    }

    private mutating func chunk(_ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        chunks += 1
        guard chunks <= Self.maximumChunks else { return stop(.tooManyParts, &facts) }
        guard let length = bytes.littleEndian(at: 4, bytes: 4), bytes.count >= 8 else { return truncated(&facts) }
        let next = offset + 8 + length + length % 2
        if bytes.has("VP8X", at: 0) {
            extended(bytes, &facts)
        } else if bytes.has("VP8L", at: 0) {
            lossless(bytes, &facts)
        } else if bytes.has("VP8 ", at: 0) {
            lossy(bytes, &facts)
        } else if bytes.has("ANMF", at: 0) {
            frames += 1
            facts.frameCount = frames
        } else if bytes.has("EXIF", at: 0) {
            state = .exif(at: offset + 8, length: length, next: next)
            return
        }
        guard facts.remarks.isEmpty else {
            state = .done
            return
        }
        advance(to: next, &facts)
    }

    private mutating func advance(to next: Int, _ facts: inout FileFacts) {
        if next <= containerEnd - 8 {
            state = .chunk(at: next)
        } else {
            if facts.size == nil { facts.remark(.malformed) }
            state = .trailing(TrailingScanner(from: max(next, containerEnd)))
        }
    }

    /// Section 2.7.1: the canvas of all frames.
    private mutating func extended(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        guard let flags = bytes.byte(at: 8), let width = bytes.littleEndian(at: 12, bytes: 3),
            let height = bytes.littleEndian(at: 15, bytes: 3)
        else { return truncated(&facts) }
        facts.setSize(width + 1, height + 1)
        canvas = facts.size
        isAnimated = flags & 0x02 != 0
        facts.colour = flags & 0x10 != 0 ? .rgbAlpha : .rgb
        facts.frameCount = isAnimated ? 0 : 1
        facts.bitDepth = 8
    }

    /// Section 3.4.
    private mutating func lossless(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        guard bytes.byte(at: 8) == 0x2f, let bits = bytes.littleEndian(at: 9, bytes: 4) else {
            return stop(.malformed, &facts)
        }
        picture((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1, bits >> 28 & 1 == 1 ? .rgbAlpha : .rgb, &facts)
    }

    /// RFC 6386, section 9.1.
    private mutating func lossy(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        guard bytes.has([0x9d, 0x01, 0x2a], at: 11), let width = bytes.littleEndian(at: 14, bytes: 2),
            let height = bytes.littleEndian(at: 16, bytes: 2)
        else { return stop(.malformed, &facts) }
        picture(width & 0x3fff, height & 0x3fff, .rgb, &facts)
    }

    private mutating func picture(_ width: Int, _ height: Int, _ colour: FileFacts.Colour, _ facts: inout FileFacts) {
        if let canvas {
            if canvas != PixelSize(width: width, height: height) { facts.remark(.contradictory) }
            return
        }
        facts.setSize(width, height)
        facts.colour = colour
        facts.bitDepth = 8
        facts.frameCount = 1
    }

    private mutating func truncated(_ facts: inout FileFacts) {
        facts.isTruncated = true
        state = .done
    }

    private mutating func stop(_ remark: FileFacts.Remark, _ facts: inout FileFacts) {
        facts.remark(remark)
        state = .done
    }
}
