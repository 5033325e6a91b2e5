public import FoundationEssentials

/// UUIDs that sort by their time of creation (RFC 9562, section 5.7).
public enum UUIDv7 {
    /// The milliseconds of `now`, then the fraction of the millisecond in twelve bits (method 3 of section 6.2), then
    /// random bits. Times before 1970 count as 1970.
    public static func make(now: Date) -> UUID { make(now: now, random: SecureRandom.bytes(8)) }

    /// The same with eight given random bytes; the variant replaces two bits.
    public static func make(now: Date, random: [UInt8]) -> UUID {
        let time = max(0, now.timeIntervalSince1970) * 1_000
        let milliseconds = UInt64(min(time, 281_474_976_710_655))
        let fraction = UInt64((time - time.rounded(.down)) * 4_096)
        let head = milliseconds << 16 | fraction & 0xFFF
        let octets = (0..<8).map { UInt8(truncatingIfNeeded: head >> UInt64(56 - 8 * $0)) } + random
        return UUID(octets: octets, version: 7)
    }
}

extension UUID {
    /// The sixteen bytes, in network order.
    public var octets: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// From sixteen bytes; nil for any other number.
    public init?(octets: [UInt8]) {
        guard octets.count == 16 else { return nil }
        self.init(first16: octets)
    }

    /// From at least sixteen bytes; the version and variant bits are replaced.
    fileprivate init(octets: [UInt8], version: UInt8) {
        var octets = Array(octets.prefix(16))
        octets[6] = octets[6] & 0x0F | version << 4
        octets[8] = octets[8] & 0x3F | 0x80
        self.init(first16: octets)
    }

    private init(first16 octets: [UInt8]) {
        self = octets.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
