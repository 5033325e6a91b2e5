import Glibc
import Shared

/// Which addresses a request may connect to. The resolved address is checked, so no spelling and no change of DNS in
/// between circumvents it.
public enum AddressGuard: Sendable, Hashable {
    case anyAddress
    /// Private addresses too, but none that is link-local or a cloud's metadata service, which gives out the machine's
    /// credentials. For URLs from others where private addresses are allowed.
    case notLinkLocal
    /// Only addresses of the public internet: none that is private, loopback, link-local, reserved, multicast, a cloud's
    /// metadata service, or an IPv4 address within an IPv6 one (mapped, NAT64, 6to4, Teredo). For URLs from others.
    case publicOnly

    /// What a refused address is; it follows “the server's address is …”.
    var refusal: String {
        self == .notLinkLocal ? "link-local, or that of a cloud's metadata service" : "not one of the public internet"
    }

    /// Whether the guard permits a socket address, in the layout of the system.
    func permits(_ address: UnsafeRawBufferPointer) -> Bool {
        guard self != .anyAddress else { return true }
        guard address.count >= MemoryLayout<sa_family_t>.size else { return false }
        switch CInt(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where address.count >= MemoryLayout<sockaddr_in>.size:
            let number = UInt32(bigEndian: address.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr)
            return self == .publicOnly ? AddressRanges.isPublic(ipv4: number) : !AddressRanges.isLinkLocal(ipv4: number)
        case AF_INET6 where address.count >= MemoryLayout<sockaddr_in6>.size:
            let bytes = withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
            return self == .publicOnly ? AddressRanges.isPublic(ipv6: bytes) : !AddressRanges.isLinkLocal(ipv6: bytes)
        default: return false
        }
    }
}
