/// TIFF 6.0 and BigTIFF: the chain of directories, one for each page.
///
/// It reads a stream, and reports excess and truncation. `TIFFDirectories` in the jail has the whole file, and reads the
/// fields by which libtiff judges a picture.
struct TIFFParser: FormatParser {
    private enum State {
        case header
        case count(at: Int)
        case directory(at: Int, entries: Int)
        case done
    }

    private var state = State.header
    private var order = ByteOrder.little
    private var isBig = false
    /// The offsets of read directories, to notice a cyclic chain.
    private var visited: Set<Int> = []
    private var furthestData = 0

    private static let maximumEntries = 1024
    /// More pages than any configurable limit.
    private static let maximumPages = 10_001

    var demand: Demand {
        switch state {
        case .header: .window(at: 0, count: 16)
        case .count(let at): .window(at: at, count: isBig ? 8 : 2)
        case .directory(let at, let entries): .window(at: at, count: entries * entryLength + offsetLength)
        case .done: .nothing
        }
    }

    private var entryLength: Int { isBig ? 20 : 12 }
    private var offsetLength: Int { isBig ? 8 : 4 }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .header: header(bytes, &facts)
        case .count:
            guard let entries = bytes.number(at: 0, bytes: isBig ? 8 : 2, order) else { return truncated(&facts) }
            guard (1...Self.maximumEntries).contains(entries) else { return stop(.malformed, &facts) }
            state = .directory(at: offset + (isBig ? 8 : 2), entries: entries)
        case .directory(_, let entries): directory(bytes, entries, &facts)
        case .done: break
        }
    }

    /// The chain goes back to bytes that have passed: the number of pages stays unknown.
    mutating func miss(_ facts: inout FileFacts) {
        facts.remark(.outOfOrder)
        facts.pageCount = nil
        facts.pixelsOfAllPages = nil
        state = .done
    }

    mutating func end(at size: Int, _ facts: inout FileFacts) {
        if case .done = state, furthestData > 0, facts.isTruncated == nil { facts.isTruncated = furthestData > size }
    }

    /// Whether the first directory is in these bytes and is a camera's (`DNGVersion`; DNG 1.7).
    static func isDNG(_ head: Span<UInt8>) -> Bool {
        guard let order = ByteOrder(head), head.number(at: 2, bytes: 2, order) == 42,
            let first = head.number(at: 4, bytes: 4, order), first <= head.count,
            let entries = head.number(at: first, bytes: 2, order)
        else { return false }
        return (0..<min(entries, maximumEntries)).contains { head.number(at: first + 2 + 12 * $0, bytes: 2, order) == 50_706 }
    }

    private mutating func header(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        guard let order = ByteOrder(bytes), let version = bytes.number(at: 2, bytes: 2, order) else {
            return truncated(&facts)
        }
        self.order = order
        isBig = version == 43
        if isBig, bytes.number(at: 4, bytes: 2, order) != 8 { return stop(.malformed, &facts) }
        guard let first = bytes.number(at: isBig ? 8 : 4, bytes: offsetLength, order) else { return truncated(&facts) }
        follow(first, &facts)
        // A file without a page is none.
        if case .done = state { facts.remark(.malformed) }
    }

    private mutating func follow(_ next: Int, _ facts: inout FileFacts) {
        guard next != 0 else {
            state = .done
            return
        }
        guard next >= 8 else { return stop(.malformed, &facts) }
        guard visited.insert(next).inserted else { return stop(.cyclic, &facts) }
        guard visited.count <= Self.maximumPages else { return stop(.tooManyParts, &facts) }
        state = .count(at: next)
    }

    private mutating func directory(_ bytes: Span<UInt8>, _ entries: Int, _ facts: inout FileFacts) {
        guard bytes.count >= entries * entryLength else { return truncated(&facts) }
        let page = Directory(bytes, entries: entries, order, isBig: isBig)
        let count = (facts.pageCount ?? 0) + 1
        facts.pageCount = count
        if count == 1 {
            facts.setSize(page.width, page.height)
            facts.orientation = page.orientation
            facts.bitDepth = page.bitDepth
            facts.colour = page.colour
        }
        if let width = page.width, let height = page.height {
            facts.largestPage = max(facts.largestPage ?? 0, width * height)
            facts.pixelsOfAllPages = (facts.pixelsOfAllPages ?? 0) + width * height
        }
        furthestData = max(furthestData, page.endOfData)
        guard let next = bytes.number(at: entries * entryLength, bytes: offsetLength, order) else { return truncated(&facts) }
        follow(next, &facts)
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

/// One directory of a TIFF (TIFF 6.0, section 8).
private struct Directory {
    var width: Int?
    var height: Int?
    var orientation: Int?
    var bitDepth: Int?
    var colour: FileFacts.Colour?
    /// The end of the last strip whose offset is in the directory itself.
    var endOfData = 0

    init(_ bytes: Span<UInt8>, entries: Int, _ order: ByteOrder, isBig: Bool) {
        var photometric: Int?
        var samples = 1
        var strip: Int?
        var stripLength: Int?
        let valueAt = isBig ? 12 : 8
        for index in 0..<entries {
            let entry = index * (isBig ? 20 : 12)
            guard let tag = bytes.number(at: entry, bytes: 2, order), let type = bytes.number(at: entry + 2, bytes: 2, order),
                let count = bytes.number(at: entry + 4, bytes: isBig ? 8 : 4, order)
            else { return }
            guard let size = Self.sizes[type], let value = bytes.number(at: entry + valueAt, bytes: size, order) else { continue }
            switch tag {
            case 256: width = value
            case 257: height = value
            // Several values lie elsewhere, unless they fit into the entry; the first one is enough.
            case 258: bitDepth = count * size <= (isBig ? 8 : 4) ? value : nil
            case 262: photometric = value
            case 273 where count == 1: strip = value
            case 274 where (1...8).contains(value): orientation = value
            case 277: samples = value
            case 279 where count == 1: stripLength = value
            default: break
            }
        }
        if let strip, let stripLength { endOfData = strip + stripLength }
        colour = Self.colour(photometric, samples: samples)
    }

    /// Sizes of the integer types in bytes: BYTE, SHORT, LONG, LONG8.
    private static let sizes = [1: 1, 3: 2, 4: 4, 16: 8]

    private static func colour(_ photometric: Int?, samples: Int) -> FileFacts.Colour? {
        switch photometric {
        case 0, 1: samples > 1 ? .greyAlpha : .grey
        case 2, 6: samples > 3 ? .rgbAlpha : .rgb
        case 3: .palette
        case 5: .cmyk
        case 8, 9, 10: .lab
        default: nil
        }
    }
}
