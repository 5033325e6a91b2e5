/// Text within HTML and XML, and data within a script. All text that is not our own markup must pass through here.
///
/// It works on bytes: a `Character` may contain more than the sign that ends a text. U+0600 and “<” are one `Character`,
/// and so are “<” and a combining mark, while a browser sees each scalar separately.
public enum HTML {
    /// Safe between tags, and in a quoted attribute value of either kind of quotes.
    public static func escaped(_ text: some StringProtocol) -> String {
        replacing(text) { byte in
            switch byte {
            case UInt8(ascii: "&"): "&amp;"
            case UInt8(ascii: "<"): "&lt;"
            case UInt8(ascii: ">"): "&gt;"
            case UInt8(ascii: "\""): "&quot;"
            case UInt8(ascii: "'"): "&#39;"
            default: nil
            }
        }
    }

    /// JSON for a `script` element: it can neither end the element nor begin a comment.
    public static func island(_ json: some StringProtocol) -> String {
        replacing(json) { byte in
            switch byte {
            // In JSON these stand within strings alone.
            case UInt8(ascii: "&"): "\\u0026"
            case UInt8(ascii: "<"): "\\u003c"
            case UInt8(ascii: ">"): "\\u003e"
            default: nil
            }
        }
    }

    /// Replaces only ASCII, which is never part of another scalar in UTF-8: the text stays valid.
    private static func replacing(_ text: some StringProtocol, _ replacement: (UInt8) -> String?) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if let replacement = replacement(byte) { bytes += replacement.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
