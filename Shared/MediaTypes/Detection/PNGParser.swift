/// PNG (third edition): the chunks up to IEND, and the bytes after it.
struct PNGParser: FormatParser {
    private enum State {
        case chunk(at: Int)
        case exif(at: Int, length: Int, next: Int)
        case trailing(TrailingScanner)
        case done
    }

    private let depth: FileSniffer.Depth
    private var state = State.chunk(at: Self.signatureLength)
    private var chunks = 0
    private var hasHeader = false
    /// The end of the last chunk of pixels.
    private var endOfPixels: Int?

    private static let signatureLength = 8
    /// The length of a chunk's length, its type, and all of IHDR.
    private static let window = 21
    /// Encoders write IDAT chunks of 8 kB and more.
    private static let maximumChunks = 100_000

    init(_ depth: FileSniffer.Depth) {
        self.depth = depth
    }

    var demand: Demand {
        switch state {
        case .chunk(let at): .window(at: at, count: Self.window)
        case .exif(let at, let length, _): .window(at: at, count: min(length, EXIF.usefulLength))
        case .trailing(let scanner): scanner.demand
        case .done: .nothing
        }
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .chunk: chunk(bytes, at: offset, &facts)
        case .exif(_, _, let next):
            facts.addEXIF(inTIFF: bytes)
            state = .chunk(at: next)
        case .trailing(var scanner):
            scanner.take(bytes, at: offset, into: &facts)
            state = .trailing(scanner)
        case .done: break
        }
    }

    mutating func miss(_ facts: inout FileFacts) {
        state = .done
    }

    mutating func end(at size: Int, _ facts: inout FileFacts) {
        if case .trailing(let scanner) = state {
            scanner.end(at: size, &facts)
            state = .done
        }
        // What is behind the pixels says nothing of them. A decoder notices if they are not all of them.
        if facts.isTruncated == true, let endOfPixels { facts.isTruncated = endOfPixels > size }
    }

    private mutating func chunk(_ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        chunks += 1
        guard chunks <= Self.maximumChunks else { return stop(.tooManyParts, &facts) }
        guard let length = bytes.bigEndian(at: 0, bytes: 4), bytes.count >= 8 else { return truncated(&facts) }
        // Section 5.3: no chunk is longer than 2³¹−1 bytes.
        guard length <= 0x7fff_ffff else { return stop(.malformed, &facts) }
        let next = offset + 12 + length
        state = .chunk(at: next)
        if bytes.has("IHDR", at: 4) {
            guard !hasHeader, length == 13, offset == Self.signatureLength else { return stop(.contradictory, &facts) }
            header(bytes, &facts)
        } else if !hasHeader {
            stop(.malformed, &facts)
        } else if bytes.has("acTL", at: 4) {
            facts.frameCount = bytes.bigEndian(at: 8, bytes: 4)
        } else if bytes.has("eXIf", at: 4) {
            state = .exif(at: offset + 8, length: length, next: next)
        } else if bytes.has("IDAT", at: 4) {
            if facts.frameCount == nil { facts.frameCount = 1 }
            endOfPixels = next
            if depth == .headers { state = .done }
        } else if bytes.has("IEND", at: 4) {
            facts.isTruncated = false
            state = .trailing(TrailingScanner(from: next))
        }
    }

    /// Section 11.2.1.
    private mutating func header(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        guard let width = bytes.bigEndian(at: 8, bytes: 4), let height = bytes.bigEndian(at: 12, bytes: 4),
            let depth = bytes.byte(at: 16), let colour = bytes.byte(at: 17), let interlace = bytes.byte(at: 20)
        else { return truncated(&facts) }
        hasHeader = true
        facts.setSize(width, height)
        facts.bitDepth = depth
        facts.isProgressive = interlace == 1
        facts.colour =
            switch colour {
            case 0: .grey
            case 2: .rgb
            case 3: .palette
            case 4: .greyAlpha
            case 6: .rgbAlpha
            default: nil
            }
        if facts.colour == nil { facts.remark(.malformed) }
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
