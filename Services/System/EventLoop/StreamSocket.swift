import CEventLoop
import Glibc

/// A connected stream socket (TCP or Unix) that belongs to one loop.
///
/// Call its methods from tasks on that loop (checked). One task may read while another writes; two tasks must not do the
/// same at once. Every call tries first and waits for readiness only if it has to. Releasing the last reference closes
/// the socket.
public final class StreamSocket: Sendable {
    public let loop: EventLoop
    /// Nil if the peer had gone before its address was read.
    public let peerAddress: SocketAddress?
    private let core: SocketCore

    /// Takes over a connected, non-blocking descriptor, and closes it on an error. Callable from any thread.
    convenience init(connected descriptor: CInt, on loop: EventLoop) throws(SocketError) {
        let peer = SocketAddress.of(descriptor) { getpeername($0, $1, $2) }
        let core = try SocketCore(descriptor: descriptor, on: loop)
        self.init(core: core, peer: peer)
    }

    private init(core: SocketCore, peer: SocketAddress?) {
        self.core = core
        loop = core.loop
        peerAddress = peer
        if core.descriptor >= 0, peer?.port != nil { Self.disableDelay(core.descriptor) }
    }

    /// Sends answers without delay: they are written whole, so waiting for a full segment gains nothing.
    private static func disableDelay(_ descriptor: CInt) {
        var on: CInt = 1
        _ = setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    }

    // MARK: - Making one

    /// Connects, on the loop. The only time-out is that of TCP: use ``withDeadline(_:on:_:)``.
    public static func connect(to address: SocketAddress, on loop: EventLoop) async throws(SocketError) -> StreamSocket {
        loop.preconditionOnLoop()
        let operation = "connect to \(address)"
        let descriptor = docket_socket_stream(address.family)
        guard descriptor >= 0 else { throw SocketError(operation, errno: errno) }
        let core: SocketCore
        do throws(SocketError) {
            let result = try address.withSystemAddress { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
            guard result == 0 || result == EINPROGRESS || result == EINTR else { throw SocketError(operation, errno: result) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        core = try SocketCore(descriptor: descriptor, on: loop)
        // Registering reports a socket that is not yet connected as hung up; only what the kernel says counts.
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if Glibc.poll(&poll, 1, 0) > 0 { break }
            core.expectEdge(.write)
            do throws(SocketError) { try await core.waitForEdge(.write, operation) } catch {
                core.close()
                throw error
            }
        }
        var failure: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        _ = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
        guard failure == 0 else {
            core.close()
            throw SocketError(operation, errno: failure)
        }
        return StreamSocket(core: core, peer: address)
    }

    /// Takes over a connected descriptor, which becomes non-blocking, and closes it on an error. Callable from any
    /// thread.
    public static func adopt(descriptor: CInt, on loop: EventLoop) throws(SocketError) -> StreamSocket {
        guard docket_set_nonblocking(descriptor) == 0 else {
            let failure = SocketError("adopt socket", errno: errno)
            Glibc.close(descriptor)
            throw failure
        }
        return try StreamSocket(connected: descriptor, on: loop)
    }

    // MARK: - Reading (on the loop)

    /// The bytes that have arrived, at most `maximum`; waits for the first one. Empty at the end of the stream.
    public nonisolated(nonsending) func read(maximum: Int) async throws(SocketError) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try await core.perform(.read, "read", isDrained: { 0 < $0 && $0 < maximum }) {
            receive(maximum, &bytes)
        }
        return bytes
    }

    /// ``read(maximum:)`` for a task that calls ``interruptReading()`` on its cancellation. A cancellation handler for
    /// each wait would cost more than the read.
    public nonisolated(nonsending) func readInterruptibly(maximum: Int) async throws(SocketError) -> [UInt8] {
        while true {
            if let bytes = try readNow(maximum: maximum) { return bytes }
            try await core.waitForEdgeUnlessInterrupted(.read, "read")
        }
    }

    /// Ends a waiting read, as the cancellation of its task would. Callable from any thread.
    public func interruptReading() {
        loop.execute { [core] in core.interrupt(.read) }
    }

    /// ``read(maximum:)`` without waiting: nil if nothing has arrived.
    public func readNow(maximum: Int) throws(SocketError) -> [UInt8]? {
        var bytes: [UInt8] = []
        let result = try core.performNow(.read, "read", isDrained: { 0 < $0 && $0 < maximum }) {
            receive(maximum, &bytes)
        }
        return result == nil ? nil : bytes
    }

    /// On the loop.
    private func receive(_ maximum: Int, _ bytes: inout [UInt8]) -> Int {
        let (descriptor, scratch) = (core.descriptor, loop.confined.scratch)
        var result = 0
        var failure: CInt = 0
        if maximum <= scratch.count {
            result = recv(descriptor, scratch.baseAddress, maximum, 0)
            failure = errno
            bytes = result > 0 ? [UInt8](UnsafeRawBufferPointer(rebasing: scratch[..<result])) : []
            errno = failure
            return result
        }
        bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
            result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            failure = errno
            count = max(0, result)
        }
        errno = failure  // releasing the buffer may have changed it
        return result
    }

