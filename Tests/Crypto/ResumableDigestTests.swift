import Crypto
import Testing

@Suite struct ResumableDigestTests {
    @Test func itsStateIsTakenUpAnywhere() throws {
        let content = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for cut in [0, 1, 55, 56, 63, 64, 65, 127, 128, 999, 1_000] {
            var first = ResumableSHA256()
            first.update(content[..<cut])
            var second = try #require(ResumableSHA256(state: first.state))
            #expect(second.count == cut)
            second.update(content[cut...])
            #expect(second.digest == Crypto.SHA256.hash(content), "\(cut)")
        }
        #expect(ResumableSHA256(state: []) == nil)
        #expect(ResumableSHA256(state: [UInt8](repeating: 1, count: 40)) == nil)
    }

    /// Of a state: a version, 32 bytes of words, eight of the count, and what fills no block.
    private static func state(count: UInt64, pending: Int) -> [UInt8] {
        let fixed = Array(ResumableSHA256().state[..<33])
        let number = stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
        return fixed + number + [UInt8](repeating: 0, count: pending)
    }

    @Test func aDamagedStateIsNoDigestOfOtherBytes() {
        #expect(ResumableSHA256(state: Self.state(count: 65, pending: 1))?.count == 65)
        for (count, pending) in [(UInt64(1), 0), (63, 62), (64, 1), (65, 0), (65, 65), (0, 64)] as [(UInt64, Int)] {
            #expect(ResumableSHA256(state: Self.state(count: count, pending: pending)) == nil, "\(count), \(pending)")
        }
    }

    /// The number of bits would not fit: computing it would end the process.
    @Test func aDamagedStateOfTooManyBytesIsRefused() {
        for count in [UInt64.max, 1 << 63, 1 << 61, (1 << 61) + 64] as [UInt64] {
            #expect(ResumableSHA256(state: Self.state(count: count, pending: Int(count % 64))) == nil, "\(count)")
        }
    }
}
