/// The parsed first line of a request (RFC 9112 §3). Strict: single spaces, no control characters, known versions.
struct RequestLine: Hashable, Sendable {
    let method: HTTPMethod
    let target: RequestHead.Target
    /// The authority of an absolute target.
    let authority: String?
    let version: HTTPVersion

    static func parse(_ line: ArraySlice<UInt8>, limits: RequestHeadParser.Limits) throws(RequestFault) -> RequestLine {
        guard let firstSpace = line.firstIndex(of: ASCII.space), let lastSpace = line.lastIndex(of: ASCII.space),
            firstSpace < lastSpace
        else { throw RequestFault(.malformedRequestLine) }
        let name = line[..<firstSpace]
        guard !name.isEmpty, name.count <= limits.method, name.allSatisfy(ASCII.isToken) else {
            throw RequestFault(.malformedRequestLine)
        }
        let method = HTTPMethod(rawValue: String(decoding: name, as: UTF8.self))
        let target = line[(firstSpace + 1)..<lastSpace]
        let version = try version(line[(lastSpace + 1)...])
        guard target.count <= limits.target else { throw RequestFault(.targetTooLong) }
        // Also refuses a second space, and everything beyond ASCII, which must be percent-encoded; `#` never goes out.
        guard !target.isEmpty, target.allSatisfy({ 0x21 <= $0 && $0 <= 0x7E && $0 != UInt8(ascii: "#") }) else {
            throw RequestFault(.malformedTarget)
        }
        guard method != .connect else { throw RequestFault(.unsupportedMethod) }
        let text = String(decoding: target, as: UTF8.self)
        if text == "*" {
            guard method == .options else { throw RequestFault(.malformedTarget) }
            return RequestLine(method: method, target: .asterisk, authority: nil, version: version)
        }
        if target.first == ASCII.slash {
            return RequestLine(method: method, target: origin(text[...]), authority: nil, version: version)
        }
        let (authority, rest) = try splitAbsolute(text)
        return RequestLine(method: method, target: rest, authority: authority, version: version)
    }

    private static func version(_ bytes: ArraySlice<UInt8>) throws(RequestFault) -> HTTPVersion {
        let start = bytes.startIndex
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), ASCII.isDigit(bytes[start + 5]),
            bytes[start + 6] == UInt8(ascii: "."), ASCII.isDigit(bytes[start + 7])
        else { throw RequestFault(.malformedRequestLine) }
        guard bytes[start + 5] == UInt8(ascii: "1") else { throw RequestFault(.unsupportedVersion) }
        switch bytes[start + 7] {
        case UInt8(ascii: "1"): return .oneDotOne
        case UInt8(ascii: "0"): return .oneDotZero
        default: throw RequestFault(.unsupportedVersion)
        }
    }

    private static func origin(_ text: Substring) -> RequestHead.Target {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return .origin(path: String(text), query: nil) }
        return .origin(path: String(text[..<mark]), query: String(text[text.utf8.index(after: mark)...]))
    }

    /// `http://authority/path?query`, which a server must accept (RFC 9112 §3.2.2).
    private static func splitAbsolute(_ text: String) throws(RequestFault) -> (String, RequestHead.Target) {
        let lower = text.prefix(8).lowercased()
        let schemeLength = lower.hasPrefix("http://") ? 7 : lower == "https://" ? 8 : 0
        guard schemeLength > 0 else { throw RequestFault(.malformedTarget) }
        let rest = text.dropFirst(schemeLength)
        let end = rest.utf8.firstIndex { $0 == ASCII.slash || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let authority = String(rest[..<end])
        guard !authority.isEmpty, RequestHead.isHost(authority) else { throw RequestFault(.malformedTarget) }
        let path = rest[end...]
        return (authority, origin(path.utf8.first == ASCII.slash ? path : "/" + path))
    }
}
