import EventLoop
import Testing

@testable import HTTPServer

private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(parsing: text), "\(text)") }

@Suite struct IPAddressTests {
    @Test(
        arguments: [
            "0.0.0.0", "127.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1", "1::", "2001:db8::1", "fe80::1:2:3",
            "::ffff:192.0.2.1",
            "64:ff9b::192.0.2.33", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "ABCD:Ef01::",
            "2001:db8:0:0:1:0:0:1",
        ])
    func readAsTheSystemReadsThem(text: String) throws {
        let expected: IPAddress? =
            switch try SocketAddress(ip: text, port: 1) {
            case .ipv4(let bytes, _), .ipv6(let bytes, _, _): IPAddress(bytes: bytes)
            case .unix: nil
            }
        #expect(try address(text) == expected)
    }

    @Test(
        arguments: [
            "", ".", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.04", "1.2.3.4 ", " 1.2.3.4", "1.2.3.-4",
            "0x1.2.3.4",
            "1..3.4", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::",
            "::1.2.3",
            "::1.2.3.4.5", "1.2.3.4::", "::1.2.3.4:5", "fe80::1%eth0", "[::1]", "::1]", "1:", ":1", "1:2:3:4:5:6:7:", "localhost",
            "٣.1.1.1", String(repeating: "1:", count: 40), "::\0",
        ])
    func whatIsNone(text: String) { #expect(IPAddress(parsing: text) == nil) }

    @Test func anIPv4AddressWithinIPv6IsTheIPv4Address() throws {
        #expect(try address("::ffff:192.0.2.1") == address("192.0.2.1"))
        #expect(try address("192.0.2.77").masked == "192.0.2.0/24")
        #expect(try address("2001:db8:12:3456::1").masked == "2001:db8:12::/48")
        #expect(try address("2001:db8:1:2:3:4:5:6").customer == address("2001:db8:1:2::"))
        #expect(try address("192.0.2.1").customer == address("192.0.2.1"))
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
            ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe80::1", false), ("::/0", "192.0.2.1", true),
            ("2001:db8::/33", "2001:db8:8000::", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ])
    func addressesAreInTheirBlocks(text: String, member: String, isIn: Bool) throws {
        #expect(try #require(AddressBlock(parsing: text)).contains(address(member)) == isIn)
    }

    @Test(
        arguments: [
            "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0.1/8", "::1/129", "a/8", "10.0.0.0/+8",
        ])
    func whatIsNoBlock(text: String) { #expect(AddressBlock(parsing: text) == nil) }
}

/// Whom a proxy speaks for.
@Suite struct TrustedProxiesTests {
    private let proxies = TrustedProxies(["10.0.0.0/8", "fd00::/8"].compactMap { AddressBlock(parsing: $0) })

    private func client(_ fields: [String], peer: String = "10.0.0.1", header: TrustedProxies.Header = .xForwardedFor) throws
        -> IPAddress
    {
        var proxies = proxies
        proxies.header = header
        return proxies.client(
            of: try address(peer), HTTPHeaders(fields.map { .init(name: header.rawValue, value: $0) }))
    }

    @Test(
        arguments: [
            (["203.0.113.7"], "203.0.113.7"), (["6.6.6.6, 203.0.113.7"], "203.0.113.7"),
            (["6.6.6.6", "203.0.113.7"], "203.0.113.7"),
            (["203.0.113.7, 10.9.9.9"], "203.0.113.7"), (["203.0.113.7", "10.9.9.9, fd00::2"], "203.0.113.7"),
            (["203.0.113.7:4711"], "203.0.113.7"), (["[2001:db8::7]:4711"], "2001:db8::7"), (["2001:db8::7"], "2001:db8::7"),
            (["\t203.0.113.7 "], "203.0.113.7"), (["10.9.9.9"], "10.9.9.9"),
            // What a client wrote cannot hide what a proxy wrote behind it.
            (["\", 203.0.113.7"], "203.0.113.7"), (["garbage,, 203.0.113.7"], "203.0.113.7"),
            // A letter that joins what follows it, in one field and in front of another.
            (["\u{602}, 203.0.113.7"], "203.0.113.7"), (["\u{602}", "203.0.113.7, 10.9.9.9"], "203.0.113.7"),
            // What nobody can read hides what lies behind it; the nearest proxy answers for it.
            (["203.0.113.7, nonsense"], "10.0.0.1"), (["203.0.113.7, unknown, 10.9.9.9"], "10.9.9.9"), ([""], "10.0.0.1"),
            ([], "10.0.0.1"),
            (["1.2.3.4:99999999"], "10.0.0.1"), (["[1.2.3.4]"], "10.0.0.1"), (["[::1"], "10.0.0.1"),
        ] as [([String], String)])
    func xForwardedForTheNearestHopThatIsNoProxyOfOurs(fields: [String], expected: String) throws {
        #expect(try client(fields) == address(expected))
    }

    @Test(
        arguments: [
            (["for=203.0.113.7"], "203.0.113.7"), (["For=\"[2001:db8::7]:80\";proto=https;by=10.0.0.1"], "2001:db8::7"),
            (["for=6.6.6.6, for=203.0.113.7;host=\"a,b;for=9.9.9.9\""], "203.0.113.7"),
            (["for=203.0.113.7, for=10.1.1.1"], "203.0.113.7"),
            (["for=_hidden"], "10.0.0.1"), (["for=unknown"], "10.0.0.1"), (["proto=https"], "10.0.0.1"),
            (["for=1.1.1.1;for=2.2.2.2"], "10.0.0.1"),
            (["for"], "10.0.0.1"), (["for=\"203.0.113.7"], "10.0.0.1"),
        ] as [([String], String)])
    func theForwardedHeaderIsRead(fields: [String], expected: String) throws {
        #expect(try client(fields, header: .forwarded) == address(expected))
    }

    @Test func nobodyElseIsBelievedAndTheOtherHeaderIsNotRead() throws {
        #expect(try client(["203.0.113.7"], peer: "192.0.2.1") == address("192.0.2.1"))
        let proxy = try address("10.0.0.1")
        #expect(proxies.client(of: proxy, ["Forwarded": "for=203.0.113.7"]) == proxy)
    }

    @Test func aLongChainIsReadToALimit() throws {
        let chain = (["203.0.113.7"] + [String](repeating: "10.1.1.1", count: 10_000)).joined(separator: ", ")
        #expect(try client([chain]) == address("10.1.1.1"))
    }
}

@Suite struct ProxyHeaderTests {
    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]

    private func binary(_ command: UInt8, _ family: UInt8, _ rest: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? rest.count
        return Self.signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
    }

    /// Reads it byte by byte and as a whole, with something behind it.
    private func read(_ bytes: [UInt8]) throws -> IPAddress? {
        for count in bytes.indices { #expect(try ProxyHeader.read(bytes[..<count]) == .needMore) }
        guard case .whole(let length, let source) = try ProxyHeader.read((bytes + Array("GET".utf8))[...]) else {
            Issue.record("not whole")
            return nil
        }
        #expect(length == bytes.count)
        return source
    }

    @Test func version1() throws {
        #expect(try read(Array("PROXY TCP4 203.0.113.7 10.0.0.1 4711 80\r\n".utf8)) == address("203.0.113.7"))
        #expect(try read(Array("PROXY TCP6 2001:db8::7 ::1 4711 80\r\n".utf8)) == address("2001:db8::7"))
        #expect(try read(Array("PROXY UNKNOWN\r\n".utf8)) == nil)
        #expect(try read(Array("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n".utf8)) == nil)
    }

    @Test func version2WithExtensionsBehindTheAddresses() throws {
        let ports: [UInt8] = [0x12, 0x67, 0, 80]
        #expect(try read(binary(0x21, 0x11, [203, 0, 113, 7, 10, 0, 0, 1] + ports)) == address("203.0.113.7"))
        #expect(try read(binary(0x21, 0x11, [203, 0, 113, 7, 10, 0, 0, 1] + ports + [4, 0, 1, 0])) == address("203.0.113.7"))
        let six = try address("2001:db8::7")
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: six.high >> (56 - 8 * $0)) } + [0, 0, 0, 0, 0, 0, 0, 7]
        #expect(try read(binary(0x21, 0x21, bytes + [UInt8](repeating: 1, count: 16) + ports)) == six)
        #expect(try read(binary(0x20, 0x00, [])) == nil)
        #expect(try read(binary(0x20, 0x11, [1, 2, 3, 4, 5, 6, 7, 8] + ports)) == nil)
        #expect(try read(binary(0x21, 0x31, [UInt8](repeating: 0, count: 216))) == nil)
    }

