/// The code on the back of a driving licence or identity card of the United States and Canada (AAMVA DL/ID Card Design Standard).
public struct LicenceCode: Hashable, Sendable {
    public let isIdentityCard: Bool
    /// The issuer, by AAMVA's number.
    public let issuer: String
    public let documentNumber: String
    public let familyName: String
    /// First and middle names.
    public let givenNames: String
    public let birthDate: CalendarDate?
    public let issued: CalendarDate?
    public let expiryDate: CalendarDate?
    public let street: String
    public let city: String
    public let state: String
    public let postcode: String
    /// USA or CAN, as stated.
    public let country: String?

    /// Nil for any other code.
    public init?(_ bytes: [UInt8]) {
        // The beginning is told by its file type; versions differ in the controls around it.
        guard bytes.first == UInt8(ascii: "@"), let start = Self.header(of: bytes), start + 12 <= bytes.count else { return nil }
        let issuerNumber = bytes[start..<(start + 6)]
        guard issuerNumber.allSatisfy(ZoneSign.isDigit) else { return nil }
        let elements = Self.elements(bytes)
        guard let number = elements["DAQ"], !number.isEmpty else { return nil }
        issuer = String(decoding: issuerNumber, as: UTF8.self)
        documentNumber = number
        isIdentityCard = elements["type"]?.hasSameBytes(as: "ID") == true
        // The first versions have one name of all parts: FAMILY,FIRST,MIDDLE.
        let parts = (elements["DAA"] ?? "").split(at: ",").map { String($0.trimmed) }
        familyName = elements["DCS"] ?? elements["DAB"] ?? parts.first ?? ""
        let middle = elements["DAD"].flatMap { $0.hasSameBytes(as: "NONE") ? nil : $0 }
        let given = [elements["DAC"] ?? elements["DCT"], middle].compactMap(\.self).filter { !$0.isEmpty }
        givenNames = (given.isEmpty ? Array(parts.dropFirst()) : given).joined(separator: " ").split(at: ",").joined(
            separator: " ")
        guard !familyName.isEmpty else { return nil }
        country = elements["DCG"]
        let isCanadian = country?.hasSameBytes(as: "CAN") == true
        birthDate = elements["DBB"].flatMap { Self.day($0, yearFirst: isCanadian) }
        issued = elements["DBD"].flatMap { Self.day($0, yearFirst: isCanadian) }
        expiryDate = elements["DBA"].flatMap { Self.day($0, yearFirst: isCanadian) }
        street = elements["DAG"] ?? ""
        city = elements["DAI"] ?? ""
        state = elements["DAJ"] ?? ""
        postcode = Self.postcode(elements["DAK"] ?? "")
    }

    /// The offset of the issuer's number.
    private static func header(of bytes: [UInt8]) -> Int? {
        for start in 1..<min(8, bytes.count) {
            if bytes[start...].starts(with: "ANSI ".utf8) { return start + 5 }
            if bytes[start...].starts(with: "AAMVA".utf8) { return start + 5 }
        }
        return nil
    }

    /// Elements by their three letters; the first one of each counts. `type` is the beginning of a part: DL or ID.
    private static func elements(_ bytes: [UInt8]) -> [String: String] {
        var elements: [String: String] = [:]
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D || $0 == 0x1E }) {
            var line = line
            // The header ends where a part begins: …00410278ZV03190008DLDAQ123.
            if elements["type"] == nil, let part = start(of: line) {
                elements["type"] = String(decoding: line[part..<(part + 2)], as: UTF8.self)
                line = line[(part + 2)...]
            }
            guard line.count > 3 else { continue }
            let key = String(decoding: line.prefix(3), as: UTF8.self)
            let value = String(decoding: line.dropFirst(3).prefix(200), as: UTF8.self)
            if elements[key] == nil { elements[key] = String(value.trimmed) }
        }
        return elements
    }

    /// The offset of DL or ID with an element right after it.
    private static func start(of line: ArraySlice<UInt8>) -> Int? {
        for place in line.indices.prefix(200)
        where line[place...].starts(with: "DL".utf8) || line[place...].starts(with: "ID".utf8) {
            let next = line[place...].dropFirst(2)
            if next.count > 3, next.prefix(3).allSatisfy(ZoneSign.isCapital), next.first == UInt8(ascii: "D") { return place }
        }
        return nil
    }

    /// Month first in the United States, year first in Canada and in the first versions.
    private static func day(_ text: String, yearFirst: Bool) -> CalendarDate? {
        let digits = Array(text.utf8)
        guard digits.count == 8, let number = DecimalDigits.value(of: digits[...]) else { return nil }
        let byYear = CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        let byMonth = CalendarDate(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
        func isLikely(_ date: CalendarDate?) -> Bool { date.map { $0.year >= 1880 && $0.year <= 2200 } ?? false }
        let ordered = yearFirst ? [byYear, byMonth] : [byMonth, byYear]
        return ordered.first(where: isLikely) ?? nil
    }

    /// Nine digits that end in four zeros become five.
    private static func postcode(_ text: String) -> String {
        let signs = Array(text.utf8)
        guard signs.count == 9, signs.allSatisfy(ZoneSign.isDigit) else { return text }
        let first = String(decoding: signs.prefix(5), as: UTF8.self)
        return signs.suffix(4).allSatisfy { $0 == UInt8(ascii: "0") }
            ? first : first + "-" + String(decoding: signs.suffix(4), as: UTF8.self)
    }
}
