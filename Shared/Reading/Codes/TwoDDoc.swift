/// A 2D-Doc, which French authorities, banks and suppliers print: the signed content of the document.
///
/// Nothing here proves the signature. A ``CodeProof`` does, with the certificate: it checks `signature` over `signed`.
/// The signature is ECDSA: the numbers r and s, one after the other. A curve of 256, 384 or 521 bits has SHA-256, SHA-384
/// or SHA-512.
public struct TwoDDoc: Hashable, Sendable {
    public let version: Int
    /// The authority of the certificate, such as `FR00`.
    public let authority: String
    /// The authority's certificate, such as `0001`.
    public let certificate: String
    /// Nil if the document has none.
    public let issued: CalendarDate?
    public let signedOn: CalendarDate?
    /// By ANTS's list: `00` is a proof of address, `01` a bill, `06` a payslip.
    public let documentType: String
    public let fields: [Field]
    /// The signed bytes.
    public let signed: [UInt8]
    /// Empty if it cannot be decoded.
    public let signature: [UInt8]

    public struct Field: Hashable, Sendable {
        /// Two characters, such as `10` for the first line of the address.
        public let id: String
        public let value: String
        /// Whether the value continues in print.
        public let isCut: Bool
    }

    /// Authority and certificate, such as `FR000001`.
    public var certificateName: String { authority + certificate }

    /// Whether a text is the name of a certificate.
    public static func isCertificateName(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 8 && text.utf8.allSatisfy(isOfHeader)
    }

    private static func isOfHeader(_ byte: UInt8) -> Bool { ZoneSign.isDigit(byte) || ZoneSign.isCapital(byte) }

    public subscript(_ id: String) -> String? { fields.first { $0.id.hasSameBytes(as: id) }?.value }

    private static let group: UInt8 = 0x1D
    private static let cut: UInt8 = 0x1E
    private static let unit: UInt8 = 0x1F

    /// Nil for any other code, and for an unknown version.
    public init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "DC".utf8), bytes.count >= 22, let version = DecimalDigits.value(of: bytes[2..<4]),
            (1...4).contains(version), bytes[4..<22].allSatisfy(Self.isOfHeader)
        else { return nil }
        let header = version == 4 ? 26 : version == 3 ? 24 : 22
        guard bytes.count >= header else { return nil }
        func text(_ from: Int, _ count: Int) -> String { String(decoding: bytes[from..<(from + count)], as: UTF8.self) }
        self.version = version
        authority = text(4, 4)
        certificate = text(8, 4)
        issued = Self.day(text(12, 4))
        signedOn = Self.day(text(16, 4))
        documentType = text(20, 2)
        let end = bytes.firstIndex(of: Self.unit) ?? bytes.count
        guard end >= header else { return nil }
        signed = Array(bytes[..<end])
        signature = Base32.decoded(bytes.dropFirst(end + 1)) ?? []
        fields = Self.fields(bytes[header..<end])
    }

    /// Days since 2000-01-01 in hexadecimal. FFFF means none.
    static func day(_ text: String) -> CalendarDate? {
        guard let days = Int(text, radix: 16), days >= 0, days < 0xFFFF else { return nil }
        return CalendarDate(daysSinceEpoch: 10_957 + days)
    }

    private static func fields(_ bytes: ArraySlice<UInt8>) -> [Field] {
        var fields: [Field] = []
        var rest = bytes
        while rest.count >= 2, fields.count < 256 {
            let id = String(decoding: rest.prefix(2), as: UTF8.self)
            rest = rest.dropFirst(2)
            let length = TwoDDocFields.length(of: id)
            var value = rest.prefix { $0 != group && $0 != cut }
            if let length { value = value.prefix(length) }
            rest = rest.dropFirst(value.count)
            var isCut = false
            if rest.first == group || rest.first == cut {
                isCut = rest.first == cut
                rest = rest.dropFirst()
            }
            fields.append(Field(id: id, value: String(decoding: value, as: UTF8.self), isCut: isCut))
        }
        return fields
    }
}

/// The lengths of a 2D-Doc's fields. Nothing separates a field of fixed length from the next.
enum TwoDDocFields {
    /// The fixed or the greatest length; nil if only a separator ends the field.
    static func length(of id: String) -> Int? { lengths[id] }

    /// By the specification of ANTS, version 3: identifiers by length.
    private static let lengths: [String: Int] = {
        let text = """
            1:1G 1H 68 76 7C 7D 7E 7F 7G 7I 7J 7O AF AG B6 BA BD;2:26 2D 34 5J 65 67 6C 6I 7H A0 A6 B5 B9 BG;3:6B A5 A7 A9 BE BF;\
            4:06 08 09 36 37 53 54 56 45 AD AE;5:24 2B 5H 78 7A;6:07 51;7:52 AK;8:1C 55 57 69 75 96 4A AA AI AB B7;9:0A 0B 7L;10:6H;\
            11:32 38 39 58 5A 5C AL;12:59 5B 70 71 A8;13:40 44 47 49 7K AJ;14:50 BK;16:1D;17:A1 A2 A3 A4;18:95;19:AC;\
            20:61 66 82 B1 BC;30:1E 1F 33 AH BH BI BJ;32:25 2C 5I 6A B8;34:35;\
            38:10 11 12 13 14 15 16 17 1I 1J 1K 1L 1M 1N 1O 1P 20 21 22 23 27 28 29 2A 31 5D 5E 5F 5G 62 63 64 6G 72 74 80 90 91 92 93 94 \
            B2 B3 B4;40:83 84;45:77 7B;50:5K BB;60:60 6D 6E 73 81 B0;64:7M;90:6F;114:79;128:7N;140:30
            """
        var lengths: [String: Int] = [:]
        for entry in text.split(at: ";") {
            let parts = entry.split(at: ":")
            guard parts.count == 2, let length = Int(parts[0]) else { continue }
            for id in parts[1].split(at: " ") { lengths[String(id)] = length }
        }
        return lengths
    }()
}

/// RFC 4648, section 6, with or without its padding.
enum Base32 {
    static func decoded(_ signs: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for sign in signs where sign != UInt8(ascii: "=") {
            let value: UInt8
            switch sign {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = sign - 0x41
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = sign - 0x32 + 26
            default: return nil
            }
            buffer = (buffer << 5 | UInt32(value)) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return bytes
    }
}
