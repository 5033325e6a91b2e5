/// Finds objects of a PDF in the parts that are at hand. It does not look into compressed streams.
struct PDFObjects {
    /// The latest part first: a later save replaces an earlier one.
    private let parts: [[UInt8]]

    /// More attempts than any honest file needs. A hostile file could offer thousands.
    private static let maximumAttempts = 32

    init(_ parts: [[UInt8]]) {
        self.parts = parts
    }

    /// The trailer dictionaries of a part: those after the keyword (section 7.5.5), and those of cross-reference streams
    /// (7.5.8).
    func trailers(in part: [UInt8]) -> [PDFValue] {
        var trailers: [PDFValue] = []
        var position = 0
        var attempts = 0
        while attempts < Self.maximumAttempts, let found = part.span.firstOffset(of: "trailer", from: position) {
            position = found + 7
            attempts += 1
            var reader = PDFReader(part, at: position)
            if let value = reader.value(), case .dictionary = value { trailers.append(value) }
        }
        (position, attempts) = (0, 0)
        while attempts < Self.maximumAttempts, let found = part.span.firstOffset(of: "/XRef", from: position) {
            position = found + 5
            attempts += 1
            guard let start = part.span.extracting(part.span.range(at: 0, count: found)).lastOffset(of: "obj") else { continue }
            var reader = PDFReader(part, at: start + 3)
            if let value = reader.value(), value["Type"]?.name == "XRef" { trailers.append(value) }
        }
        return trailers
    }

    /// The object with a number.
    func object(_ number: Int) -> PDFValue? {
        let digits = Array("\(number)".utf8)
        for part in parts {
            var position = part.count
            var attempts = 0
            while attempts < Self.maximumAttempts,
                let found = part.span.extracting(part.span.range(at: 0, count: position)).lastOffset(of: " obj")
            {
                position = found
                if let body = Self.body(of: digits, in: part, headEndingAt: found) {
                    attempts += 1
                    var reader = PDFReader(part, at: body)
                    if let value = reader.value() { return value }
                }
            }
        }
        return nil
    }

    /// Where the object begins whose head (`12 0 obj`) has its keyword's blank at `end`; nil for another number.
    private static func body(of number: [UInt8], in part: [UInt8], headEndingAt end: Int) -> Int? {
        var index = end
        while index > 0, (0x30...0x39).contains(part[index - 1]) { index -= 1 }
        guard index < end, index > 0, PDFReader.isBlank(part[index - 1]) else { return nil }
        let last = index - 1
        let first = last - number.count
        guard first >= 0, Array(part[first..<last]) == number else { return nil }
        if first > 0, (0x30...0x39).contains(part[first - 1]) { return nil }
        return end + 4
    }

    func encryption(of trailer: PDFValue) -> FileFacts.Encryption {
        guard let entry = trailer["Encrypt"] else { return .none }
        guard let dictionary = entry.reference.flatMap(object) ?? entry["Filter"].map({ _ in entry }),
            let password = PDFPassword(dictionary)
        else { return .unknown }
        let id = trailer["ID"]?.array?.first?.string ?? []
        return password.isEmpty(id: id) ? .ownerOnly : .passwordRequired
    }

    /// The number of pages, from the root of the page tree.
    func pageCount(ofCatalog number: Int) -> Int? {
        guard let catalog = object(number), let pages = catalog["Pages"]?.reference.flatMap(object),
            pages["Type"]?.name == "Pages", let count = pages["Count"]?.number, count > 0
        else { return nil }
        return count
    }
}
