/// The page after signing in. It is always a page of the desk, whoever made the link.
struct ReturnPath: Sendable, Hashable {
    let text: String

    static let desk = ReturnPath(trusted: "/desk")
    private static let maximumLength = 512

    /// Nil for a text that could lead elsewhere: another host (`//`, or a backslash, which browsers read as a slash), a
    /// step upwards in any encoding, the sign-in itself, or no path.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // A dot, a slash or a backslash may come as an escape; no page of the desk has any in its path.
        guard !path.contains(UInt8(ascii: "%")) else { return nil }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard segments.count >= 2, segments[0].isEmpty, segments[1] == "desk" else { return nil }
        let rest = segments.dropFirst(2)
        guard !rest.contains("."), !rest.contains(".."), !rest.dropLast().contains(""),
            !["sign-in", "signed-in", "session"].contains(rest.first)
        else { return nil }
        self.text = text
    }

    private init(trusted text: String) { self.text = text }
}
