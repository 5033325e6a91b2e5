/// An IP address as a number, for recognizing proxies and counting clients.
///
/// An IPv4 address is kept as its IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2), so that a client has
/// the same address over both protocols.
public struct IPAddress: Hashable, Sendable {
    /// The first 64 bits of the address, and the last 64.
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Parameter bytes: Four or sixteen in network order; nil for any other number of them.
    public init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: self.init(ipv4: UInt32(truncatingIfNeeded: Self.number(bytes.prefix(4))))
        case 16: self.init(high: Self.number(bytes.prefix(8)), low: Self.number(bytes.dropFirst(8)))
        default: return nil
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    init(ipv4: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4)) }

    public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether the address is this machine's own: `127.0.0.0/8`, `::1`.
    public var isLoopback: Bool { isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// The address with all bits after the first `bits` set to zero. The bits of an IPv4 address are 96 to 128.
    func prefix(_ bits: Int) -> IPAddress {
        let mask: (Int) -> UInt64 = { $0 <= 0 ? 0 : $0 >= 64 ? .max : ~(UInt64.max >> UInt64($0)) }
        return IPAddress(high: high & mask(bits), low: low & mask(bits - 64))
    }

    /// The unit of limits: an IPv4 address, or the 64-bit network that an IPv6 customer has at least.
    public var customer: IPAddress { isIPv4 ? self : prefix(64) }

    /// The form for logs: the network of 24 (IPv4) or 48 bits (IPv6).
    public var masked: String {
        guard !isIPv4 else { return "\(prefix(120).ipv4Text)/24" }
        return [high >> 48, high >> 32 & 0xFFFF, high >> 16 & 0xFFFF].map { String($0, radix: 16) }.joined(separator: ":")
            + "::/48"
    }

    /// The whole address, for the audit trail; never for a log.
    public var text: String {
        guard !isIPv4 else { return ipv4Text }
        return [high, low].flatMap { half in [48, 32, 16, 0].map { String(half >> $0 & 0xFFFF, radix: 16) } }.joined(
            separator: ":")
    }

    private var ipv4Text: String { [24, 16, 8, 0].map { String(low >> $0 & 0xFF) }.joined(separator: ".") }
}

// MARK: - Text

extension IPAddress {
    /// Parses a literal address without port, brackets and zone (RFC 4291 §2.2). Strict: the numbers of an IPv4 part have
    /// no leading zeros, which some parsers read as octal.
    public init?(parsing text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(46))
        if bytes.contains(ASCII.colon) { self.init(ipv6: bytes[...]) } else { self.init(ipv4: bytes[...]) }
    }

    private init?(ipv4 text: ArraySlice<UInt8>) {
        guard let number = Self.ipv4(text) else { return nil }
        self.init(ipv4: number)
    }

    private static func ipv4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var number: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit), part.count == 1 || part.first != 0x30 else {
                return nil
            }
            let value = part.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
            guard value <= 255 else { return nil }
            number = number << 8 | value
        }
        return number
    }

    private init?(ipv6 text: ArraySlice<UInt8>) {
        // At most one `::`, which stands for one group of zeros at least.
        var gap: Int?
        for index in text.indices.dropLast() where text[index] == ASCII.colon && text[index + 1] == ASCII.colon {
            guard gap == nil else { return nil }
            gap = index
        }
        let groups: [UInt16]
        if let gap {
            guard let before = Self.groups(text[..<gap], mayEndInIPv4: false),
                let after = Self.groups(text[(gap + 2)...], mayEndInIPv4: true), before.count + after.count <= 7
            else { return nil }
            groups = before + [UInt16](repeating: 0, count: 8 - before.count - after.count) + after
        } else {
            guard let all = Self.groups(text, mayEndInIPv4: true), all.count == 8 else { return nil }
            groups = all
        }
        let number: (ArraySlice<UInt16>) -> UInt64 = { $0.reduce(0) { $0 << 16 | UInt64($1) } }
        self.init(high: number(groups[..<4]), low: number(groups[4...]))
    }

    private static func groups(_ text: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ASCII.colon, omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, mayEndInIPv4, part.contains(UInt8(ascii: ".")) {
                guard let number = ipv4(part) else { return nil }
                groups += [UInt16(truncatingIfNeeded: number >> 16), UInt16(truncatingIfNeeded: number)]
                continue
            }
            guard (1...4).contains(part.count) else { return nil }
            var group: UInt16 = 0
            for byte in part {
                guard let digit = ASCII.hexValue(byte) else { return nil }
                group = group << 4 | UInt16(digit)
            }
            groups.append(group)
        }
        return groups
    }
}
