/// Classifies the bytes after the end of a file's structure.
struct TrailingScanner: Sendable {
    private let start: Int
    private(set) var demand: Demand
    private var kind: TrailingData.Kind = .padding
    private var format: FileFacts.ForeignFormat?
    /// The offset of the first byte that is not padding, once it is classified.
    private(set) var content: Int?

    private static let headLength = 1024

    init(from start: Int) {
        self.start = start
        demand = .stream(from: start)
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        if case .window = demand {
            content = offset
            kind = Self.kind(of: bytes)
            demand = .nothing
            let formats = SecondFormats.formats(inTrailing: bytes)
            format = formats.first
            for found in formats { facts.suspect(found) }
            return
        }
        for index in bytes.indices where !Self.isPadding(bytes[index]) {
            demand = .window(at: offset + index, count: Self.headLength)
            return
        }
        demand = .stream(from: offset + bytes.count)
    }

    /// Whether a JPEG picture begins at `content`.
    var isPicture: Bool { kind == .picture }

    func end(at size: Int, _ facts: inout FileFacts) {
        guard size > start else { return }
        facts.trailing = TrailingData(kind, byteCount: size - start, format: format)
    }

    private static func isPadding(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00, 0x09, 0x0a, 0x0d, 0x20, 0x1a: true
        default: false
        }
    }

    private static func kind(of bytes: Span<UInt8>) -> TrailingData.Kind {
        if bytes.has([0xff, 0xd8, 0xff], at: 0) { return .picture }
        // The first bytes of the box's size are zeros, and were taken for padding.
        if (0...4).contains(where: { bytes.has("ftyp", at: $0) }) { return .video }
        // Google's and Samsung's motion photos may say so in front of the video.
        if bytes.firstOffset(of: "MotionPhoto_Data") != nil { return .video }
        return .unknown
    }
}
