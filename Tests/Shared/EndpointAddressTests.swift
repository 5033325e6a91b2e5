import Shared
import Testing

@Suite struct EndpointAddressTests {
    @Test(arguments: [
        ("https://example.org", "example.org"), ("https://Example.org/hook?x=1", "example.org"),
        ("https://example.org:8443/a", "example.org"), ("https://example.org:443", "example.org"),
        ("https://93.184.216.34/hook", "93.184.216.34"), ("https://[2606:2800:220:1::1]:8443/", "[2606:2800:220:1::1]"),
        ("HTTPS://xn--bcher-kva.example/", "xn--bcher-kva.example"),
    ])
    func honestOnesPass(text: String, host: String) throws {
        let address = try EndpointAddress(text)
        #expect(address.text == text && address.host == host)
    }

    @Test(arguments: [
        ("http://example.org", EndpointAddressFault.notHTTPS), ("ftp://example.org", .notHTTPS), ("", .notHTTPS),
        ("//example.org", .notHTTPS), ("https:example.org", .notHTTPS), ("file:///etc/passwd", .notHTTPS),
        ("gopher://example.org", .notHTTPS),
        ("https://user:secret@example.org/", .hasCredentials), ("https://example.org@127.0.0.1/", .hasCredentials),
        ("https://example.org#@127.0.0.1/", .hasFragment), ("https://example.org\\@127.0.0.1/", .notASCII),
        ("https://exa mple.org", .notASCII), ("https://example.org/\r\nHost: x", .notASCII), ("https://exämple.org", .notASCII),
        ("https://example.org:22/", .oddPort), ("https://example.org:25", .oddPort), ("https://example.org:0", .oddPort),
        ("https://example.org:65536", .oddPort), ("https://example.org:-1", .oddPort), ("https://example.org:", .oddPort),
        ("https://example.org:443abc", .oddPort), ("https://", .noHost), ("https:///x", .noHost), ("https://.org", .noHost),
        ("https://a..b", .noHost), ("https://[::1", .noHost), ("https://[fe80::1%25eth0]/", .noHost), ("https://[x]/", .noHost),
        ("https://[1::2::3]/", .noHost), ("https://[1:2:3]/", .noHost), ("https://[12345::]/", .noHost),
        ("https://[:1:2::]/", .noHost), ("https://[::1.2.3]/", .noHost), ("https://[::1.2.3.04]/", .noHost),
        ("https://localhost/", .notPublic), ("https://printer.local", .notPublic), ("https://intranet", .notPublic),
        ("https://metadata.google.internal/", .notPublic), ("https://a.localhost", .notPublic),
        ("https://127.0.0.1/", .notPublic), ("https://10.0.0.1/", .notPublic), ("https://172.16.0.1/", .notPublic),
        ("https://192.168.1.1/", .notPublic), ("https://169.254.169.254/", .notPublic), ("https://0.0.0.0/", .notPublic),
        ("https://100.64.0.1/", .notPublic), ("https://224.0.0.1/", .notPublic), ("https://255.255.255.255/", .notPublic),
        ("https://2130706433/", .notPublic), ("https://127.1/", .notPublic), ("https://0x7f.0.0.1/", .notPublic),
        ("https://0177.0.0.1/", .notPublic), ("https://1.2.3.256/", .notPublic), ("https://1.2.3.4.5/", .notPublic),
        ("https://[::1]/", .notPublic), ("https://[::]/", .notPublic), ("https://[::ffff:127.0.0.1]/", .notPublic),
        ("https://[::ffff:93.184.216.34]/", .notPublic), ("https://[64:ff9b::7f00:1]/", .notPublic),
        ("https://[64:ff9b:1::1]/", .notPublic), ("https://[fe80::1]/", .notPublic), ("https://[fc00::1]/", .notPublic),
        ("https://[fd00:ec2::254]/", .notPublic), ("https://[2002:7f00:1::]/", .notPublic), ("https://[2001::1]/", .notPublic),
        ("https://[ff02::1]/", .notPublic), ("https://[2001:db8::1]/", .notPublic),
    ])
    func othersAreRefused(text: String, fault: EndpointAddressFault) {
        #expect(throws: fault) { try EndpointAddress(text) }
    }

    @Test func lengthIsBounded() {
        let path = String(repeating: "a", count: EndpointAddress.maximumLength)
        #expect(throws: EndpointAddressFault.tooLong) { try EndpointAddress("https://example.org/\(path)") }
    }

    @Test(arguments: ["http://127.0.0.1:9000/hook", "http://localhost/", "https://[::1]:81/", "http://receiver:80/"])
    func developmentAllowsOnesOwnNetwork(text: String) throws {
        #expect(try EndpointAddress(text, allowsPrivate: true).text == text)
    }

    /// Where a cloud gives out the machine's own credentials, in each spelling that leads there.
    @Test(arguments: [
        "169.254.169.254", "169.254.0.1", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "100.100.100.200",
        "168.63.129.16", "192.0.0.192", "[fe80::1]", "[febf::1]", "[::ffff:169.254.169.254]", "[::169.254.169.254]",
        "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1:a9fe:a9:fe00::]", "[64:ff9b:1::169.254.169.254]", "[2002:a9fe:a9fe::1]",
        "[2001:0:1::5601:5601]", "[fd00:ec2::254]", "[fd00:ec2::123]", "[fd20:ce::254]", "[fd00:42::42]", "[::ffff:0:a9fe:a9fe]",
    ])
    func developmentAllowsNoLinkLocalAddress(host: String) {
        #expect(throws: EndpointAddressFault.linkLocal) { try EndpointAddress("http://\(host)/latest", allowsPrivate: true) }
        #expect(throws: EndpointAddressFault.notPublic) { try EndpointAddress("https://\(host)/latest") }
    }

    @Test(arguments: ["169.253.255.255", "169.255.0.0", "[fec0::1]", "[fd00:ec3::1]", "[64:ff9b::7f00:1]", "[::1]", "2130706433"])
    func whatLiesBesideIsOnesOwnNetwork(host: String) throws {
        #expect(throws: Never.self) { try EndpointAddress("http://\(host)/", allowsPrivate: true) }
    }

    @Test(arguments: ["http://a:b@127.0.0.1/", "gopher://localhost/", "http://localhost/#x", "http://localhost:99999/"])
    func developmentAllowsNoNonsense(text: String) {
        #expect(throws: EndpointAddressFault.self) { try EndpointAddress(text, allowsPrivate: true) }
    }

    @Test func everyFaultHasItsWords() {
        #expect(Set(EndpointAddressFault.allCases.map(\.description)).count == EndpointAddressFault.allCases.count)
    }
}
