/// Searches all bytes of a PDF for names of active content, and for ends of file.
struct PDFNameScanner: Sendable {
    private(set) var position = 0
    private(set) var endsOfFile = 0
    /// The offset of the last end of file.
    private(set) var lastEndOfFile: Int?
    private var found: Set<PDFFacts.Hint> = []
    /// The beginning of a name that the end of a piece cut.
    private var carried: [UInt8] = []

    /// The length of the longest name and its delimiter.
    private static let lookAhead = 16
    private static let names: [(StaticSignature, PDFFacts.Hint)] = [
        ("/JavaScript", .javaScript), ("/JS", .javaScript), ("/Launch", .launch), ("/EmbeddedFiles", .embeddedFile),
        ("/EmbeddedFile", .embeddedFile), ("/OpenAction", .openAction), ("/AA", .additionalActions), ("/AcroForm", .form),
    ]

    var hints: [PDFFacts.Hint] { PDFFacts.Hint.allCases.filter(found.contains) }

    mutating func take(_ bytes: Span<UInt8>) {
        if !carried.isEmpty {
            var seam = carried
            let length = seam.count
            seam.append(copying: bytes.extracting(bytes.range(at: 0, count: Self.lookAhead)))
            let start = position - length
            carried = []
            // Names that begin in the piece itself are found there.
            scan(seam.span, at: start, upTo: length)
        }
        // If the seam was too short still, it holds all of this piece, and waits for more.
        if carried.isEmpty { scan(bytes, at: position, upTo: bytes.count) }
        position += bytes.count
    }

    mutating func end() {
        let last = carried
        carried = []
        isAtEnd = true
        scan(last.span, at: position - last.count, upTo: last.count)
    }

    private var isAtEnd = false

    private mutating func scan(_ bytes: Span<UInt8>, at offset: Int, upTo limit: Int) {
        var index = 0
        while index < limit {
            let byte = bytes[index]
            guard byte == 0x2f || byte == 0x25 else {
                index += 1
                continue
            }
            if !isAtEnd, bytes.count - index < Self.lookAhead {
                carried = []
                carried.append(copying: bytes.extracting(bytes.range(at: index)))
                return
            }
            examine(bytes, index, at: offset)
            index += 1
        }
    }

    private mutating func examine(_ bytes: Span<UInt8>, _ index: Int, at offset: Int) {
        if bytes[index] == 0x25 {
            guard bytes.has("%%EOF", at: index) else { return }
            endsOfFile += 1
            lastEndOfFile = offset + index
            return
        }
        for (name, hint) in Self.names where bytes.has(name, at: index) {
            let next = bytes.byte(at: index + name.bytes.count)
            guard next.map({ !Self.continuesName($0) }) ?? true else { continue }
            found.insert(hint)
            return
        }
    }

    private static func continuesName(_ byte: Int) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x23, 0x2d, 0x5f: true
        default: false
        }
    }
}
