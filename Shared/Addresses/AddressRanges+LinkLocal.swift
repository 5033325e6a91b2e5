extension AddressRanges {
    /// Whether an IPv4 address, as a number in host order, is link-local or a cloud's metadata service.
    public static func isLinkLocal(ipv4 address: UInt32) -> Bool {
        address >> 16 == 0xA9FE || metadataIPv4.contains(address)
    }

    /// Whether an IPv6 address, as 16 bytes in network order, is link-local or a cloud's metadata service, or embeds an
    /// IPv4 address that is. Returns true for any other number of bytes.
    public static func isLinkLocal(ipv6 address: [UInt8]) -> Bool {
        guard address.count == 16 else { return true }
        if holds([0xFE, 0x80], 10, address) || metadataIPv6.contains(where: { holds($0.prefix, $0.bits, address) }) {
            return true
        }
        return carriers.contains { carrier in
            guard holds(carrier.prefix, carrier.bits, address) else { return false }
            return isLinkLocal(ipv4: carrier.places.reduce(0) { $0 << 8 | UInt32(address[$1] ^ carrier.mask) })
        }
    }

    /// Metadata addresses outside 169.254.0.0/16.
    private static let metadataIPv4: Set<UInt32> = [
        0x6464_64C8,  // 100.100.100.200
        0xA83F_8110,  // 168.63.129.16
        0xC000_00C0,  // 192.0.0.192
    ]

    private static let metadataIPv6: [(prefix: [UInt8], bits: Int)] = [
        ([0xFD, 0x00, 0x0E, 0xC2], 32),  // fd00:ec2::254, with the clock and the names beside it
        ([0xFD, 0x20, 0x00, 0xCE], 32),  // fd20:ce::254
        ([0xFD, 0x00, 0x00, 0x42], 32),  // fd00:42::42
    ]

    /// Blocks of IPv6 addresses that embed an IPv4 address, and the places of its bytes.
    private static let carriers: [(prefix: [UInt8], bits: Int, places: [Int], mask: UInt8)] = [
        ([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], 96, [12, 13, 14, 15], 0),  // mapped
        ([UInt8](repeating: 0, count: 12), 96, [12, 13, 14, 15], 0),  // compatible
        ([0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0], 96, [12, 13, 14, 15], 0),  // translated (RFC 2765)
        ([0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8), 96, [12, 13, 14, 15], 0),  // NAT64
        // A network's own NAT64, by each length of prefix that it may have within the block (RFC 6052).
        ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48, [6, 7, 9, 10], 0),
        ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48, [7, 9, 10, 11], 0),
        ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48, [9, 10, 11, 12], 0),
        ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48, [12, 13, 14, 15], 0),
        ([0x20, 0x02], 16, [2, 3, 4, 5], 0),  // 6to4
        ([0x20, 0x01, 0x00, 0x00], 32, [12, 13, 14, 15], 0xFF),  // Teredo, which turns each bit over
    ]
}
