/// A range of addresses that share their first bits (RFC 4632): `10.0.0.0/8`, `2001:db8::/32`, or one address.
public struct AddressBlock: Hashable, Sendable {
    private let start: IPAddress
    private let bits: Int

    /// Nil if the text is no block, or has bits set beyond its prefix, which is mostly a mistake.
    public init?(parsing text: some StringProtocol) {
        let halves = Substring(text).utf8.split(separator: ASCII.slash, maxSplits: 1, omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard let address = halves.first.flatMap({ IPAddress(parsing: $0) }) else { return nil }
        let width = address.isIPv4 ? 32 : 128
        var bits = width
        if halves.count == 2 {
            guard (1...3).contains(halves[1].utf8.count), halves[1].utf8.allSatisfy(ASCII.isDigit), let given = Int(halves[1]),
                given <= width
            else { return nil }
            bits = given
        }
        self.bits = bits + 128 - width
        start = address
        guard start.prefix(self.bits) == start else { return nil }
    }

    public func contains(_ address: IPAddress) -> Bool { address.prefix(bits) == start }
}
