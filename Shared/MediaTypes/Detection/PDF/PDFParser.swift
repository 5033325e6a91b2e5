/// PDF (ISO 32000-2, section 7.5): the header, the names outside compressed streams, the tail, and the sections it points
/// to.
struct PDFParser: FormatParser {
    private enum State {
        case head
        case names(PDFNameScanner)
        case tail
        /// The offset of the last cross-reference section.
        case crossReferences(at: Int)
        case done
    }

    private let depth: FileSniffer.Depth
    private var state = State.head
    private var head: [UInt8] = []
    private var start = 0
    private var tail: [UInt8] = []
    private var size = 0
    /// The stated length of a linearized file.
    private var linearizedLength: Int?
    private var lastEndOfFile: Int?

    private static let headLength = RetainedBytes.headLength
    /// Holds a table of 3,000 objects, and the bytes before it.
    private static let tailLength = 64 * 1024
    private static let sectionLength = 4096

    init(_ depth: FileSniffer.Depth) {
        self.depth = depth
    }

    var demand: Demand {
        switch state {
        case .head: .window(at: 0, count: Self.headLength)
        case .names(let scanner): .stream(from: scanner.position)
        case .tail: .tail(count: Self.tailLength)
        case .crossReferences(let at): .window(at: at, count: Self.sectionLength)
        case .done: .nothing
        }
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .head: readHead(bytes, &facts)
        case .names(var scanner):
            scanner.take(bytes)
            state = .names(scanner)
        case .tail: readTail(bytes, at: offset, &facts)
        case .crossReferences:
            var section: [UInt8] = []
            section.append(copying: bytes)
            conclude(section, &facts)
        case .done: break
        }
    }

    mutating func miss(_ facts: inout FileFacts) {
        switch state {
        case .head: state = .done
        case .names: state = .tail
        case .tail: state = .done
        case .crossReferences: conclude([], &facts)
        case .done: break
        }
    }

    mutating func end(at size: Int, _ facts: inout FileFacts) {
        self.size = size
        guard case .names(var scanner) = state else { return }
        scanner.end()
        facts.pdf?.hints = scanner.hints
        // A linearized file has two from the beginning.
        let whole = facts.pdf?.isLinearized == true ? 2 : 1
        facts.pdf?.updateCount = max(0, scanner.endsOfFile - whole)
        lastEndOfFile = scanner.lastEndOfFile
        state = .tail
    }

    // MARK: - Head

    private mutating func readHead(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        head.append(copying: bytes)
        start = bytes.firstOffset(of: "%PDF-") ?? 0
        var pdf = PDFFacts(version: Self.version(bytes, at: start + 5), leadingBytes: start)
        // Annex F: the parameter dictionary is the first object, and within the first 1024 bytes.
        if let linearized = bytes.extracting(bytes.range(at: 0, count: start + 1024)).firstOffset(of: "/Linearized"),
            let object = bytes.extracting(bytes.range(at: 0, count: linearized)).lastOffset(of: "<<")
        {
            var reader = PDFReader(head, at: object)
            if let parameters = reader.value(), let length = parameters["L"]?.number {
                pdf.isLinearized = true
                linearizedLength = length
                if let pages = parameters["N"]?.number, pages > 0 { facts.pageCount = pages }
            }
        }
        facts.pdf = pdf
        if pdf.isLinearized {
            // The section for the first page follows at once, and says whether the file is encrypted.
            let objects = PDFObjects([head])
            if let trailer = objects.trailers(in: head).first(where: { $0["Encrypt"] != nil }) {
                facts.encryption = objects.encryption(of: trailer)
            }
        }
        state = depth == .everything ? .names(PDFNameScanner()) : .tail
    }

    private static func version(_ bytes: Span<UInt8>, at offset: Int) -> String? {
        guard let major = bytes.byte(at: offset), let dot = bytes.byte(at: offset + 1), let minor = bytes.byte(at: offset + 2),
            (0x31...0x39).contains(major), dot == 0x2e, (0x30...0x39).contains(minor)
        else { return nil }
        return "\(major - 0x30).\(minor - 0x30)"
    }

    // MARK: - Tail

    private mutating func readTail(_ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        tail.append(copying: bytes)
        size = offset + bytes.count
        let mark = bytes.lastOffset(of: "%%EOF").map { offset + $0 } ?? lastEndOfFile
        // Without its end a file may still be repaired by whoever reads all of it; what was cut off shows none at all.
        facts.isTruncated = mark == nil && bytes.lastOffset(of: "startxref") == nil
        if let mark { readTrailing(bytes, at: offset, from: mark + 5, &facts) }
        guard let keyword = bytes.lastOffset(of: "startxref") else { return conclude([], &facts) }
        var reader = PDFReader(tail, at: keyword + 9)
        reader.skipBlanks()
        guard let section = reader.integer(), section >= 0 else { return conclude([], &facts) }
        facts.pdf?.crossReferenceOffset = section
        // Offsets count from the header, which need not be the file's beginning.
        state = .crossReferences(at: section + start)
    }

    /// Line ends belong to the end of file. Programs and servers pad with zeros and blanks.
    private func readTrailing(_ bytes: Span<UInt8>, at offset: Int, from end: Int, _ facts: inout FileFacts) {
        var first = max(end - offset, 0)
        while first < bytes.count, PDFReader.isBlank(bytes[first]) { first += 1 }
        if first < bytes.count {
            let formats = SecondFormats.formats(inTrailing: bytes.extracting(bytes.range(at: first, count: 1024)))
            facts.trailing = TrailingData(.unknown, byteCount: size - end, format: formats.first)
            for found in formats { facts.suspect(found) }
        } else if size - end > 2 {
            facts.trailing = TrailingData(.padding, byteCount: size - end)
        }
    }

    private mutating func conclude(_ section: [UInt8], _ facts: inout FileFacts) {
        state = .done
        let objects = PDFObjects([tail, head, section])
        if let linearizedLength, linearizedLength != size { facts.pageCount = nil }
        // The last trailer is the one that counts; the first section of a linearized file has one, too.
        var trailers = objects.trailers(in: section) + objects.trailers(in: tail).reversed()
        if linearizedLength != nil { trailers += objects.trailers(in: head) }
        if let trailer = trailers.first(where: { $0["Encrypt"] != nil }) {
            facts.encryption = objects.encryption(of: trailer)
        } else if trailers.contains(where: { $0["Root"] != nil }) {
            facts.encryption = FileFacts.Encryption.none
        }
        if facts.pageCount == nil, facts.encryption == FileFacts.Encryption.none {
            facts.pageCount = trailers.lazy.compactMap { $0["Root"]?.reference }.first.flatMap(objects.pageCount)
        }
        (head, tail) = ([], [])
    }
}
