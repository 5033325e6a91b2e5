/// The proxies whose headers about the client are believed.
public struct TrustedProxies: Sendable, Hashable {
    /// The header that the proxies write. The other one is ignored: most proxies pass a client's own copy of it on
    /// unchanged.
    public enum Header: String, Sendable, Hashable, CaseIterable {
        case xForwardedFor = "X-Forwarded-For"
        /// RFC 7239.
        case forwarded = "Forwarded"
    }

    public var blocks: [AddressBlock]
    public var header: Header
    /// Whether their connections begin with a PROXY protocol header. A connection without one is closed.
    public var sendProxyHeader: Bool

    public init(_ blocks: [AddressBlock] = [], header: Header = .xForwardedFor, sendProxyHeader: Bool = false) {
        self.blocks = blocks
        self.header = header
        self.sendProxyHeader = sendProxyHeader
    }

    func contains(_ address: IPAddress) -> Bool { blocks.contains { $0.contains(address) } }

    /// The client's address of a request on a connection from `peer`.
    func client(of peer: IPAddress, _ headers: HTTPHeaders) -> IPAddress {
        guard contains(peer) else { return peer }
        return ForwardedHops.client(in: headers, header: header, isTrusted: contains) ?? peer
    }

    /// The scheme and host that the client addressed, such as `https://docket.example`, from `X-Forwarded-Proto` and
    /// `X-Forwarded-Host` of a trusted proxy at `peer`. Nil unless there is exactly one valid value of each.
    func site(of peer: IPAddress, _ headers: HTTPHeaders) -> String? {
        let (schemes, hosts) = (headers.values(for: "X-Forwarded-Proto"), headers.values(for: "X-Forwarded-Host"))
        guard contains(peer), schemes.count == 1, hosts.count == 1, ["https", "http"].contains(schemes[0]), !hosts[0].isEmpty,
            RequestHead.isHost(hosts[0])
        else { return nil }
        return "\(schemes[0])://\(hosts[0])"
    }
}