    // MARK: - Writing (on the loop)

    /// Writes all bytes, and waits while the peer is slower.
    public nonisolated(nonsending) func write(_ bytes: [UInt8]) async throws(SocketError) {
        try await write(bytes, from: 0)
    }

    /// Writes all bytes from an index on.
    public nonisolated(nonsending) func write(_ bytes: [UInt8], from start: Int) async throws(SocketError) {
        var offset = start
        while offset < bytes.count {
            offset += try await core.perform(.write, "write") { [descriptor = core.descriptor] in
                bytes.withUnsafeBytes { docket_send(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset, 0) }
            }
        }
    }

    /// Writes as many bytes as the kernel takes without waiting; returns their number.
    public func writeNow(_ bytes: [UInt8]) throws(SocketError) -> Int {
        try core.performNow(.write, "write") { [descriptor = core.descriptor] in
            bytes.withUnsafeBytes { docket_send(descriptor, $0.baseAddress, $0.count, 0) }
        } ?? 0
    }

    /// Sends `count` bytes of a file from `offset` without copying them through the process.
    ///
    /// The pool first reads what is not in the page cache: the loop never waits for the disk.
    ///
    /// - Returns: The number of bytes sent; fewer than `count` only if the file ended.
    public nonisolated(nonsending) func sendFile(
        descriptor file: CInt, offset: Int64, count: Int, pool: BlockingPool
    ) async throws(SocketError) -> Int {
        var position = off_t(offset)
        var sent = 0
        while sent < count {
            // A bounded piece at a time: others on this loop wait meanwhile.
            let piece = min(count - sent, 256 * 1024)
            if docket_is_cached(file, Int64(position), piece) != 1 {
                let start = Int64(position)
                do {
                    try await pool.run { docket_bring_into_cache(file, start, piece) }
                } catch is CancellationError {
                    throw SocketError(code: .cancelled, operation: "sendfile")
                } catch {
                    // The pool is full or gone. Slow is better than not at all.
                }
            }
            let result = try await core.perform(.write, "sendfile") { [descriptor = core.descriptor] in
                sendfile(descriptor, file, &position, piece)
            }
            guard result > 0 else { return sent }
            sent += result
        }
        return sent
    }

    // MARK: - The peer's departure (on the loop)

    /// How far the peer has departed.
    public enum Departure: Hashable, Sendable {
        /// It sends nothing more. It may have closed the connection, or still wait for an answer.
        case ended
        /// The connection is gone in both directions.
        case left
    }

    /// Nil while the peer is connected, as far as the kernel knows.
    public var departure: Departure? { core.departure }

    /// Sets the function that is called on the loop at each later step of the peer's departure. Earlier steps are not
    /// repeated: read ``departure``.
    public func onDeparture(_ call: (@Sendable (Departure) -> Void)?) {
        loop.preconditionOnLoop()
        core.onDeparture = call
    }

    // MARK: - Deadlines and closing (on the loop)

    /// Reads that wait beyond this moment throw `timedOut`. Nil: no limit. Changing it is cheap.
    public func setReadDeadline(_ deadline: LoopInstant?) { core.setDeadline(deadline, for: .read) }

    /// Writes that wait beyond this moment throw `timedOut`. Nil: no limit.
    public func setWriteDeadline(_ deadline: LoopInstant?) { core.setDeadline(deadline, for: .write) }

    /// Ends this side's direction; the peer reads the end of the stream after the written bytes.
    public func shutdownWrite() {
        loop.preconditionOnLoop()
        if !core.isClosed { _ = Glibc.shutdown(core.descriptor, CInt(SHUT_WR)) }
    }

    /// Closes both directions; waiting tasks get `closed`. Harmless when repeated.
    public func close() { core.close() }
}
