/// Derives host, body framing and connection handling from the header section (RFC 9112 §3.2, §6, §9.3). Strict: it
/// refuses every head that two parsers could read differently.
extension RequestHead {
    init(_ line: RequestLine, _ headers: HTTPHeaders) throws(RequestFault) {
        let connection = ConnectionFields(headers)
        method = line.method
        target = line.target
        version = line.version
        self.headers = headers
        host = try Self.host(line, connection)
        framing = try Self.framing(connection, line.version)
        expectsContinue = try Self.expectsContinue(connection, line.version)
        keepsAlive = Self.keepsAlive(connection.hasConnection ? headers : nil, line.version)
    }

    /// The fields about the connection, found in one pass: the first of each name, and how often each occurs.
    private struct ConnectionFields {
        var host: (first: String?, count: Int) = (nil, 0)
        var length: (first: String?, count: Int) = (nil, 0)
        var coding: (first: String?, count: Int) = (nil, 0)
        var expectation: String?
        var hasConnection = false

        init(_ headers: HTTPHeaders) {
            for field in headers.fields {
                switch field.name.utf8.count {
                case 4 where HTTPHeaders.isSame(field.name, "host"): Self.note(field, &host)
                case 6 where HTTPHeaders.isSame(field.name, "expect"): expectation = expectation ?? field.value
                case 10 where HTTPHeaders.isSame(field.name, "connection"): hasConnection = true
                case 14 where HTTPHeaders.isSame(field.name, "content-length"): Self.note(field, &length)
                case 17 where HTTPHeaders.isSame(field.name, "transfer-encoding"): Self.note(field, &coding)
                default: continue
                }
            }
        }

        private static func note(_ field: HTTPHeaders.Field, _ found: inout (first: String?, count: Int)) {
            if found.count == 0 { found.first = field.value }
            found.count += 1
        }
    }

    private static func host(_ line: RequestLine, _ fields: ConnectionFields) throws(RequestFault) -> String? {
        // HTTP/1.0 has no Host; load balancers still use it for their checks.
        guard fields.host.count == 1 || fields.host.count == 0 && line.version == .oneDotZero else {
            throw RequestFault(.malformedHost)
        }
        if let host = fields.host.first, !isHost(host) { throw RequestFault(.malformedHost) }
        return line.authority ?? fields.host.first
    }

    /// Whether the text has only the characters of `uri-host [":" port]` (RFC 3986 §3.2.2). Empty is allowed.
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
            guard bytes[..<end].allSatisfy(ASCII.isHostName) else { return false }
            rest = bytes[end...]
        }
        guard let mark = rest.first else { return true }
        return mark == ASCII.colon && rest.count <= 6 && rest.dropFirst().allSatisfy(ASCII.isDigit)
    }

    private static func framing(_ fields: ConnectionFields, _ version: HTTPVersion) throws(RequestFault) -> Framing {
        if let coding = fields.coding.first {
            guard fields.length.count == 0, version == .oneDotOne else { throw RequestFault(.ambiguousLength) }
            guard fields.coding.count == 1, HTTPHeaders.isSame(coding, "chunked") else {
                throw RequestFault(.unsupportedTransferCoding)
            }
            return .chunked
        }
        guard let length = fields.length.first else { return .none }
        guard fields.length.count == 1 else { throw RequestFault(.ambiguousLength) }
        let digits = length.utf8
        // Eighteen digits fit an Int; a list, a sign or a blank is no digit.
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(ASCII.isDigit) else { throw RequestFault(.malformedLength) }
        return .length(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    private static func expectsContinue(_ fields: ConnectionFields, _ version: HTTPVersion) throws(RequestFault) -> Bool {
        guard let expectation = fields.expectation, version == .oneDotOne else { return false }
        guard HTTPHeaders.isSame(expectation, "100-continue") else { throw RequestFault(.unsupportedExpectation) }
        return true
    }

    /// `headers` is nil if there is no Connection field.
    private static func keepsAlive(_ headers: HTTPHeaders?, _ version: HTTPVersion) -> Bool {
        guard let headers else { return version == .oneDotOne }
        let options = headers.list("connection").map(String.init)
        if options.contains(where: { HTTPHeaders.isSame($0, "close") }) { return false }
        return version == .oneDotOne || options.contains { HTTPHeaders.isSame($0, "keep-alive") }
    }
}
