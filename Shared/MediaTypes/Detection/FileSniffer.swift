/// Finds out what a file is while its bytes come in, and whether it is refusedEarly, in bounded memory and whatever it claims.
///
/// Two ways to use it. A stream is given to `take(_:)` piece by piece and ended by `finish()`; what was received earlier and is
/// not at hand any more is passed over by `skip(_:)`: give the stored beginning again (`replayLength` of it is plenty), skip the
/// rest, go on. A file at hand is looked into by `next(ofSize:)` and `take(_:at:)`, or by `examine`, which read only what matters.
public struct FileSniffer: Sendable {
    /// How far to look.
    public enum Depth: Sendable, Hashable {
        /// What decides on a refusal: type, sizes, counts, encryption.
        case headers
        /// The end of the structure as well: truncation, trailing data, second formats at the tail, names in a PDF.
        case everything
    }

    /// As much of a file's beginning says all of nearly every file that a stream can know early.
    public static let replayLength = 256 * 1024

    public private(set) var facts = FileFacts()
    /// Set once it is certain that the limits refuse the file. Stays as it was first found.
    public private(set) var earlyRefusal: EarlyRefusal?
    /// Whether `facts.mediaType` has been decided on.
    public private(set) var isRecognized = false
    /// Nothing more will be found out.
    public private(set) var isComplete = false

    private let limits: FileLimits?
    private let depth: Depth
    private var parser: (any FormatParser)?
    private var wantsTail: Bool
    /// The beginning of the window that is demanded.
    private var gathered: [UInt8] = []
    private var retained: RetainedBytes
    private var steps = 0
    private var seeks = false

    /// Of files with one page for every few bytes.
    private static let maximumSteps = 1 << 18
    /// A ZIP archive is known by its last 22 bytes, and a comment of up to 65,535 that may follow.
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

    /// Passes over bytes of a stream that were received before, and are not looked at again.
    public mutating func skip(_ count: Int) {
        retained.skip(count)
    }

    /// Says that the last byte of the stream has come.
    public mutating func finish() {
        let size = retained.position
        while let range = next(ofSize: size, seeking: false) {
            guard let bytes = retained.bytes(range) else {
                miss()
                continue
            }
            take(bytes.span, at: range.lowerBound)
        }
        isComplete = true
    }

    // MARK: - A file at hand

    /// Which bytes of a file of so many it has to see next; nil when there is nothing more to find out.
    ///
    /// They may be given in pieces, and more may be given: what matters of it is used.
    public mutating func next(ofSize size: Int) -> Range<Int>? {
        next(ofSize: size, seeking: true)
    }

    /// Takes bytes from anywhere in the file.
    public mutating func take(_ bytes: Span<UInt8>, at offset: Int) {
        guard !isComplete, bytes.count > 0 else { return }
        seeks = true
        serve(bytes, at: offset)
    }

    /// Looks into a file through a function that reads up to `count` bytes at an offset. It is given up where that returns none.
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

    /// Gives the parser what it demands of these bytes, as often as it finds something in them.
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

    /// Where the tail begins, once the file's size is known.
    private var tailStart: Int?

    private mutating func next(ofSize size: Int, seeking: Bool) -> Range<Int>? {
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

    /// Ends the parser's stream. It may want to see more of the file after that, but no stream.
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

    /// Tells the parser that what it demands cannot be had.
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
