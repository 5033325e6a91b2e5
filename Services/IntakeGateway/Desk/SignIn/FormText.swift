import Crypto

/// Encodes and decodes the names and values of forms and queries.
enum FormText {
    static func encoded(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String { SignatureV4.escaped(text) }

    /// A URL with these parameters appended.
    static func url(_ base: String, _ pairs: [(String, String)]) -> String {
        "\(base)\(base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")\(encoded(pairs))"
    }
}
