/// JPEG (ITU-T T.81, annex B), up to the end of the picture and of the pictures after it in the file.
struct JPEGParser: FormatParser {
    private enum State {
        /// A marker, with the beginning of its segment.
        case marker(at: Int)
        case exif(at: Int, length: Int, next: Int)
        /// Compressed data up to the next marker.
        case scan(from: Int)
        /// Compressed data that may contain a marker here.
        case code(at: Int)
        case trailing(TrailingScanner)
        case done
    }

    private let depth: FileSniffer.Depth
    private var state = State.marker(at: 0)
    private var segments = 0
    private var hasFrame = false
    /// The end of the first picture. Everything after it belongs to further ones.
    private var endOfPicture: Int?
    private var pictures = 0

    /// Photos have a few dozen segments. The pictures after a photo share this bound.
    private static let maximumSegments = 4096
    private static let maximumPictures = 32
    /// The length of a marker, its length field, and the used part of a frame header.
    private static let window = 20

    init(_ depth: FileSniffer.Depth) {
        self.depth = depth
    }

    var demand: Demand {
        switch state {
        case .marker(let at): .window(at: at, count: Self.window)
        case .exif(let at, let length, _): .window(at: at, count: min(length, EXIF.usefulLength))
        case .scan(let from): .stream(from: from)
        case .code(let at): .window(at: at, count: 2)
        case .trailing(let scanner): scanner.demand
        case .done: .nothing
        }
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .marker: marker(bytes, at: offset, &facts)
        case .exif(_, _, let next):
            if facts.orientation == nil, bytes.has("Exif\0\0", at: 0) {
                facts.addEXIF(inTIFF: bytes.extracting(bytes.range(at: 6)))
            }
            state = .marker(at: next)
        case .scan: scan(bytes, at: offset)
        case .code:
            guard bytes.count == 2 else { return truncated(&facts) }
            if endsScan(bytes[1]) {
                state = .marker(at: offset)
            } else {
                state = .scan(from: offset + (bytes[1] == 0xff ? 1 : 2))
            }
        case .trailing(var scanner):
            scanner.take(bytes, at: offset, into: &facts)
            state = .trailing(scanner)
            if scanner.isPicture, let content = scanner.content, pictures < Self.maximumPictures {
                pictures += 1
                state = .marker(at: content)
            }
        case .done: break
        }
    }

    mutating func miss(_ facts: inout FileFacts) {
        state = .done
    }

    mutating func end(at size: Int, _ facts: inout FileFacts) {
        switch state {
        case .scan: truncated(&facts)
        case .trailing(let scanner): scanner.end(at: size, &facts)
        case .marker, .exif, .code, .done: break
        }
        if let endOfPicture, size > endOfPicture, pictures > 0 {
            // Whatever follows the last of them decides on the kind.
            let kind = facts.trailing.map { $0.kind == .padding ? .picture : $0.kind } ?? .picture
            facts.trailing = TrailingData(kind, byteCount: size - endOfPicture)
        }
        if case .trailing = state { state = .done }
        if case .scan = state { state = .done }
    }

    // MARK: - Segments

    private mutating func marker(_ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        segments += 1
        guard segments <= Self.maximumSegments else { return stop(.tooManyParts, &facts) }
        guard let first = bytes.byte(at: 0) else { return truncated(&facts) }
        guard first == 0xff else { return stop(.malformed, &facts) }
        // Any number of fill bytes may precede a marker (B.1.1.2).
        var fill = 0
        while bytes.byte(at: fill + 1) == 0xff { fill += 1 }
        if fill > 0 {
            state = .marker(at: offset + fill)
            return
        }
        guard let marker = bytes.byte(at: 1) else { return truncated(&facts) }
        switch marker {
        case 0xd8, 0x01, 0xd0...0xd7: state = .marker(at: offset + 2)
        case 0xd9: ended(at: offset + 2, &facts)
        case 0x00: stop(.malformed, &facts)
        default: segment(marker, bytes, at: offset, &facts)
        }
    }

    private mutating func segment(_ marker: Int, _ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        guard let length = bytes.bigEndian(at: 2, bytes: 2) else { return truncated(&facts) }
        guard length >= 2 else { return stop(.malformed, &facts) }
        let next = offset + 2 + length
        state = .marker(at: next)
        guard endOfPicture == nil else {
            if marker == 0xda { state = .scan(from: next) }
            return
        }
        switch marker {
        case 0xc0...0xcf where ![0xc4, 0xc8, 0xcc].contains(marker): frame(marker, bytes, &facts)
        case 0xe1 where length > 8 && bytes.has("Exif\0\0", at: 4):
            state = .exif(at: offset + 4, length: length - 2, next: next)
        case 0xda:
            if !hasFrame { return stop(.malformed, &facts) }
            facts.frameCount = 1
            state = depth == .headers ? .done : .scan(from: next)
        default: break
        }
    }

    /// B.2.2. Only the first frame counts. A different second frame makes the file two things at once.
    private mutating func frame(_ marker: Int, _ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        guard let depth = bytes.byte(at: 4), let height = bytes.bigEndian(at: 5, bytes: 2),
            let width = bytes.bigEndian(at: 7, bytes: 2), let components = bytes.byte(at: 9)
        else { return truncated(&facts) }
        if hasFrame {
            if facts.size != PixelSize(width: width, height: height) { facts.remark(.contradictory) }
            return
        }
        hasFrame = true
        facts.setSize(width, height)
        facts.bitDepth = depth
        facts.isProgressive = [0xc2, 0xc6, 0xca, 0xce].contains(marker)
        facts.colour =
            switch components {
            case 1: .grey
            case 3: .rgb
            case 4: .cmyk
            default: nil
            }
    }

    // MARK: - Compressed data

    private mutating func scan(_ bytes: Span<UInt8>, at offset: Int) {
        var index = 0
        let count = bytes.count
        while index < count {
            if bytes[index] != 0xff {
                index += 1
                continue
            }
            // What follows the last byte of a piece is asked for with it.
            guard index + 1 < count else {
                state = .code(at: offset + index)
                return
            }
            if endsScan(bytes[index + 1]) {
                state = .marker(at: offset + index)
                return
            }
            index += bytes[index + 1] == 0xff ? 1 : 2
        }
        state = .scan(from: offset + count)
    }

    /// Whether this byte after 0xFF begins a marker outside compressed data: no stuffed zero, restart or fill.
    private func endsScan(_ byte: UInt8) -> Bool {
        byte != 0x00 && byte != 0xff && !(0xd0...0xd7).contains(byte) && byte != 0x01
    }

    // MARK: - Ends

    private mutating func ended(at offset: Int, _ facts: inout FileFacts) {
        if endOfPicture == nil {
            endOfPicture = offset
            facts.isTruncated = false
            if !hasFrame { facts.remark(.malformed) }
        }
        state = .trailing(TrailingScanner(from: offset))
    }

    private mutating func truncated(_ facts: inout FileFacts) {
        if endOfPicture == nil { facts.isTruncated = true }
        state = .done
    }

    private mutating func stop(_ remark: FileFacts.Remark, _ facts: inout FileFacts) {
        if endOfPicture == nil {
            facts.remark(remark)
        } else {
            // What looked like a further picture is none.
            facts.trailing = TrailingData(.unknown, byteCount: 0)
        }
        state = .done
    }
}
