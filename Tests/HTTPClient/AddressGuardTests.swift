import EventLoop
import Glibc
import HTTPClient
import Shared
import Testing

@Suite(.timeLimit(.minutes(1))) struct AddressGuardTests {
    private func bytes(_ text: String, _ family: CInt, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try #require(inet_pton(family, text, &bytes) == 1)
        return bytes
    }

    private func ipv4(_ text: String) throws -> UInt32 { try bytes(text, AF_INET, 4).reduce(0) { $0 << 8 | UInt32($1) } }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255", "127.0.0.1",
        "127.255.0.1", "169.254.169.254", "168.63.129.16", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1",
        "192.168.1.1",
        "192.88.99.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255",
    ])
    func addressesOfNoPublicNetwork(text: String) throws { #expect(!AddressRanges.isPublic(ipv4: try ipv4(text))) }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
        "168.63.129.17", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.1.1", "198.17.255.255",
        "198.20.0.0", "223.255.255.255",
    ])
    func addressesOfThePublicInternet(text: String) throws { #expect(AddressRanges.isPublic(ipv4: try ipv4(text))) }

    @Test(arguments: [
        "::", "::1", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "::8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1", "2001::1",
        "2001:0:4136::1", "2001:db8::1", "2001:1ff:ffff::1", "2002:7f00:1::1", "2002:a00:1::", "2002:808:808::1", "3fff::1",
        "3fff:fff::1", "fc00::1",
        "fd00:ec2::254",
        "fe80::1", "fec0::1", "ff02::1", "4000::1",
    ])
    func longAddressesOfNoPublicNetwork(text: String) throws {
        #expect(!AddressRanges.isPublic(ipv6: try bytes(text, AF_INET6, 16)))
    }

    @Test(arguments: ["2001:4860:4860::8888", "2606:4700::1111", "2001:200::1", "2a00::1", "2003::1", "3fff:1000::1", "3ffe::1"])
    func longAddressesOfThePublicInternet(text: String) throws {
        #expect(AddressRanges.isPublic(ipv6: try bytes(text, AF_INET6, 16)))
    }

    @Test(arguments: ["169.254.0.0", "169.254.169.254", "169.254.255.255", "100.100.100.200", "168.63.129.16", "192.0.0.192"])
    func metadataIsLinkLocal(text: String) throws { #expect(AddressRanges.isLinkLocal(ipv4: try ipv4(text))) }

    @Test(arguments: ["127.0.0.1", "10.0.0.1", "169.253.255.255", "169.255.0.0", "100.100.100.201", "8.8.8.8"])
    func othersAreNot(text: String) throws { #expect(!AddressRanges.isLinkLocal(ipv4: try ipv4(text))) }

    @Test(arguments: [
        "fe80::", "febf:ffff::1", "::ffff:169.254.1.1", "::169.254.1.1", "64:ff9b::169.254.1.1", "64:ff9b:1::169.254.1.1",
        "64:ff9b:1:a9fe:1:100::", "64:ff9b:1:a9:fe:101::", "64:ff9b:1:0:a9:fe01:100::", "2002:a9fe:1::1", "2001::5601:fefe",
        "fd00:ec2::254", "fd20:ce::254", "fd00:42::42", "::ffff:100.100.100.200",
    ])
    func longAddressesThatLeadThereAreToo(text: String) throws {
        #expect(AddressRanges.isLinkLocal(ipv6: try bytes(text, AF_INET6, 16)))
    }

    @Test(arguments: [
        "::1", "fec0::1", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "2001:4860:4860::8888", "2002:a00:1::1",
    ])
    func otherLongAddressesAreNot(text: String) throws {
        #expect(!AddressRanges.isLinkLocal(ipv6: try bytes(text, AF_INET6, 16)))
    }

    /// At the connection, so that a name that stands for one is refused as well.
    @Test func whereOnesOwnNetworkIsAllowedALinkLocalAddressIsNot() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let client = HTTPClient(loop: loop)
            var own = ClientRequest("GET", server.url)
            own.addressGuard = .notLinkLocal
            #expect(try await client.send(own).status == 200)
            for host in [
                "169.254.169.254", "2852039166", "0xa9fea9fe", "[fe80::1]", "[::ffff:169.254.169.254]", "[fd00:ec2::254]",
            ] {
                var request = ClientRequest("GET", "http://\(host):\(server.port)/")
                request.addressGuard = .notLinkLocal
                let guarded = request
                let error = await #expect(throws: HTTPClientError.self) { try await client.send(guarded) }
                #expect(error?.code == .addressRefused, "\(host)")
                #expect(error?.description.contains("metadata service") == true)
            }
        }
    }

    /// Every spelling of a private address ends at the same check.
    @Test func noSpellingGetsAround() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let client = HTTPClient(loop: loop)
            // An unguarded request leaves a connection that a guarded one must not use.
            _ = try await client.send(ClientRequest("GET", server.url))
            for host in [
                "127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0",
                "[::1]",
                "[2001:db8::1]",
            ] {
                var request = ClientRequest("GET", "http://\(host):\(server.port)/")
                request.addressGuard = .publicOnly
                let guarded = request
                let error = await #expect(throws: HTTPClientError.self) { try await client.send(guarded) }
                #expect(error?.code == .addressRefused, "\(host)")
                #expect(error?.isRetriable == false)
            }
            #expect(server.connections == 1 && server.requests.count == 1)
        }
    }
}
