import EventLoop
import Testing

@Suite struct SocketAddressParsingTests {
    @Test(arguments: ["127.0.0.1:8080", "0.0.0.0:0", "[::1]:65535", "[fe80::1]:80"])
    func whatIsShownCanBeParsed(_ text: String) throws {
        #expect(try SocketAddress(parsing: text).description == text)
    }

    @Test(arguments: [
        "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "localhost:80", "::1", "[::1]", "[127.0.0.1]:80",
        ":80",
    ])
    func whatIsNoAddressWithAPortIsRefused(_ text: String) {
        do throws(SocketError) {
            _ = try SocketAddress(parsing: text)
            Issue.record("parsed")
        } catch {
            #expect(error.code == .invalidAddress)
        }
    }

    @Test(arguments: [
        ("0.0.0.0:9090", "127.0.0.1:9090"), ("[::]:9090", "[::1]:9090"), ("10.0.0.7:80", "10.0.0.7:80"), ("[::1]:80", "[::1]:80"),
    ])
    func anyAddressIsReachedThroughLoopback(_ listening: String, _ reached: String) throws {
        #expect(try SocketAddress(parsing: listening).fromSameHost.description == reached)
    }
}
