extension SocketAddress {
    /// A literal address with a port, as ``description`` shows it: `127.0.0.1:8080` or `[::]:8080`. Names are not resolved.
    ///
    /// - Throws: ``SocketError`` `invalidAddress`.
    public init(parsing text: String) throws(SocketError) {
        let invalid = SocketError(code: .invalidAddress, operation: text)
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]) else { throw invalid }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        // Without brackets, nobody could tell where an IPv6 address ends and its port begins.
        guard isBracketed == host.contains(":") else { throw invalid }
        try self.init(ip: String(isBracketed ? host.dropFirst().dropLast() : host), port: port)
    }

    /// The address under which processes on the same host reach a listener here: loopback in place of "any address".
    public var fromSameHost: SocketAddress {
        switch self {
        case .ipv4(let address, let port) where address.allSatisfy { $0 == 0 }: .ipv4(address: [127, 0, 0, 1], port: port)
        case .ipv6(let address, let port, let scope) where address.allSatisfy { $0 == 0 }:
            .ipv6(address: address.dropLast() + [1], port: port, scope: scope)
        case .ipv4, .ipv6, .unix: self
        }
    }
}
