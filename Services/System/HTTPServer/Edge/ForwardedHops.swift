/// The addresses that proxies have added to a request, nearest first.
///
/// Any client can send these headers. Only hops that trusted proxies have written are used; earlier entries are ignored.
enum ForwardedHops {
    /// The most hops that are read. No chain has more proxies.
    private static let limit = 32

    /// The client's address: the nearest hop that is not a trusted proxy. Nil if all are trusted, or if the nearest one
    /// cannot be parsed.
    static func client(in headers: HTTPHeaders, header: TrustedProxies.Header, isTrusted: (IPAddress) -> Bool) -> IPAddress? {
        var nearest: IPAddress?
        for hop in hops(in: headers, header).reversed().prefix(limit) {
            // A hop that hides itself, or that nobody can read, hides what lies behind it.
            guard let address = hop.flatMap({ node($0) }) else { return nearest }
            nearest = address
            if !isTrusted(address) { return address }
        }
        return nearest
    }

    private static func hops(in headers: HTTPHeaders, _ header: TrustedProxies.Header) -> [Substring?] {
        switch header {
        case .xForwardedFor:
            // No quotes here: one that a client has sent must not swallow the comma of a proxy behind it. Nor may a letter that
            // joins what follows it, so bytes are looked at, not characters.
            headers.values(for: header.rawValue).flatMap { value in
                value.utf8.split(separator: ASCII.comma, omittingEmptySubsequences: false).map { Substring($0).trimmingBlanks() }
            }
        case .forwarded:
            headers.values(for: header.rawValue).flatMap { elements(of: $0, separator: ASCII.comma) }.map(parameterFor)
        }
    }

    /// The `for` parameter of an element of `Forwarded` (RFC 7239 §4); nil if there is none, or two.
    private static func parameterFor(_ element: Substring) -> Substring? {
        var found: Substring?
        for pair in elements(of: String(element), separator: ASCII.semicolon) {
            guard let mark = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            guard HTTPHeaders.isSame(String(pair[..<mark]), "for") else { continue }
            guard found == nil else { return nil }
            found = pair[pair.utf8.index(after: mark)...]
        }
        return found
    }

    /// The parts between separators outside of quotes, without surrounding blanks.
    private static func elements(of text: String, separator: UInt8) -> [Substring] {
        var parts: [Substring] = []
        var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(text[start..<index].trimmingBlanks())
                start = text.utf8.index(after: index)
            }
        }
        parts.append(text[start...].trimmingBlanks())
        return parts
    }

    /// An address, with or without port and quotes: `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`.
    static func node(_ text: Substring) -> IPAddress? {
        var text = text
        if text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") {
            text = Substring(text.utf8.dropFirst().dropLast())
        }
        guard text.utf8.count <= 64 else { return nil }
        if text.utf8.first == UInt8(ascii: "[") {
            guard let end = text.utf8.firstIndex(of: UInt8(ascii: "]")), isPort(text[text.utf8.index(after: end)...]) else {
                return nil
            }
            let inside = Substring(text[..<end].utf8.dropFirst())
            return inside.utf8.contains(ASCII.colon) ? IPAddress(parsing: inside) : nil
        }
        if text.utf8.count(where: { $0 == ASCII.colon }) == 1, let colon = text.utf8.firstIndex(of: ASCII.colon) {
            guard isPort(text[colon...]) else { return nil }
            text = text[..<colon]
        }
        return IPAddress(parsing: text)
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard let first = text.utf8.first else { return true }
        let digits = text.utf8.dropFirst()
        return first == ASCII.colon && (1...5).contains(digits.count) && digits.allSatisfy(ASCII.isDigit)
    }
}
