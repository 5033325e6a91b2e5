/// Detects the type of a file while its bytes arrive, and whether the limits refuse it. Memory is bounded, whatever the
/// file claims.
///
/// There are two ways to use it:
/// - As a stream: pass pieces to `take(_:)` and end with `finish()`. To resume, pass the stored beginning again
///   (`replayLength` is enough), pass over the rest with `skip(_:)`, and continue.
/// - With a file at hand: `next(ofSize:)` and `take(_:at:)`, or `examine`, read only the relevant bytes.
public struct FileSniffer: Sendable {
    /// How much to examine.
    public enum Depth: Sendable, Hashable {
        /// What decides on a refusal: type, sizes, counts, encryption.
        case headers
        /// The end of the structure as well: truncation, trailing data, second formats at the tail, names in a PDF.
        case everything
    }

    /// The length of the beginning that holds nearly everything a stream can know early, for nearly every file.
    public static let replayLength = 256 * 1024

    public private(set) var facts = FileFacts()
    /// Set once the limits certainly refuse the file. Keeps the first reason.
    public private(set) var earlyRefusal: EarlyRefusal?
    /// Whether `facts.mediaType` is final.
    public private(set) var isRecognized = false
    /// Whether no further byte changes the facts.
    public private(set) var isComplete = false

    private let limits: FileLimits?
    private let depth: Depth
    private var parser: (any FormatParser)?
    private var wantsTail: Bool
    /// The beginning of the requested window.
    private var gathered: [UInt8] = []
    private var retained: RetainedBytes
    private var steps = 0
    private var seeks = false

    /// Enough for files with one page for every few bytes.
    private static let maximumSteps = 1 << 18
    /// Finds a ZIP archive: its record of 22 bytes, and a comment of up to 65,535 bytes after it.
    private static let tailLength = 66_000

    public init(limits: FileLimits? = nil, depth: Depth = .everything) {
        self.limits = limits
        self.depth = depth
        wantsTail = depth == .everything
        retained = RetainedBytes(tail: Self.tailLength)
    }

    // MARK: - A stream

    /// Bytes of the stream so far, skipped ones included.
    public var position: Int { retained.position }

    /// Takes the next bytes of a stream.
    public mutating func take(_ bytes: Span<UInt8>) {
        guard !isComplete else { return skip(bytes.count) }
        guard bytes.count > 0 else { return }
        let start = retained.position
        retained.append(bytes)
        serve(bytes, at: start)
        retained.pass(bytes)
    }

    public mutating func take(_ bytes: [UInt8]) {
        take(bytes.span)
    }

    /// Passes over bytes of a stream that were examined before.
    public mutating func skip(_ count: Int) {
        retained.skip(count)
    }

    /// Ends the stream.
    public mutating func finish() {
        let size = retained.position
        while let range = next(ofSize: size) {
            guard let bytes = retained.bytes(range) else {
                miss()
                continue
            }
            take(bytes.span, at: range.lowerBound)
        }
        isComplete = true
    }

    // MARK: - A file at hand

    /// Takes bytes from anywhere in the file.
    public mutating func take(_ bytes: Span<UInt8>, at offset: Int) {
        guard !isComplete, bytes.count > 0 else { return }
        seeks = true
        serve(bytes, at: offset)
    }

    /// Examines a file through a function that reads up to `count` bytes at an offset. Gives up where the function
    /// returns none.
    public mutating func examine<Failure: Error>(
        size: Int, read: (_ offset: Int, _ count: Int) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        while let range = next(ofSize: size) {
            let bytes = try read(range.lowerBound, min(max(range.count, 4096), Demand.maximumWindow))
            guard !bytes.isEmpty else { break }
            take(bytes.span, at: range.lowerBound)
        }
        isComplete = true
    }

    // MARK: - Serving

    private var demand: Demand {
        if let parser, parser.demand != .nothing { return parser.demand }
        if !isRecognized { return .window(at: 0, count: MediaTypeSniffer.headLength) }
        return wantsTail ? .tail(count: Self.tailLength) : .nothing
    }

    /// Passes the parser its requested bytes, as often as these bytes contain them.
    private mutating func serve(_ bytes: Span<UInt8>, at start: Int) {
        let end = start + bytes.count
        while !isComplete, isWithinBounds() {
            switch demand {
            case .nothing: return
            case .tail(let count):
                // Only who knows where the file ends can have sought it.
                guard let tailStart, start == tailStart + gathered.count else { return }
                gathered.append(copying: bytes.extracting(bytes.range(at: 0, count: count - gathered.count)))
                return
            case .stream(let from):
                guard from < end else { return }
                if from < start {
                    guard !seeks else { return }
                    if let earlier = retained.earlier(from: from, to: start, before: start) {
                        deliver(earlier.span, at: from)
                    } else {
                        miss()
                    }
                    continue
                }
                deliver(bytes.extracting(bytes.range(at: from - start)), at: from)
            case .window(let at, let count):
                let next = at + gathered.count
                guard next < end else { return }
                if next < start {
                    guard !seeks else { return }
                    if let earlier = retained.earlier(from: next, to: at + count, before: start) {
                        gathered += earlier
                        if gathered.count == count { deliverGathered(at: at) }
                    } else {
                        miss()
                    }
                    continue
                }
                if gathered.isEmpty, end - at >= count {
                    deliver(bytes.extracting(bytes.range(at: at - start, count: count)), at: at)
                } else {
                    gathered.append(copying: bytes.extracting(bytes.range(at: next - start, count: count - gathered.count)))
                    if gathered.count == count { deliverGathered(at: at) }
                }
            }
        }
    }

