import Crypto
import FoundationEssentials
import Testing

@Suite struct UUIDTests {
    /// The namespace of domain names, RFC 9562, section 6.6.
    static let names = UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8")

    // RFC 9562, appendix A.4.
    @Test func version5IsTheNamesOwn() throws {
        let namespace = try #require(Self.names)
        let id = UUIDv5.make(namespace: namespace, name: "www.example.com")
        #expect(id.uuidString.lowercased() == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
        #expect(UUIDv5.make(namespace: namespace, name: "www.example.org") != id)
    }

    // RFC 9562, appendix A.6: 2022-02-22T19:22:22Z.
    @Test func version7BeginsWithTheTime() {
        let id = UUIDv7.make(
            now: Date(timeIntervalSince1970: 1_645_557_742), random: [0x18, 0xC4, 0xDC, 0x0C, 0x0C, 7, 0x39, 0x8F])
        #expect(id.uuidString.lowercased() == "017f22e2-79b0-7000-98c4-dc0c0c07398f")
    }

    @Test func version7SortsByTime() {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let ids = (0..<1_000).map { UUIDv7.make(now: start + Double($0) * 0.000_01).uuidString }
        #expect(ids == ids.sorted() && Set(ids).count == 1_000)
        #expect(ids.allSatisfy { $0.dropFirst(14).first == "7" })
    }

    @Test func timesOutOfRangeAreClamped() {
        #expect(UUIDv7.make(now: .distantPast).uuidString.hasPrefix("00000000-0000-7000-"))
        #expect(UUIDv7.make(now: Date(timeIntervalSince1970: 1e18)).uuidString.hasPrefix("FFFFFFFF-FFFF-7"))
    }

    @Test func octetsRoundTrip() {
        let id = UUID()
        #expect(UUID(octets: id.octets) == id)
        #expect(UUID(octets: [1]) == nil)
    }
}
