import Testing

@testable import HTTPServer

/// What a connection made of the bytes that a client sent.
private enum Verdict: Hashable {
    /// So many whole requests, and nothing left over.
    case taken(Int)
    /// So many whole requests, then a refusal with this status and the end of the connection.
    case refused(Int, after: Int)
    /// So many whole requests, then the beginning of one.
    case unfinished(after: Int)
}

private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let verdict: Verdict

    init(_ name: String, _ text: String, _ verdict: Verdict) {
        self.init(name, Array(text.utf8), verdict)
    }

    init(_ name: String, _ bytes: [UInt8], _ verdict: Verdict) {
        testDescription = name
        self.bytes = bytes
        self.verdict = verdict
    }

    /// A POST with these fields and this body.
    static func post(_ name: String, _ fields: String, _ body: String = "", _ verdict: Verdict) -> Case {
        Case(name, "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)", verdict)
    }

    /// A POST with a chunked body.
    static func chunked(_ name: String, _ body: String, _ verdict: Verdict) -> Case {
        post(name, "Transfer-Encoding: chunked\r\n", body, verdict)
    }

    /// A GET with one more field line.
    static func get(_ name: String, _ line: String, _ verdict: Verdict) -> Case {
        Case(name, "GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n", verdict)
    }
}

/// Feeds the bytes in pieces, answers every whole request, and tells how it ended.
private func examine(_ bytes: [UInt8], pieces: Int) -> Verdict {
    var connection = ConnectionState(limits: .init(target: 100, head: 1000, fields: 20))
    var rest = bytes[...]
    var count = 0
    func complete() -> Bool {
        count += 1
        _ = connection.beginAnswer(status: 204, headers: [:], length: .known(0), date: "D", mayReadOn: 0)
        _ = connection.endAnswer()
        guard connection.disposition() == .reuse else { return false }
        connection.nextCycle()
        return true
    }
    while true {
        switch connection.nextEvent() {
        case .needData:
            guard !rest.isEmpty else {
                return connection.reading == .idle && connection.buffered == 0 ? .taken(count) : .unfinished(after: count)
            }
            connection.receive(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        case .request, .body:
            if connection.reading == .complete, !complete() { return .taken(count) }
        case .endOfBody: if !complete() { return .taken(count) }
        case .fault(let fault): return .refused(fault.status, after: count)
        case .ended, .disconnected, .paused: return .unfinished(after: count)
        }
    }
}

@Suite struct StrictnessTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    // MARK: - What honest clients send

    private static let accepted: [Case] = [
        .get("tab in a value", "X: a\tb\r\n", .taken(1)),
        Case(
            "obs-text in a value", Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xE9, 0xFF] + Array("\r\n\r\n".utf8),
            .taken(1)),
        Case("one empty line before a request", "\r\n" + get, .taken(1)),
        Case("one empty line between requests", get + "\r\n" + get, .taken(2)),
        Case("absolute-form target", "GET http://b:8080/x?y HTTP/1.1\r\nHost: a\r\n\r\n", .taken(1)),
        Case("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .taken(1)),
        Case("HTTP/1.0 without Host", "OPTIONS / HTTP/1.0\r\n\r\n", .taken(1)),
        .get(
            "Upgrade is ignored", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n", .taken(1)
        ),
        .get("empty value", "X:\r\n", .taken(1)),
        .get("blanks around a value", "X: \t a \t\r\n", .taken(1)),
        .post("blanks around a length", "Content-Length: \t3 \r\n", "abc", .taken(1)),
        .post("tab before the coding", "Transfer-Encoding:\tchunked\r\n", "0\r\n\r\n", .taken(1)),
        .post("coding in any case", "tRANSFER-eNCODING: cHuNkEd\r\n", "0\r\n\r\n", .taken(1)),
        .chunked(
            "chunk size in either case, with zeros before it", "0a\r\n0123456789\r\n0A\r\n0123456789\r\n0\r\n\r\n", .taken(1)),
        .chunked("fifteen digits", "000000000000003\r\nabc\r\n0\r\n\r\n", .taken(1)),
        .chunked("several zeros end the body", "000\r\n\r\n", .taken(1)),
        .chunked("extensions are skipped", "3;a;b=c;d=\"e;f\"\r\nabc\r\n0;g\r\n\r\n", .taken(1)),
        .chunked("trailers", "3\r\nabc\r\n0\r\nX: y\r\nZ: w\r\n\r\n", .taken(1)),
        Case("a body with GET", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + get, .taken(2)),
        Case("pipelined requests", get + get + get, .taken(3)),
        Case(
            "pipelined after a chunked body", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + get,
            .taken(2)),
        Case("method that nobody knows", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", .taken(1)),
        Case("Connection: close ends it", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get, .taken(1)),
    ]

    // MARK: - What smugglers send

    private static let framing: [Case] = [
        .post(
            "Content-Length and Transfer-Encoding", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n",
            .refused(400, after: 0)),
        .post(
            "Transfer-Encoding and Content-Length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n",
            .refused(400, after: 0)),
        .post("two different lengths", "Content-Length: 3\r\nContent-Length: 4\r\n", "abc", .refused(400, after: 0)),
        .post("the same length twice", "Content-Length: 3\r\nContent-Length: 3\r\n", "abc", .refused(400, after: 0)),
        .post("a list of lengths", "Content-Length: 3, 3\r\n", "abc", .refused(400, after: 0)),
        .post("a plus sign", "Content-Length: +3\r\n", "abc", .refused(400, after: 0)),
        .post("a minus sign", "Content-Length: -3\r\n", "abc", .refused(400, after: 0)),
        .post("a blank within a length", "Content-Length: 1 0\r\n", "0123456789", .refused(400, after: 0)),
        .post("a length in hex", "Content-Length: 0x3\r\n", "abc", .refused(400, after: 0)),
        .post("a length with letters", "Content-Length: a\r\n", "0123456789", .refused(400, after: 0)),
        .post("a length with an underscore", "Content-Length: 1_0\r\n", "0123456789", .refused(400, after: 0)),
        .post("a length with a fraction", "Content-Length: 3.0\r\n", "abc", .refused(400, after: 0)),
        .post("a length with a semicolon", "Content-Length: 3;\r\n", "abc", .refused(400, after: 0)),
        .post("a length in quotes", "Content-Length: \"3\"\r\n", "abc", .refused(400, after: 0)),
        .post("an empty length", "Content-Length:\r\n", "abc", .refused(400, after: 0)),
        .post("a length beyond 64 bits", "Content-Length: 18446744073709551619\r\n", "abc", .refused(400, after: 0)),
        .post("digits of another script", "Content-Length: \u{0663}\r\n", "abc", .refused(400, after: 0)),
        .post("a coding before chunked", "Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("a coding after chunked", "Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("chunked twice in one field", "Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post(
            "chunked twice in two fields", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n",
            .refused(501, after: 0)),
        .post("identity", "Transfer-Encoding: identity\r\nContent-Length: 3\r\n", "abc", .refused(400, after: 0)),
        .post("a coding that ends in chunked", "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("chunked with a parameter", "Transfer-Encoding: chunked;q=0\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("chunked in quotes", "Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("chunked and a comma", "Transfer-Encoding: chunked,\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("a comma and chunked", "Transfer-Encoding: ,chunked\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("an empty coding", "Transfer-Encoding:\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("vertical tab before the coding", "Transfer-Encoding: \u{0B}chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("form feed after the coding", "Transfer-Encoding: chunked\u{0C}\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("NUL in the coding", "Transfer-Encoding: chunked\0\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("no-break space before the coding", "Transfer-Encoding: \u{A0}chunked\r\n", "0\r\n\r\n", .refused(501, after: 0)),
        .post("blank before the colon of the coding", "Transfer-Encoding : chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("tab before the colon of the coding", "Transfer-Encoding\t: chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("blank before the name of the coding", " Transfer-Encoding: chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("line feed before the colon", "Transfer-Encoding\n: chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("line feed hides a field", "X: y\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("carriage return hides a field", "X: y\rTransfer-Encoding: chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("folded coding", "Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n", .refused(400, after: 0)),
        .post("folded length", "Content-Length:\r\n\t3\r\n", "abc", .refused(400, after: 0)),
        .post("an underscore makes another name", "Transfer_Encoding: chunked\r\n", "0\r\n\r\n", .refused(400, after: 1)),
        Case("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .refused(400, after: 0)),
        Case(
            "chunked in HTTP/1.0 with keep-alive",
            "POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .refused(400, after: 0)),
        .post(
            "a body longer than its length is a request", "Content-Length: 3\r\n", "abcX\u{1} / HTTP/1.1\r\n\r\n",
            .refused(400, after: 1)),
    ]

    private static let chunks: [Case] = [
        .chunked("a sign", "+3\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("a minus", "-1\r\n", .refused(400, after: 0)),
        .chunked("0x", "0x3\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("a letter beyond f", "g\r\n", .refused(400, after: 0)),
        .chunked("an underscore", "1_0\r\n", .refused(400, after: 0)),
        .chunked("no size", "\r\nabc", .refused(400, after: 0)),
        .chunked("an extension without a size", ";a\r\n", .refused(400, after: 0)),
        .chunked("sixteen digits", "0000000000000003\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("a size that would overflow", "ffffffffffffffff\r\n", .refused(400, after: 0)),
        .chunked("a blank before the size", " 3\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("a blank after the size", "3 \r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("a blank before the extension", "3 ;a\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("bare line feed after the size", "3\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("bare carriage return after the size", "3\rabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("bare line feed in an extension", "3;a\nb\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("bare carriage return in an extension", "3;a\rb\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("line break in a quoted extension", "3;a=\"\r\nabc\r\n0\r\n\r\n\"\r\n", .refused(400, after: 1)),
        .chunked("NUL in an extension", "3;\0\r\nabc\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("bare line feed after the data", "3\r\nabc\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("bare carriage return after the data", "3\r\nabc\r0\r\n\r\n", .refused(400, after: 0)),
        .chunked("no line break after the data", "3\r\nabc0\r\n\r\n", .refused(400, after: 0)),
        .chunked("more data than the size", "3\r\nabcd\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("two carriage returns", "3\r\nabc\r\r\n0\r\n\r\n", .refused(400, after: 0)),
        .chunked("bare line feed ends the body", "0\r\n\n", .refused(400, after: 0)),
        .chunked("bare line feed after the last chunk", "0\n\r\n", .refused(400, after: 0)),
        .chunked("bare line feed in a trailer", "0\r\nX: y\nZ: w\r\n\r\n", .refused(400, after: 0)),
        .chunked("blank before the colon of a trailer", "0\r\nX : y\r\n\r\n", .refused(400, after: 0)),
        .chunked("folded trailer", "0\r\nX: y\r\n z\r\n\r\n", .refused(400, after: 0)),
        .chunked("no line break after the last chunk", "0\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        .chunked("unfinished", "3\r\nabc\r\n0\r\n", .unfinished(after: 0)),
    ]

    private static let heads: [Case] = [
        Case("bare line feed after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("bare line feed after a field", "GET / HTTP/1.1\r\nHost: a\n\r\n", .refused(400, after: 0)),
        Case("bare line feed ends the head", "GET / HTTP/1.1\r\nHost: a\r\n\n", .refused(400, after: 0)),
        Case("two carriage returns", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("bare carriage return in the request line", "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("bare carriage return before a field", "GET / HTTP/1.1\r\nHost: a\r\n\rX: y\r\n\r\n", .refused(400, after: 0)),
        Case("two empty lines before a request", "\r\n\r\n" + get, .refused(400, after: 0)),
        Case("bare line feed before a request", "\n" + get, .refused(400, after: 0)),
        Case("blank before the method", " " + get, .refused(400, after: 0)),
        .get("blank before the colon", "X : y\r\n", .refused(400, after: 0)),
        .get("folded line", "X: y\r\n z\r\n", .refused(400, after: 0)),
        Case(
            "field that begins with a blank after the request line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", .refused(400, after: 0)
        ),
        .get("NUL in a value", "X: a\0b\r\n", .refused(400, after: 0)),
        .get("NUL in a name", "X\0: a\r\n", .refused(400, after: 0)),
        .get("control byte in a value", "X: a\u{1B}b\r\n", .refused(400, after: 0)),
        .get("DEL in a value", "X: a\u{7F}b\r\n", .refused(400, after: 0)),
        .get("no colon", "X\r\n", .refused(400, after: 0)),
        .get("no name", ": y\r\n", .refused(400, after: 0)),
        .get("brackets in a name", "X[0]: y\r\n", .refused(400, after: 0)),
        .get("name beyond ASCII", "Ü: y\r\n", .refused(400, after: 0)),
        Case("no Host in 1.1", "GET / HTTP/1.1\r\n\r\n", .refused(400, after: 0)),
        .get("two Hosts", "Host: b\r\n", .refused(400, after: 0)),
        .get("Host twice the same", "host: a\r\n", .refused(400, after: 0)),
        Case("two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", .refused(400, after: 0)),
        Case("a list of Hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .refused(400, after: 0)),
        Case("Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .refused(400, after: 0)),
        Case("Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", .refused(400, after: 0)),
        Case("Host with a blank", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .refused(400, after: 0)),
        Case("two blanks in the request line", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("a tab in the request line", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("blank after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("HTTP/0.9", "GET /\r\n", .refused(400, after: 0)),
        Case("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", .refused(505, after: 0)),
        Case("HTTP/2.0", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .refused(505, after: 0)),
        Case("version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("version with more digits", "GET / HTTP/1.01\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("a fragment", "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("NUL in the target", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("a target beyond ASCII", "GET /ü HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("a target without a slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("another scheme", "GET file:///etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("a user in the target", "GET http://b@a/ HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("* for another method", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400, after: 0)),
        Case("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", .refused(501, after: 0)),
        Case("TLS on the plain port", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01], .refused(400, after: 0)),
        Case(
            "a header of the PROXY protocol that nobody asked for", "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n" + get,
            .refused(400, after: 0)),
        .get("an expectation that nobody knows", "Expect: 100-continue, x\r\n", .refused(417, after: 0)),
        Case(
            "a target over its limit", "GET /\(String(repeating: "a", count: 200)) HTTP/1.1\r\nHost: a\r\n\r\n",
            .refused(414, after: 0)),
        .get("a head over its limit", "X: \(String(repeating: "a", count: 1000))\r\n", .refused(431, after: 0)),
        .get("a head of too many fields", String(repeating: "X: a\r\n", count: 30), .refused(431, after: 0)),
        .chunked("trailers over their limit", "0\r\nX: \(String(repeating: "a", count: 1000))\r\n\r\n", .refused(431, after: 0)),
        Case("a fault after a good request", get + "GET / HTTP/1.1\r\nX : y\r\n\r\n" + get, .refused(400, after: 1)),
    ]

    @Test(arguments: accepted)
    private func acceptedWholeAndByteByByte(_ example: Case) { check(example) }

    @Test(arguments: framing)
    private func lengthsAndCodingsThatTwoParsersCouldReadDifferently(_ example: Case) { check(example) }

    @Test(arguments: chunks)
    private func chunksThatTwoParsersCouldReadDifferently(_ example: Case) { check(example) }

    @Test(arguments: heads)
    private func headsThatTwoParsersCouldReadDifferentlyOrThatAreTooMuch(_ example: Case) { check(example) }

    private func check(_ example: Case) {
        for pieces in [example.bytes.count, 1, 7] {
            #expect(examine(example.bytes, pieces: pieces) == example.verdict, "in pieces of \(pieces)")
        }
    }
}
