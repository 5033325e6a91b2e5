/// What the header section says about host, body and connection (RFC 9112 §3.2, §6, §9.3), strictly: whatever two parsers
/// could understand in two ways is refused.
extension RequestHead {
    init(_ line: RequestLine, _ headers: HTTPHeaders) throws(RequestFault) {
        method = line.method
        target = line.target
        version = line.version
        self.headers = headers
        host = try Self.host(line, headers)
        framing = try Self.framing(headers, line.version)
        expectsContinue = try Self.expectsContinue(headers, line.version)
        keepsAlive = Self.keepsAlive(headers, line.version)
    }

    private static func host(_ line: RequestLine, _ headers: HTTPHeaders) throws(RequestFault) -> String? {
        let hosts = headers.values(for: "host")
        // HTTP/1.0 has no Host; load balancers still use it for their checks.
        guard hosts.count == 1 || hosts.isEmpty && line.version == .oneDotZero else { throw RequestFault(.malformedHost) }
        if let host = hosts.first, !isHost(host) { throw RequestFault(.malformedHost) }
        return line.authority ?? hosts.first
    }

    /// Whether the text can be `uri-host [":" port]` (RFC 3986 §3.2.2), by its characters. Empty is allowed.
    static func isHost(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 512 else { return false }
        var rest = bytes[...]
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let literal = bytes[1..<end]
            guard !literal.isEmpty,
                literal.allSatisfy({ ASCII.hexValue($0) != nil || $0 == ASCII.colon || $0 == UInt8(ascii: ".") })
            else { return false }
            rest = bytes[(end + 1)...]
        } else {
            let end = bytes.firstIndex(of: ASCII.colon) ?? bytes.endIndex
            let isName = bytes[..<end].allSatisfy { byte in
                ASCII.isDigit(byte) || 0x61 <= ASCII.lowercased(byte) && ASCII.lowercased(byte) <= 0x7A
                    || "-._~%!$&'()*+=".utf8.contains(byte)
            }
            guard isName else { return false }
            rest = bytes[end...]
        }
        guard let mark = rest.first else { return true }
        return mark == ASCII.colon && rest.count <= 6 && rest.dropFirst().allSatisfy(ASCII.isDigit)
    }

    private static func framing(_ headers: HTTPHeaders, _ version: HTTPVersion) throws(RequestFault) -> Framing {
        let lengths = headers.values(for: "content-length")
        let codings = headers.values(for: "transfer-encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty, version == .oneDotOne else { throw RequestFault(.ambiguousLength) }
            guard codings.count == 1, HTTPHeaders.isSame(codings[0], "chunked") else {
                throw RequestFault(.unsupportedTransferCoding)
            }
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        guard lengths.count == 1 else { throw RequestFault(.ambiguousLength) }
        let digits = length.utf8
        // Eighteen digits fit an Int; a list, a sign or a blank is no digit.
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(ASCII.isDigit) else { throw RequestFault(.malformedLength) }
        return .length(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    private static func expectsContinue(_ headers: HTTPHeaders, _ version: HTTPVersion) throws(RequestFault) -> Bool {
        guard let expectation = headers["expect"], version == .oneDotOne else { return false }
        guard HTTPHeaders.isSame(expectation, "100-continue") else { throw RequestFault(.unsupportedExpectation) }
        return true
    }

    private static func keepsAlive(_ headers: HTTPHeaders, _ version: HTTPVersion) -> Bool {
        guard headers.contains("connection") else { return version == .oneDotOne }
        let options = headers.list("connection").map(String.init)
        if options.contains(where: { HTTPHeaders.isSame($0, "close") }) { return false }
        return version == .oneDotOne || options.contains { HTTPHeaders.isSame($0, "keep-alive") }
    }
}
