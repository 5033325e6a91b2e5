/// Classifies IP addresses by their number alone.
public enum AddressRanges {
    /// Whether an IPv4 address, as a number in host order, is globally reachable (IANA's special-purpose registry).
    public static func isPublic(ipv4 address: UInt32) -> Bool {
        !reservedIPv4.contains { block in address >> (32 - block.bits) == block.prefix >> (32 - block.bits) }
    }

    /// Whether an IPv6 address, as 16 bytes in network order, is globally reachable unicast.
    public static func isPublic(ipv6 address: [UInt8]) -> Bool {
        guard address.count == 16, address[0] & 0xE0 == 0x20 else { return false }
        return !reservedIPv6.contains { holds($0.prefix, $0.bits, address) }
    }

    /// Whether an address begins with the first `bits` bits of a block.
    static func holds(_ prefix: [UInt8], _ bits: Int, _ address: [UInt8]) -> Bool {
        zip(address, prefix).enumerated().allSatisfy { index, pair in
            let bits = max(0, min(8, bits - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }

    private static let reservedIPv4: [(prefix: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0A00_0000, 8),  // private
        (0x6440_0000, 10),  // shared by carriers; a cloud's metadata
        (0x7F00_0000, 8),  // loopback
        (0xA83F_8110, 32),  // a cloud's metadata
        (0xA9FE_0000, 16),  // link-local; metadata of most clouds
        (0xAC10_0000, 12),  // private
        (0xC000_0000, 24),  // protocol assignments; a cloud's metadata
        (0xC000_0200, 24),  // documentation
        (0xC058_6300, 24),  // 6to4 relays
        (0xC0A8_0000, 16),  // private
        (0xC612_0000, 15),  // benchmarks
        (0xC633_6400, 24),  // documentation
        (0xCB00_7100, 24),  // documentation
        (0xE000_0000, 4),  // multicast
        (0xF000_0000, 4),  // reserved, broadcast
    ]

    /// Reserved blocks within 2000::/3. The caller has refused everything outside it.
    private static let reservedIPv6: [(prefix: [UInt8], bits: Int)] = [
        ([0x20, 0x01, 0x00], 23),  // protocol assignments, Teredo
        ([0x20, 0x01, 0x0D, 0xB8], 32),  // documentation
        ([0x20, 0x02], 16),  // 6to4
        ([0x3F, 0xFF, 0x00], 20),  // documentation
    ]
}
