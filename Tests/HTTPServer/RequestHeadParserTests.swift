import Testing

@testable import HTTPServer

@Suite struct RequestHeadParserTests {
    // MARK: - What is accepted

    @Test(arguments: [false, true])
    func aPlainRequestWholeAndByteByByte(byteByByte: Bool) throws {
        let text = "POST /a/b?c=d&e HTTP/1.1\r\nHost: example.com:8080\r\nContent-Length: 3\r\nX: \t padded \t\r\n\r\n"
        let head = try #require(try parseHead(text, byteByByte: byteByByte))
        #expect(head.method == .post)
        #expect(head.target == .origin(path: "/a/b", query: "c=d&e"))
        #expect(head.version == .oneDotOne)
        #expect(head.host == "example.com:8080")
        #expect(head.framing == .length(3))
        #expect(head.headers["x"] == "padded")
        #expect(head.keepsAlive)
        #expect(!head.expectsContinue)
    }

    @Test func aHeadThatIsRepeatedIsReadOnceAndOneThatDiffersIsReadAnew() throws {
        var parser = RequestHeadParser(limits: .init())
        var buffer = ReceiveBuffer()
        let (first, second) = ("GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: b\r\n\r\n")
        var numbers: [Int] = []
        // Whole, pipelined, cut anywhere, and behind the empty line of an old client.
        buffer.append(Array((first + first + second + "\r\n" + second + first).utf8))
        var hosts: [String?] = []
        for _ in 0..<5 {
            hosts.append(try parser.parse(&buffer)?.host)
            numbers.append(parser.headNumber)
        }
        #expect(hosts == ["a", "a", "b", "b", "a"])
        #expect(numbers == [1, 1, 2, 3, 4])
        #expect(buffer.isEmpty)
        for byte in first.utf8.dropLast() {
            buffer.append([byte])
            #expect(try parser.parse(&buffer) == nil)
        }
        buffer.append([10])
        #expect(try parser.parse(&buffer)?.host == "a")
    }

    @Test func whatBeginsLikeTheHeadBeforeItIsNotTakenForIt() throws {
        for ending in ["\r\nX : 1\r\n\r\n", "\r\nHost: b\r\n\r\n", "\n\r\n"] {
            var parser = RequestHeadParser(limits: .init())
            var buffer = ReceiveBuffer()
            buffer.append(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\(ending)".utf8))
            #expect(try parser.parse(&buffer) != nil)
            #expect(throws: RequestFault.self) { _ = try parser.parse(&buffer) }
        }
    }

    @Test(
        arguments: [
            "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",  // one empty line before
            "GET / HTTP/1.1\r\nHost: a\r\nX: a\tb\r\n\r\n",  // a tab in a value
            "GET / HTTP/1.1\r\nHost: a\r\nX: \u{FC}ml\u{E4}ut\r\n\r\n",  // bytes beyond ASCII
            "GET / HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n",  // an empty value
            "GET / HTTP/1.1\r\nHost:\r\n\r\n",  // an empty host
            "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            "GET http://example.com/x?y HTTP/1.1\r\nHost: example.com\r\n\r\n",  // absolute form
            "GET HTTP://example.com HTTP/1.1\r\nHost: other\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
            "OPTIONS / HTTP/1.0\r\n\r\n",  // HAProxy's check
            "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
            "BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n",  // an unknown method is the router's to refuse
        ])
    func lenientWhereHonestClientsNeedIt(text: String) throws {
        #expect(try parseHead(text) != nil)
        #expect(try parseHead(text, byteByByte: true) != nil)
    }

    @Test func bytesThatAreNotUTF8AreKeptOneCharacterEach() throws {
        var parser = RequestHeadParser(limits: .init())
        var buffer = ReceiveBuffer()
        buffer.append(Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF, 0x80] + Array("\r\n\r\n".utf8))
        #expect(try parser.parse(&buffer)?.headers["x"] == "\u{FF}\u{80}")
    }

    @Test func anAbsoluteTargetOutranksHost() throws {
        let head = try #require(try parseHead("GET http://one.example?q HTTP/1.1\r\nHost: two.example\r\n\r\n"))
        #expect(head.host == "one.example")
        #expect(head.target == .origin(path: "/", query: "q"))
    }

