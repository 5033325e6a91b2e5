import CEventLoop
import Glibc

/// A socket that accepts connections. Call its methods from tasks on its loop (checked), except ``bind``.
public final class ListeningSocket: Sendable {
    public let loop: EventLoop
    /// With the port that the system chose, if 0 was given.
    public let localAddress: SocketAddress
    private let core: SocketCore

    private init(core: SocketCore, localAddress: SocketAddress) {
        self.core = core
        self.localAddress = localAddress
        loop = core.loop
    }

    /// Listens at an address. A Unix socket without a listener is replaced. Callable from any thread.
    ///
    /// - Parameters:
    ///   - address: The address; with port 0 the system chooses one.
    ///   - backlog: The most connections that the kernel keeps until they are accepted.
    ///   - reusePort: Whether several sockets may share the port; the kernel spreads connections over them. Without it, a
    ///     second process on the same port gets `addressInUse`.
    ///   - permissions: The mode of a Unix socket\'s file, such as 0o666; nil for the mode of the process\'s new files.
    ///   - loop: The loop that accepts.
    /// - Returns: The listening socket.
    /// - Throws: ``SocketError``, such as `addressInUse` or `permissionDenied`.
    public static func bind(
        _ address: SocketAddress, backlog: Int = 1024, reusePort: Bool = false, permissions: UInt32? = nil, on loop: EventLoop
    ) throws(SocketError) -> ListeningSocket {
        let operation = "listen at \(address)"
        let descriptor = docket_socket_stream(address.family)
        guard descriptor >= 0 else { throw SocketError(operation, errno: errno) }
        do throws(SocketError) {
            try configure(descriptor, address, reusePort: reusePort)
            let bound = try address.withSystemAddress { Glibc.bind(descriptor, $0, $1) == 0 ? 0 : errno }
            guard bound == 0 else { throw SocketError(operation, errno: bound) }
            if case .unix(let path) = address, let permissions, chmod(path, permissions) != 0 {
                throw SocketError(operation, errno: errno)
            }
            guard listen(descriptor, CInt(clamping: backlog)) == 0 else { throw SocketError(operation, errno: errno) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        let local = SocketAddress.of(descriptor) { getsockname($0, $1, $2) } ?? address
        return ListeningSocket(core: try SocketCore(descriptor: descriptor, on: loop), localAddress: local)
    }

    private static func configure(_ descriptor: CInt, _ address: SocketAddress, reusePort: Bool) throws(SocketError) {
        var on: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        if case .unix(let path) = address {
            try removeStale(path, address)
            return
        }
        _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if reusePort { _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, size) }
    }

    /// Removes the socket file of a process that has ended. A socket with a listener stays.
    private static func removeStale(_ path: String, _ address: SocketAddress) throws(SocketError) {
        let probe = docket_socket_stream(AF_UNIX)
        guard probe >= 0 else { return }
        defer { Glibc.close(probe) }
        let result = try address.withSystemAddress { Glibc.connect(probe, $0, $1) == 0 ? 0 : errno }
        if result == ECONNREFUSED { _ = unlink(path) }
    }

    /// The next connection, on this socket's loop.
    ///
    /// - Throws: ``SocketError``; `outOfResources` and `connectionReset` are temporary: try again after a while.
    public func accept() async throws(SocketError) -> StreamSocket { try await accept(on: loop) }

    /// The next connection, on the loop `other`.
    public func accept(on other: EventLoop) async throws(SocketError) -> StreamSocket {
        let connection = try await core.perform(.read, "accept") { [descriptor = core.descriptor] in
            Int(docket_accept(descriptor))
        }
        return try StreamSocket(connected: CInt(connection), on: other)
    }

    /// Stops listening; a task in ``accept()`` gets `closed`. Harmless when repeated.
    public func close() { core.close() }
}
