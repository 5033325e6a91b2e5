import Glibc

/// An address that a stream socket listens at or connects to.
public enum SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four bytes in network order.
    case ipv4(address: [UInt8], port: UInt16)
    /// Sixteen bytes in network order; `scope` is the interface of a link-local address, else 0.
    case ipv6(address: [UInt8], port: UInt16, scope: UInt32)
    /// A path in the file system. The empty path is an unnamed peer.
    case unix(path: String)

    /// A literal address such as `127.0.0.1` or `::1` (no name, no brackets). Port 0 lets the system choose.
    ///
    /// - Throws: ``SocketError`` `invalidAddress`.
    public init(ip: String, port: Int) throws(SocketError) {
        let invalid = SocketError(code: .invalidAddress, operation: "\(ip):\(port)")
        guard let port = UInt16(exactly: port) else { throw invalid }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, ip, &four) == 1 {
            self = .ipv4(address: withUnsafeBytes(of: four) { Array($0) }, port: port)
        } else if inet_pton(AF_INET6, ip, &six) == 1 {
            self = .ipv6(address: withUnsafeBytes(of: six) { Array($0) }, port: port, scope: 0)
        } else {
            throw invalid
        }
    }

    /// Nil for a Unix socket.
    public var port: Int? {
        switch self {
        case .ipv4(_, let port), .ipv6(_, let port, _): Int(port)
        case .unix: nil
        }
    }

    /// The literal without a port; nil for a Unix socket.
    public var ip: String? {
        switch self {
        case .ipv4(let address, _): Self.text(of: address, family: AF_INET)
        case .ipv6(let address, _, _): Self.text(of: address, family: AF_INET6)
        case .unix: nil
        }
    }

    /// `127.0.0.1:80`, `[::1]:80`, `unix:/run/x`.
    public var description: String {
        switch self {
        case .ipv4(_, let port): "\(ip ?? "?"):\(port)"
        case .ipv6(_, let port, _): "[\(ip ?? "?")]:\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    private static func text(of address: [UInt8], family: CInt) -> String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let converted = address.withUnsafeBytes { bytes in
            inet_ntop(family, bytes.baseAddress, &buffer, socklen_t(buffer.count)) != nil
        }
        return converted ? String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : "?"
    }

    // MARK: - Resolution

    /// The stream addresses of a host, literal or name, in the resolver's order. The resolver blocks, so it runs on the
    /// pool.
    ///
    /// - Throws: ``SocketError`` `nameNotResolved` or `invalidAddress`; the errors of ``BlockingPool/run(_:)``.
    public static func resolve(host: String, port: Int, on pool: BlockingPool) async throws -> [SocketAddress] {
        if let literal = try? SocketAddress(ip: host, port: port) { return [literal] }
        guard let port = UInt16(exactly: port), !host.isEmpty, !host.utf8.contains(0) else {
            throw SocketError(code: .invalidAddress, operation: "\(host):\(port)")
        }
        return try await pool.run { try lookUp(host: host, port: port) }
    }

    private static func lookUp(host: String, port: UInt16) throws -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else {
            throw SocketError(code: .nameNotResolved, operation: "resolve \(host)")
        }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var entry = list
        while let info = entry?.pointee {
            if let address = info.ai_addr, let parsed = SocketAddress(address, length: info.ai_addrlen) {
                found.append(parsed.with(port: port))
            }
            entry = info.ai_next
        }
        guard !found.isEmpty else { throw SocketError(code: .nameNotResolved, operation: "resolve \(host)") }
        return found
    }

    func with(port: UInt16) -> SocketAddress {
        switch self {
        case .ipv4(let address, _): .ipv4(address: address, port: port)
        case .ipv6(let address, _, let scope): .ipv6(address: address, port: port, scope: scope)
        case .unix: self
        }
    }
}

// MARK: - The system's form

extension SocketAddress {
    var family: CInt {
        switch self {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        case .unix: AF_UNIX
        }
    }

    /// From `sockaddr`; nil for an unknown family.
    init?(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(length))
        switch CInt(address.pointee.sa_family) {
        case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
            let value = bytes.loadUnaligned(as: sockaddr_in.self)
            self = .ipv4(address: withUnsafeBytes(of: value.sin_addr) { Array($0) }, port: UInt16(bigEndian: value.sin_port))
        case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
            let value = bytes.loadUnaligned(as: sockaddr_in6.self)
            self = .ipv6(
                address: withUnsafeBytes(of: value.sin6_addr) { Array($0) }, port: UInt16(bigEndian: value.sin6_port),
                scope: value.sin6_scope_id)
        case AF_UNIX:
            let path = bytes.dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }
            self = .unix(path: String(decoding: path, as: UTF8.self))
        default: return nil
        }
    }

    func withSystemAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) throws(SocketError) -> R {
        var storage = sockaddr_storage()
        let length: Int
        switch self {
        case .ipv4(let address, let port):
            var value = sockaddr_in()
            value.sin_family = sa_family_t(AF_INET)
            value.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &value.sin_addr) { $0.copyBytes(from: address.prefix($0.count)) }
            length = MemoryLayout<sockaddr_in>.size
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: value, as: sockaddr_in.self) }
        case .ipv6(let address, let port, let scope):
            var value = sockaddr_in6()
            value.sin6_family = sa_family_t(AF_INET6)
            value.sin6_port = port.bigEndian
            value.sin6_scope_id = scope
            withUnsafeMutableBytes(of: &value.sin6_addr) { $0.copyBytes(from: address.prefix($0.count)) }
            length = MemoryLayout<sockaddr_in6>.size
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: value, as: sockaddr_in6.self) }
        case .unix(let path):
            var value = sockaddr_un()
            value.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            let fits = withUnsafeMutableBytes(of: &value.sun_path) { target in
                guard bytes.count < target.count, !bytes.contains(0) else { return false }
                target.copyBytes(from: bytes)
                return true
            }
            guard fits else { throw SocketError(code: .invalidAddress, operation: description) }
            length = MemoryLayout<sa_family_t>.size + bytes.count + 1
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: value, as: sockaddr_un.self) }
        }
        return withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }

    /// The address that `getsockname` or `getpeername` returns.
    static func of(
        _ descriptor: CInt, _ ask: (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                ask(descriptor, address, &length) == 0 ? SocketAddress(address, length: length) : nil
            }
        }
    }
}
