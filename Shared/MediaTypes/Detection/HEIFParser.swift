/// HEIF and AVIF: the boxes of an ISO base media file (ISO/IEC 14496-12, section 4.2) at the top level, and `meta`.
struct HEIFParser: FormatParser {
    private enum State {
        case box(at: Int)
        case meta(at: Int, length: Int, next: Int)
        case trailing(TrailingScanner)
        case done
    }

    private let depth: FileSniffer.Depth
    private var state = State.box(at: 0)
    private var boxes = 0
    private var hasMeta = false
    /// The stated end of the last box.
    private var endOfBoxes = 0

    private static let maximumBoxes = 4096

    init(_ depth: FileSniffer.Depth) {
        self.depth = depth
    }

    var demand: Demand {
        switch state {
        case .box(let at): .window(at: at, count: 16)
        case .meta(let at, let length, _): .window(at: at, count: min(length, Demand.maximumWindow))
        case .trailing(let scanner): scanner.demand
        case .done: .nothing
        }
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .box: box(bytes, at: offset, &facts)
        case .meta(_, let length, let next):
            if bytes.count < length {
                if length <= Demand.maximumWindow {
                    facts.isTruncated = true
                    state = .done
                    return
                }
                facts.remark(.tooManyParts)
            }
            HEIFItems(meta: bytes).describe(&facts, from: bytes)
            state = depth == .headers ? .done : .box(at: next)
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
        if depth == .everything, facts.isTruncated == nil, facts.remarks.isEmpty { facts.isTruncated = endOfBoxes > size }
    }

    private mutating func box(_ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        boxes += 1
        guard boxes <= Self.maximumBoxes else { return stop(.tooManyParts, &facts) }
        if bytes.count == 0 { return ended(&facts) }
        guard let header = BoxHeader(bytes, at: 0), header.type.isPrintable else {
            // What is no box follows the file's end, if the file has shown what it holds.
            guard hasMeta else { return stop(.malformed, &facts) }
            facts.isTruncated = false
            state = .trailing(TrailingScanner(from: offset))
            return
        }
        // Size 0 means that the box goes on to the file's end.
        guard let size = header.size else {
            if header.type == .meta { return stop(.malformed, &facts) }
            return ended(&facts)
        }
        let next = offset + size
        state = .box(at: next)
        if header.type == .meta, !hasMeta {
            hasMeta = true
            state = .meta(at: offset + header.length, length: size - header.length, next: next)
        }
        endOfBoxes = next
    }

    /// The file has no more boxes. The caller, who knows the file's size, notices truncation.
    private mutating func ended(_ facts: inout FileFacts) {
        if !hasMeta { facts.remark(.malformed) }
        state = .done
    }

    private mutating func stop(_ remark: FileFacts.Remark, _ facts: inout FileFacts) {
        facts.remark(remark)
        state = .done
    }
}
