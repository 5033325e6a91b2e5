/// Text within HTML and XML, and data within a script. Whatever is not markup of ours goes through here.
///
/// By bytes: a `Character` may hold more than the sign that ends a text. U+0600 and “<” are one, and so are “<” and a combining mark,
/// while a browser looks at each scalar by itself.
public enum HTML {
    /// Safe between tags, and in an attribute's value between quotation marks of either kind.
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

    /// JSON that may stand within a `script` element: nothing in it ends that, or begins a comment.
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

    /// Only ASCII is replaced, which is no part of another scalar in UTF-8: so the text stays valid.
    private static func replacing(_ text: some StringProtocol, _ replacement: (UInt8) -> String?) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if let replacement = replacement(byte) { bytes += replacement.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
