/// JPEG 2000: the boxes of a JP2 (ISO/IEC 15444-1, annex I) or a bare codestream (annex A), as far as its size and its end.
struct JPEG2000Parser: FormatParser {
    private enum State {
        case start
        case box(at: Int)
        case header(at: Int, length: Int, next: Int)
        /// The end of the codestream; nil if the file ends it.
        case end(Int?)
        case done
    }

    private let depth: FileSniffer.Depth
    private var state = State.start
    private var boxes = 0

    private static let maximumBoxes = 256
    /// `ihdr` is the first box in `jp2h` (I.5.3.1).
    private static let headerLength = 22
    /// `SOC` and the whole of `SIZ` up to the offsets (A.5.1).
    private static let startLength = 24

    init(_ depth: FileSniffer.Depth) {
        self.depth = depth
    }

    var demand: Demand {
        switch state {
        case .start: .window(at: 0, count: Self.startLength)
        case .box(let at): .window(at: at, count: 16)
        case .header(let at, let length, _): .window(at: at, count: min(length, Self.headerLength))
        case .end(nil): .tail(count: 2)
        case .end(let end?): .window(at: end - 2, count: 2)
        case .done: .nothing
        }
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .start: start(bytes, &facts)
        case .box: box(bytes, at: offset, &facts)
        case .header(_, _, let next):
            if bytes.has("ihdr", at: 4) {
                facts.setSize(bytes.bigEndian(at: 12, bytes: 4), bytes.bigEndian(at: 8, bytes: 4))
            } else {
                facts.remark(.malformed)
            }
            state = .box(at: next)
        case .end:
            facts.isTruncated = !bytes.has([0xff, 0xd9], at: 0)
            state = .done
        case .done: break
        }
    }

    mutating func miss(_ facts: inout FileFacts) {
        if case .end(_?) = state { facts.isTruncated = true }
        state = .done
    }

    private mutating func start(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        facts.pageCount = 1
        facts.frameCount = 1
        guard bytes.has([0xff, 0x4f, 0xff, 0x51], at: 0) else {
            state = .box(at: 0)
            return
        }
        guard let width = bytes.bigEndian(at: 8, bytes: 4), let height = bytes.bigEndian(at: 12, bytes: 4),
            let left = bytes.bigEndian(at: 16, bytes: 4), let top = bytes.bigEndian(at: 20, bytes: 4)
        else {
            facts.isTruncated = true
            state = .done
            return
        }
        facts.setSize(width - left, height - top)
        codestream(endingAt: nil)
    }

    private mutating func box(_ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        boxes += 1
        guard boxes <= Self.maximumBoxes else {
            facts.remark(.tooManyParts)
            state = .done
            return
        }
        guard let header = BoxHeader(bytes, at: 0) else {
            facts.isTruncated = true
            state = .done
            return
        }
        let end = header.size.map { $0.addingReportingOverflow(offset) }
        guard end?.overflow != true else {
            facts.remark(.malformed)
            state = .done
            return
        }
        switch header.type {
        case "jp2c": codestream(endingAt: end?.partialValue)
        case "jp2h":
            guard let end = end?.partialValue else { fallthrough }
            state = .header(at: offset + header.length, length: end - offset - header.length, next: end)
        default:
            // Only the codestream may go on to the end.
            guard let end = end?.partialValue else {
                facts.remark(.malformed)
                state = .done
                return
            }
            state = .box(at: end)
        }
    }

    private mutating func codestream(endingAt end: Int?) {
        state = depth == .everything ? .end(end) : .done
    }
}
