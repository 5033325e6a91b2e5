public import EventLoop

extension IPAddress {
    /// Nil for a Unix socket.
    public init?(_ address: SocketAddress) {
        switch address {
        case .ipv4(let bytes, _), .ipv6(let bytes, _, _): self.init(bytes: bytes)
        case .unix: return nil
        }
    }
}
