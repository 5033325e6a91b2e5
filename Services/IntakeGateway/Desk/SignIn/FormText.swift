/// Names and values as a form or a query has them.
enum FormText {
    static func encoded(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    /// All but the unreserved characters of RFC 3986 is escaped.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A URL with these parameters behind those that it has.
    static func url(_ base: String, _ pairs: [(String, String)]) -> String {
        "\(base)\(base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")\(encoded(pairs))"
    }
}
