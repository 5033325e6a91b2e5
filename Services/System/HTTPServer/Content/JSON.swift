/// JSON in messages.
public enum JSON {
    /// Encodes with sorted keys and dates by RFC 3339. A value that cannot be encoded (a non-finite number) becomes
    /// `null`: that is a programming error, which must not close a connection.
    public static func bytes(of value: some Encodable) -> [UInt8] {
        let output = JSONOutput()
        do {
            try output.write(value: value)
            return output.bytes
        } catch {
            return Array("null".utf8)
        }
    }

    /// The name of a member in a JSON Pointer (RFC 6901, section 3).
    public static func pointerToken(_ name: String) -> String {
        // By bytes: a character may join the slash before it.
        let bytes = name.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "~"): Array("~0".utf8)
            case ASCII.slash: Array("~1".utf8)
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
