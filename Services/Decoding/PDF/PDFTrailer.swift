/// Repairs a PDF whose end is missing, and with it the reference to its catalog.
///
/// Parsers find the objects of such a file by a search. Only a trailer tells which of them is the catalog (ISO 32000-1,
/// 7.5.5 and 7.7.2).
enum PDFTrailer {
    private static let catalog = Array("/Catalog".utf8)
    /// The distance from the beginning of an object to its type, in bytes: a catalog is a short dictionary.
    private static let reach = 4096

    /// The same bytes with a trailer that names the last catalog; nil if a trailer names one already, or there is no
    /// catalog.
    static func added(to bytes: [UInt8]) -> [UInt8]? {
        let trailer = ByteScan.last(Array("trailer".utf8), in: bytes[...])
        guard trailer.flatMap({ ByteScan.last(Array("/Root".utf8), in: bytes[$0...]) }) == nil,
            let type = ByteScan.last(catalog, in: bytes[...]), let object = object(before: type, in: bytes)
        else { return nil }
        return bytes + Array("\ntrailer\n<</Root \(object.number) \(object.generation) R>>\n%%EOF\n".utf8)
    }

    /// The end of the document, if so many bytes follow that parsers miss it: they search the last thousand bytes. The
    /// bytes are padding, or a server's appendix.
    static func end(of bytes: [UInt8]) -> (position: Int, isPadded: Bool)? {
        guard bytes.count > window, let mark = ByteScan.last(Array("%%EOF".utf8), in: bytes[...]) else { return nil }
        let behind = bytes[(mark + 5)...]
        // Where objects follow, or another way to a table of them, it is the end of an older version of the document.
        guard behind.count > window, ByteScan.last(Array("startxref".utf8), in: behind) == nil, !ByteScan.hasObject(behind) else {
            return nil
        }
        return (behind.startIndex, behind.allSatisfy(ByteScan.isSpace))
    }

    private static let window = 900

    /// Whether it is truncated: in an update, which has objects and no table, or in an object.
    static func isCutOff(_ bytes: [UInt8]) -> Bool {
        let mark = ByteScan.last(Array("%%EOF".utf8), in: bytes[...])
        let behind = mark.map { bytes[($0 + 5)...] } ?? bytes[...]
        guard ByteScan.last(Array("startxref".utf8), in: behind) == nil, ByteScan.hasObject(behind) else { return false }
        guard mark == nil, let end = ByteScan.last(Array("endobj".utf8), in: behind) else { return true }
        return ByteScan.hasObject(behind[(end + 6)...])
    }

    /// The last `12 0 obj` before a position.
    private static func object(before position: Int, in bytes: [UInt8]) -> (number: Int, generation: Int)? {
        let window = bytes[max(0, position - reach)..<position]
        guard let word = ByteScan.last(Array(" obj".utf8), in: window),
            let generation = ByteScan.number(endingAt: word, in: window),
            generation.start > window.startIndex, bytes[generation.start - 1] == UInt8(ascii: " "),
            let number = ByteScan.number(endingAt: generation.start - 1, in: window)
        else { return nil }
        return (number.value, generation.value)
    }
}

/// Searches bytes backwards.
private enum ByteScan {
    static func last(_ word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var position = bytes.endIndex - word.count
        while position >= bytes.startIndex {
            if bytes[position] == word[0], bytes[position..<position + word.count].elementsEqual(word) { return position }
            position -= 1
        }
        return nil
    }

    /// White space of a PDF (ISO 32000-1, section 7.2.2).
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0 || byte == 9 || byte == 10 || byte == 12 || byte == 13 || byte == 32 }

    /// Whether an object may begin in it: `obj` after a digit and any amount of white space, which some readers do not
    /// require.
    static func hasObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        let word = Array("obj".utf8)
        var isBehindDigit = false
        for position in bytes.indices where !isSpace(bytes[position]) {
            if isBehindDigit, bytes[position] == word[0], bytes[position...].starts(with: word) { return true }
            isBehindDigit = (0x30...0x39).contains(bytes[position])
        }
        return false
    }

    /// Up to seven digits before a position.
    static func number(endingAt end: Int, in bytes: ArraySlice<UInt8>) -> (value: Int, start: Int)? {
        var start = end
        while start > bytes.startIndex, end - start < 7, (0x30...0x39).contains(bytes[start - 1]) { start -= 1 }
        guard start < end else { return nil }
        return (bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 0x30) }, start)
    }
}