    @Test(
        arguments: [
            "GET / HTTP/1.1\r\n", "PROXX", "proxy TCP4", "PROXY\r\n", "PROXY TCP4\r\n", "PROXY TCP5 1.2.3.4 1.2.3.4 1 2\r\n",
            "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 65536\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 -1 2\r\n",
            "PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n", "PROXY TCP4 ::1 ::1 1 2\r\n", "PROXY TCP6 1.2.3.4 1.2.3.4 1 2\r\n",
            "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n", "PROXY TCP4 1.2.3 1.2.3.4 1 2\r\n",
            "PROXY UNKNOWN" + String(repeating: "x", count: 200),
        ])
    func whatIsNoHeaderOfVersion1(text: String) {
        #expect(throws: ProxyHeader.Malformed.self) { try ProxyHeader.read(Array(text.utf8)[...]) }
    }

    @Test func whatIsNoHeaderOfVersion2() {
        let broken: [[UInt8]] = [
            [0x0D, 0x0A, 0x0D, 0x0B], binary(0x11, 0x11, []), binary(0x22, 0x11, []), binary(0x21, 0x11, [1, 2, 3]),
            binary(0x21, 0x21, [UInt8](repeating: 0, count: 35)),
            binary(0x21, 0x77, [UInt8](repeating: 0, count: 36)), binary(0x21, 0x11, [], length: 65_535),
        ]
        for bytes in broken { #expect(throws: ProxyHeader.Malformed.self) { try ProxyHeader.read(bytes[...]) } }
    }
}

@Suite struct CORSPolicyTests {
    private let policy = CORSPolicy(
        .these(["https://app.example"]), requestHeaders: ["Authorization"], responseHeaders: ["Location", "Upload-Offset"])

