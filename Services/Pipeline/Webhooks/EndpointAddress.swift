internal import HTTPClient
internal import Shared

#if canImport(Glibc)
    internal import Glibc
#endif

/// Where a webhook is posted to, read strictly: what one parser takes for a host and another for a name and password is refused.
///
/// This keeps mistakes and the plainest attempts out when an endpoint is made. What counts is the check of the address that its
/// name stands for, which is made for every connection (`AddressGuard`).
public struct EndpointAddress: Sendable, Hashable {
    /// Characters.
    public static let maximumLength = 2000

    public let text: String
    /// Lower-case, without a port.
    public let host: String

    /// `allowsPrivate`: http, any port and hosts of one's own network, for development; link-local addresses are none of these.
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

    /// Whether a host may lie in the public internet. Names are looked up later; numbers in odd spellings (2130706433, 0x7f.1) are
    /// no names, and none of them is a way to write an honest address.
    private static func mayBePublic(_ host: String) -> Bool {
        if let bytes = ipv6(host[...]) { return AddressGuard.isPublic(ipv6: bytes) }
        let labels = host.split(at: ".")
        guard let last = labels.last else { return false }
        if last.first?.isNumber == true {
            let numbers = labels.compactMap { $0 == "0" || !$0.hasPrefix("0") ? UInt32($0) : nil }
            guard labels.count == 4, numbers.count == 4, numbers.allSatisfy({ $0 < 256 }) else { return false }
            return AddressGuard.isPublic(ipv4: numbers.reduce(0) { $0 << 8 | $1 })
        }
        return labels.count > 1 && !["localhost", "local", "internal", "localdomain", "home", "lan"].contains(String(last))
    }

    /// In every spelling of a number that a resolver takes for an address.
    private static func isLinkLocal(_ host: String) -> Bool {
        if let bytes = ipv6(host[...]) { return AddressGuard.isLinkLocal(ipv6: bytes) }
        var address = in_addr()
        return inet_aton(host, &address) == 1 && AddressGuard.isLinkLocal(ipv4: UInt32(bigEndian: address.s_addr))
    }

    /// The bytes of an address in brackets; nil for what is none. A zone is none of an endpoint's business.
    private static func ipv6(_ host: Substring) -> [UInt8]? {
        guard host.hasPrefix("["), host.hasSuffix("]"), host.count > 2 else { return nil }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1 else { return nil }
        return withUnsafeBytes(of: address) { Array($0) }
    }
}

/// Why an address cannot be an endpoint's.
public enum EndpointAddressFault: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case tooLong, notASCII, notHTTPS, hasFragment, hasCredentials, noHost, oddPort, linkLocal, notPublic

    /// Goes on from “The URL …”.
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