    @Test(
        arguments: [
            ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
            ("HTTP/1.1", "Connection: x, CLOSE\r\n", false), ("HTTP/1.0", "", false),
            ("HTTP/1.0", "Connection: Keep-Alive\r\n", true), ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
        ])
    func keepAliveByVersionAndConnection(version: String, header: String, expected: Bool) throws {
        let head = try #require(try parseHead("GET / \(version)\r\nHost: a\r\n\(header)\r\n"))
        #expect(head.keepsAlive == expected)
    }

    @Test func twoHeadsInOnePieceAreTwoRequests() throws {
        var parser = RequestHeadParser(limits: .init())
        var buffer = ReceiveBuffer()
        buffer.append(Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET".utf8))
        #expect(try parser.parse(&buffer)?.target == .origin(path: "/1", query: nil))
        #expect(!parser.hasBegun)
        #expect(try parser.parse(&buffer)?.target == .origin(path: "/2", query: nil))
        #expect(try parser.parse(&buffer) == nil)
        #expect(parser.hasBegun)
    }

    // MARK: - What is refused

    @Test(
        arguments: [
            ("GET  / HTTP/1.1\r\n", .malformedTarget), ("GET /  HTTP/1.1\r\n", .malformedTarget),
            ("GET / HTTP/1.1 \r\n", .malformedRequestLine), (" GET / HTTP/1.1\r\n", .malformedRequestLine),
            ("GET\t/ HTTP/1.1\r\n", .malformedRequestLine), ("GET /\r\n", .malformedRequestLine),
            ("GET / http/1.1\r\n", .malformedRequestLine), ("GET / HTTP/1.10\r\n", .malformedRequestLine),
            ("GET / HTTP/1,1\r\n", .malformedRequestLine), ("GET / HTTP/2.0\r\n", .unsupportedVersion),
            ("GET / HTTP/0.9\r\n", .unsupportedVersion), ("GET / HTTP/1.2\r\n", .unsupportedVersion),
            ("G(T / HTTP/1.1\r\n", .malformedRequestLine), ("GET /\u{7F} HTTP/1.1\r\n", .malformedTarget),
            ("GET /ü HTTP/1.1\r\n", .malformedTarget), ("GET /#x HTTP/1.1\r\n", .malformedTarget),
            ("GET * HTTP/1.1\r\n", .malformedTarget), ("GET path HTTP/1.1\r\n", .malformedTarget),
            ("GET ftp://a/ HTTP/1.1\r\n", .malformedTarget), ("GET http:///x HTTP/1.1\r\n", .malformedTarget),
            ("GET http://u@a/ HTTP/1.1\r\n", .malformedTarget), ("CONNECT a:80 HTTP/1.1\r\n", .unsupportedMethod),
            ("\r\n\r\nGET / HTTP/1.1\r\n", .malformedRequestLine), ("\u{16}\u{3}\u{1}", .malformedRequestLine),
            ("GET /\rHTTP/1.1\r\n", .malformedRequestLine), ("GET /a\0b HTTP/1.1\r\n", .malformedTarget),
        ] as [(String, RequestFault.Reason)])
    func requestLinesAreRead(text: String, reason: RequestFault.Reason) {
        #expect(fault(in: text) == reason)
        #expect(fault(in: text, byteByByte: true) == reason)
    }

    @Test(
        arguments: [
            ("X : a\r\n", .malformedHeader), (" X: a\r\n", .lineFolding), ("\tX: a\r\n", .lineFolding),
            ("X: a\r\n folded\r\n", .lineFolding), (": a\r\n", .malformedHeader), ("X\r\n", .malformedHeader),
            ("X(Y): a\r\n", .malformedHeader), ("X: a\0b\r\n", .malformedHeader), ("X: a\u{1}b\r\n", .malformedHeader),
            ("X: a\u{7F}b\r\n", .malformedHeader), ("X: a\rb\r\n", .bareLineBreak), ("X: a\n", .bareLineBreak),
            ("X: a\r\r\n", .bareLineBreak), ("\n", .bareLineBreak),
        ] as [(String, RequestFault.Reason)])
    func headerFields(line: String, reason: RequestFault.Reason) {
        let text = "GET / HTTP/1.1\r\nHost: a\r\n" + line
        #expect(fault(in: text + "\r\n") == reason)
        #expect(fault(in: text + "\r\n", byteByByte: true) == reason)
    }

    @Test(arguments: ["GET / HTTP/1.1\nHost: a\n\n", "\nGET / HTTP/1.1\r\n"])
    func aBareLineFeedEndsNothing(text: String) { #expect(fault(in: text) == .bareLineBreak) }

    @Test(
        arguments: [
            "", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host: a b\r\n", "Host: a/b\r\n", "Host: u@a\r\n",
            "Host: a:b\r\n", "Host: a:1:2\r\n", "Host: [::1\r\n", "Host: [x]\r\n", "Host: a,b\r\n", "Host: a:123456\r\n",
        ])
    func hostsAreRead(headers: String) { #expect(fault(in: "GET / HTTP/1.1\r\n\(headers)\r\n") == .malformedHost) }

    @Test func aDoubledHostIsRefusedInHTTP10Too() {
        #expect(fault(in: "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n") == .malformedHost)
    }

    @Test(
        arguments: [
            ("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", .ambiguousLength),
            ("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n", .ambiguousLength),
            ("Content-Length: 1\r\nContent-Length: 2\r\n", .ambiguousLength),
            ("Content-Length: 1\r\nContent-Length: 1\r\n", .ambiguousLength),
            ("Content-Length: 1, 1\r\n", .malformedLength), ("Content-Length: +1\r\n", .malformedLength),
            ("Content-Length: -1\r\n", .malformedLength), ("Content-Length: 0x1\r\n", .malformedLength),
            ("Content-Length: 1 2\r\n", .malformedLength), ("Content-Length:\r\n", .malformedLength),
            ("Content-Length: 1234567890123456789\r\n", .malformedLength), ("Content-Length: 1.0\r\n", .malformedLength),
            ("Content-Length: \u{661}\r\n", .malformedLength),
            ("Transfer-Encoding: gzip\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding: gzip, chunked\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding: chunked, chunked\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding: identity\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding: xchunked\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding: \"chunked\"\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding:\r\n", .unsupportedTransferCoding),
            ("Transfer-Encoding: chunked;q=1\r\n", .unsupportedTransferCoding),
            ("Expect: 200-ok\r\n", .unsupportedExpectation),
        ] as [(String, RequestFault.Reason)])
    func framingThatTwoParsersCouldReadDifferently(headers: String, reason: RequestFault.Reason) {
        #expect(fault(in: "POST / HTTP/1.1\r\nHost: a\r\n\(headers)\r\n") == reason)
    }

    @Test func transferEncodingHasNoPlaceInHTTP10() {
        #expect(fault(in: "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n") == .ambiguousLength)
    }

    // MARK: - Limits

    @Test func aTargetOverItsLimitIsA414AsSoonAsItIs() {
        let limits = RequestHeadParser.Limits(target: 100, head: 1000, fields: 10)
        let fits = "/" + String(repeating: "a", count: 99)
        #expect(fault(in: "GET \(fits) HTTP/1.1\r\nHost: a\r\n\r\n", limits: limits) == nil)
        #expect(fault(in: "GET \(fits)a HTTP/1.1\r\n", limits: limits) == .targetTooLong)
        #expect(fault(in: "GET /" + String(repeating: "a", count: 200), limits: limits, byteByByte: true) == .targetTooLong)
        #expect(RequestFault(.targetTooLong).status == 414)
    }

    @Test func aHeadOverItsLimitIsA431InOneLongLineOrManyShortOnes() {
        let limits = RequestHeadParser.Limits(target: 100, head: 500, fields: 1000)
        let start = "GET / HTTP/1.1\r\nHost: a\r\n"
        #expect(fault(in: start + "X: " + String(repeating: "a", count: 600), limits: limits, byteByByte: true) == .headTooLarge)
        #expect(fault(in: start + String(repeating: "X: a\r\n", count: 200), limits: limits) == .headTooLarge)
        #expect(RequestFault(.headTooLarge).status == 431)
    }

    @Test func tooManyFieldsAreA431() {
        let limits = RequestHeadParser.Limits(target: 100, head: 5000, fields: 10)
        let text = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: a\r\n", count: 10)
        #expect(fault(in: text, limits: limits) == .tooManyHeaders)
    }

    @Test(arguments: 0..<50)
    func noInputHoweverBrokenDoesMoreThanRefuse(seed: Int) {
        var random = LinearCongruential(seed: UInt64(seed))
        let template = Array("POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc".utf8)
        for _ in 0..<200 {
            var bytes = template
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            var connection = ConnectionState(limits: .init(target: 50, head: 200, fields: 5))
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                connection.receive(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
                for _ in 0..<8 { if connection.nextEvent() == .needData { break } }
            }
        }
    }
}

/// Random enough, and the same every time.
struct LinearCongruential: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