    private func fields(_ policy: CORSPolicy, _ headers: HTTPHeaders) -> HTTPHeaders { HTTPHeaders(policy.fields(for: headers)) }

    @Test func aKnownOriginIsNamedAndCachesAreToldThatAnswersDiffer() {
        let answer = fields(policy, ["Origin": "https://app.example"])
        #expect(answer["access-control-allow-origin"] == "https://app.example")
        #expect(answer["access-control-expose-headers"] == "Location, Upload-Offset")
        #expect(answer["vary"] == "Origin")
        #expect(answer["access-control-allow-credentials"] == nil)
    }

    @Test(
        arguments: ["https://evil.example", "https://app.example.evil", "http://app.example", "https://app.example/", "null", ""])
    func othersGetNothing(origin: String) {
        #expect(fields(policy, ["Origin": origin]) == ["Vary": "Origin"])
        #expect(policy.preflightFields(for: ["Origin": origin], allow: "GET").isEmpty)
    }

    @Test func everyOrigin() {
        #expect(fields(CORSPolicy(.all), ["Origin": "https://any.example"]) == ["Access-Control-Allow-Origin": "*"])
        #expect(fields(CORSPolicy(.all), [:]).isEmpty)
    }

    @Test func aPreflightLearnsMethodsAndHeaders() {
        let request: HTTPHeaders = ["Origin": "https://app.example", "Access-Control-Request-Method": "PATCH"]
        #expect(CORSPolicy.isPreflight(.options, request))
        #expect(!CORSPolicy.isPreflight(.options, ["Origin": "https://app.example"]))
        #expect(!CORSPolicy.isPreflight(.get, request))
        let answer = HTTPHeaders(policy.preflightFields(for: request, allow: "HEAD, PATCH"))
        #expect(answer["access-control-allow-methods"] == "HEAD, PATCH")
        #expect(answer["access-control-allow-headers"] == "Authorization")
        #expect(answer["access-control-max-age"] == "7200")
    }

    @Test func whatAConfiguredOriginMustLookLike() {
        for origin in ["https://app.example", "http://localhost:3000", "https://[::1]:8443"] {
            #expect(CORSPolicy.isOrigin(origin))
        }
        for text in [
            "", "*", "app.example", "https://", "https://App.example", "https://app.example/", "https://a@b", "ftp://a",
            "https://a b",
        ] {
            #expect(!CORSPolicy.isOrigin(text), "\(text)")
        }
    }
}