    /// The offset of the tail, once the file's size is known.
    private var tailStart: Int?

    /// The bytes of a file of `size` bytes to take next; nil when nothing more is needed.
    ///
    /// They may come in pieces, and with other bytes around them.
    public mutating func next(ofSize size: Int) -> Range<Int>? {
        seeks = true
        while !isComplete, isWithinBounds() {
            switch demand {
            case .nothing:
                if !hasEnded {
                    end(at: size)
                    continue
                }
                isComplete = true
            case .tail(let count):
                if !hasEnded {
                    end(at: size)
                    continue
                }
                let start = max(0, size - count)
                if gathered.count >= size - start {
                    deliverGathered(at: start)
                    continue
                }
                tailStart = start
                return start + gathered.count..<size
            case .stream(let from):
                if from < size { return from..<size }
                end(at: size)
            case .window(let at, let count):
                let next = at + gathered.count
                // A window of nothing, as a part without content has, is full before a byte of it was read.
                if next < size, gathered.count < count { return next..<min(at + count, size) }
                deliverGathered(at: at)
            }
        }
        isComplete = true
        return nil
    }

    private var hasEnded = false

    /// Ends the parser's stream. The parser may request windows after that, but no stream.
    private mutating func end(at size: Int) {
        steps += 1
        guard !hasEnded else {
            parser = nil
            return
        }
        hasEnded = true
        parser?.end(at: size, &facts)
        judge()
    }

    private mutating func deliverGathered(at offset: Int) {
        let window = gathered
        gathered = []
        deliver(window.span, at: offset)
    }

    private mutating func deliver(_ bytes: Span<UInt8>, at offset: Int) {
        steps += 1
        if parser?.demand ?? .nothing != .nothing {
            parser?.take(bytes, at: offset, into: &facts)
        } else if !isRecognized {
            recognize(bytes)
        } else {
            wantsTail = false
            SecondFormats.find(inTail: bytes, at: offset, &facts)
        }
        judge()
    }

    private mutating func recognize(_ head: Span<UInt8>) {
        isRecognized = true
        facts.mediaType = MediaTypeSniffer.mediaType(of: head)
        SecondFormats.find(inHead: head, &facts)
        parser = facts.mediaType.flatMap { Self.parser(for: $0, depth) }
        if depth == .headers, facts.mediaType != .pdf { retained.keepsTail = false }
    }

    private static func parser(for type: MediaType, _ depth: Depth) -> (any FormatParser)? {
        switch type {
        case .jpeg: JPEGParser(depth)
        case .png: PNGParser(depth)
        case .gif: GIFParser()
        case .webp: WebPParser()
        case .tiff: TIFFParser()
        case .heic, .heif, .avif: HEIFParser(depth)
        case .bmp: BMPParser()
        case .jp2: JPEG2000Parser(depth)
        case .pdf: PDFParser(depth)
        default: nil
        }
    }

    private mutating func judge() {
        if earlyRefusal == nil { earlyRefusal = limits?.earlyRefusal(of: facts) }
        // Who looks for a reason to refuse the file has it.
        if earlyRefusal != nil, depth == .headers { isComplete = true }
    }

    /// Tells the parser that its request cannot be met.
    private mutating func miss() {
        steps += 1
        let head = gathered
        gathered = []
        if !isRecognized {
            // What came before the gap is enough for most.
            recognize(head.span)
            if head.isEmpty { wantsTail = false }
        } else if parser?.demand ?? .nothing != .nothing {
            parser?.miss(&facts)
        } else {
            wantsTail = false
        }
    }

    private mutating func isWithinBounds() -> Bool {
        if steps < Self.maximumSteps { return true }
        if !isComplete { facts.remark(.tooManyParts) }
        isComplete = true
        return false
    }
}

extension [UInt8] {
    mutating func append(copying bytes: Span<UInt8>) {
        // By doubling: an exact reservation would copy everything for each byte of a stream that drips.
        if capacity < count + bytes.count { reserveCapacity(Swift.max(count + bytes.count, 2 * capacity)) }
        // Into memory that is there: asking the array for room for each byte would cost thirty times as much.
        append(addingCapacity: bytes.count) { room in
            for index in bytes.indices { room.append(bytes[index]) }
        }
    }
}
