/// The URL of a webhook, parsed strictly: a text that two parsers may read differently is refused.
///
/// This check catches mistakes when an endpoint is created. The check that protects is `AddressGuard` of the HTTP client:
/// it checks the resolved address of every connection.
public struct EndpointAddress: Sendable, Hashable {
    /// Characters.
    public static let maximumLength = 2000

    public let text: String
    /// Lower-case, without a port.
    public let host: String

    /// `allowsPrivate` permits http, any port and private hosts, for development. It never permits link-local addresses.
    public init(_ text: String, allowsPrivate: Bool = false) throws(EndpointAddressFault) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { throw .notASCII }
        let lower = text.lowercased()
        let isPlain = lower.hasPrefix("http://")
        guard isPlain || lower.hasPrefix("https://") else { throw .notHTTPS }
        guard !isPlain || allowsPrivate else { throw .notHTTPS }
        guard !text.contains("#") else { throw .hasFragment }
        let rest = text.dropFirst(isPlain ? 7 : 8)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { throw .hasCredentials }
        let (host, port) = try Self.parts(of: authority)
        self.text = text
        self.host = host.lowercased()
        guard !allowsPrivate else {
            guard !Self.isLinkLocal(self.host) else { throw .linkLocal }
            return
        }
        if let port, port != 443, port < 1024 { throw .oddPort }
        guard Self.mayBePublic(self.host) else { throw .notPublic }
    }

    private static func parts(of authority: Substring) throws(EndpointAddressFault) -> (host: String, port: Int?) {
        var host = authority
        var port: Int?
        // A colon within brackets is part of an IPv6 address.
        if let colon = authority.lastIndex(of: ":"), authority.last != "]" {
            let digits = authority[authority.index(after: colon)...]
            guard (1...5).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits),
                (1...65_535).contains(number)
            else { throw .oddPort }
            (host, port) = (authority[..<colon], number)
        }
        if host.hasPrefix("[") {
            guard host.hasSuffix("]"), ipv6(host) != nil else { throw .noHost }
        } else {
            let letters = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
            guard !host.isEmpty, host.utf8.count <= 253, letters, !host.hasPrefix("."), !host.contains("..") else {
                throw .noHost
            }
        }
        return (String(host), port)
    }

    /// Whether a host may be public. Names are resolved later. Numbers in odd spellings (2130706433, 0x7f.1) are refused.
    private static func mayBePublic(_ host: String) -> Bool {
        if let bytes = ipv6(host[...]) { return AddressRanges.isPublic(ipv6: bytes) }
        let labels = host.split(at: ".")
        guard let last = labels.last else { return false }
        if last.first?.isNumber == true {
            let numbers = labels.compactMap { $0 == "0" || !$0.hasPrefix("0") ? UInt32($0) : nil }
            guard labels.count == 4, numbers.count == 4, numbers.allSatisfy({ $0 < 256 }) else { return false }
            return AddressRanges.isPublic(ipv4: numbers.reduce(0) { $0 << 8 | $1 })
        }
        return labels.count > 1 && !["localhost", "local", "internal", "localdomain", "home", "lan"].contains(String(last))
    }

    /// Considers every spelling of a number that a resolver takes for an address.
    private static func isLinkLocal(_ host: String) -> Bool {
        if let bytes = ipv6(host[...]) { return AddressRanges.isLinkLocal(ipv6: bytes) }
        return number(host[...]).map { AddressRanges.isLinkLocal(ipv4: $0) } ?? false
    }

    /// The IPv4 address of a host of one to four numbers, each decimal, octal or hexadecimal, as resolvers read it. The
    /// last number fills the remaining bits. Nil for a name.
    private static func number(_ host: Substring) -> UInt32? {
        let parts = host.split(at: ".", omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        var address: UInt64 = 0
        for (index, part) in parts.enumerated() {
            let bits = index == parts.count - 1 ? 8 * (5 - parts.count) : 8
            guard let number = literal(part), number >> bits == 0 else { return nil }
            address = address << bits | number
        }
        return UInt32(truncatingIfNeeded: address)
    }

    private static func literal(_ text: Substring) -> UInt64? {
        if text.hasBytes(atStart: "0x") { return UInt64(text.dropFirst(2), radix: 16) }
        return text.utf8.count > 1 && text.hasBytes(atStart: "0") ? UInt64(text.dropFirst(), radix: 8) : UInt64(text, radix: 10)
    }

    /// The bytes of an address in brackets; nil if it is not one. An address with a zone is refused.
    private static func ipv6(_ host: Substring) -> [UInt8]? {
        guard host.hasPrefix("["), host.hasSuffix("]"), host.count > 2 else { return nil }
        var parts = host.dropFirst().dropLast().split(at: ":", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.count < 10 else { return nil }
        // Of “::” at an end one of two empty parts is left, as of one within.
        if parts[0].isEmpty {
            guard parts[1].isEmpty else { return nil }
            parts.removeFirst()
        }
        if parts[parts.count - 1].isEmpty, parts.count > 1 {
            guard parts[parts.count - 2].isEmpty else { return nil }
            parts.removeLast()
        }
        var (before, after): ([UInt8], [UInt8]?) = ([], nil)
        for (index, part) in parts.enumerated() {
            guard !part.isEmpty else {
                guard after == nil else { return nil }
                after = []
                continue
            }
            guard let bytes = index == parts.count - 1 && part.holds(".") ? ipv4(part) : group(part) else { return nil }
            if after == nil { before += bytes } else { after?.append(contentsOf: bytes) }
        }
        guard let after else { return before.count == 16 ? before : nil }
        let left = 16 - before.count - after.count
        return left > 0 ? before + [UInt8](repeating: 0, count: left) + after : nil
    }

    /// One to four hexadecimal digits.
    private static func group(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count <= 4, text.allSatisfy({ $0.isASCII && $0.isHexDigit }), let number = UInt16(text, radix: 16) else {
            return nil
        }
        return [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    /// Four decimal numbers, which may end an IPv6 address.
    private static func ipv4(_ text: Substring) -> [UInt8]? {
        let bytes = text.split(at: ".", omittingEmptySubsequences: false).map { part in
            let isPlain = part.allSatisfy { $0.isASCII && $0.isNumber } && (part.utf8.count == 1 || !part.hasBytes(atStart: "0"))
            return isPlain ? UInt8(part, radix: 10) : nil
        }
        let known = bytes.compactMap(\.self)
        return bytes.count == 4 && known.count == 4 ? known : nil
    }
}

/// Why a URL cannot be an endpoint.
public enum EndpointAddressFault: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case tooLong, notASCII, notHTTPS, hasFragment, hasCredentials, noHost, oddPort, linkLocal, notPublic

    /// Continues “The URL …”.
    public var description: String {
        switch self {
        case .tooLong: "has more than \(EndpointAddress.maximumLength) characters"
        case .notASCII:
            "has blanks, control characters or letters outside ASCII; write names in punycode and escape the rest with %"
        case .notHTTPS: "must begin with https://"
        case .hasFragment: "has a fragment, which is sent to nobody"
        case .hasCredentials: "has a name or password; what is sent is signed instead"
        case .noHost: "names no host"
        case .oddPort: "has a port that is neither 443 nor from 1024 to 65535"
        case .linkLocal: "has a link-local address, or that of a cloud's metadata service, which no webhook may reach"
        case .notPublic: "leads to no host of the public internet"
        }
    }
}
