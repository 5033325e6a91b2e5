import Crypto
import FoundationEssentials
import Testing

@Suite struct UUIDTests {
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
