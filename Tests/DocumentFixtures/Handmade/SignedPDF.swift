/// Signs a PDF by an incremental update (ISO 32000-1, sections 7.5.6 and 12.8).
public enum SignedPDF {
    /// The length of the string for the signature, in digits.
    private static let room = 16_384

    /// Signs a `HandmadePDF`, or one that was signed before. `form` is the `SubFilter`, `date` the `M`, such as
    /// `D:20261031090507Z`; `sign` makes the signature of what it is given.
    public static func signed(
        _ bytes: [UInt8], form: String = "adbe.pkcs7.detached", date: String? = nil,
        by sign: ([UInt8]) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        let prepared = prepared(bytes, form: form, date: date)
        let covered = prepared.bytes[..<prepared.gap.lowerBound] + prepared.bytes[prepared.gap.upperBound...]
        let signature = try await sign(Array(covered))
        return filled(prepared, with: signature)
    }

    /// A file with room for a signature, and the place of that room, with its brackets.
    public struct Prepared: Sendable {
        public var bytes: [UInt8]
        public var gap: Range<Int>
    }

    public static func filled(_ prepared: Prepared, with signature: [UInt8]) -> [UInt8] {
        var bytes = prepared.bytes
        let hex = signature.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        bytes.replaceSubrange(prepared.gap.lowerBound + 1..<prepared.gap.lowerBound + 1 + hex.count, with: hex)
        return bytes
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// `range` makes the numbers of `ByteRange` from the gap and the length of the file.
    public static func prepared(
        _ base: [UInt8], form: String = "adbe.pkcs7.detached", date: String? = nil,
        range: (Range<Int>, Int) -> [Int] = { [0, $0.lowerBound, $0.upperBound, $1 - $0.upperBound] }
    ) -> Prepared {
        let text = String(decoding: base, as: UTF8.self)
        let number = last("/Size ", in: text)
        let fields = text.components(after: "/Fields[", before: "]").last.map { $0 + " " } ?? ""
        var bytes = base
        var offsets: [(number: Int, offset: Int)] = []
        func add(_ number: Int, _ object: String) {
            offsets.append((number, bytes.count))
            bytes += Array("\(number) 0 obj\n\(object)\nendobj\n".utf8)
        }
        let holder = "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/\(form)\(date.map { "/M(\($0))" } ?? "")/ByteRange["
        let numbers = String(repeating: " ", count: 84)
        let start = bytes.count + "\(number) 0 obj\n".utf8.count + holder.utf8.count
        add(number, holder + numbers + "]/Contents<" + String(repeating: "0", count: room) + ">>>")
        let gap = start + 84 + "]/Contents".utf8.count..<start + 84 + "]/Contents".utf8.count + room + 2
        add(number + 1, "<</FT/Sig/T(s\(number))/V \(number) 0 R>>")
        add(1, "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[\(fields)\(number + 1) 0 R]>>>>")
        let table = bytes.count
        var xref = "xref\n"
        for (number, offset) in offsets {
            let digits = String(offset)
            xref += "\(number) 1\n" + String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        let before = last("startxref\n", in: text)
        bytes += Array(
            "\(xref)trailer\n<</Size \(number + 2)/Root 1 0 R/Prev \(before)>>\nstartxref\n\(table)\n%%EOF\n".utf8)
        let stated = range(gap, bytes.count).map(String.init).joined(separator: " ")
        bytes.replaceSubrange(start..<start + stated.utf8.count, with: Array(stated.utf8))
        return Prepared(bytes: bytes, gap: gap)
    }

    private static func last(_ word: String, in text: String) -> Int {
        text.components(after: word, before: nil).last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }
}

extension String {
    /// What follows each `start`, up to `end`, or to its end.
    fileprivate func components(after start: String, before end: String?) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let place = rest.firstRange(of: start) {
            rest = rest[place.upperBound...]
            found.append(String(end.flatMap { rest.firstRange(of: $0) }.map { rest[..<$0.lowerBound] } ?? rest))
        }
        return found
    }
}
