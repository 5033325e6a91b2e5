import Glibc
public import Jail

/// The child's end of the job's socket. It may block; the worker may not.
public struct FrameStream {
    public struct Broken: Error {
        public let errno: CInt
    }

    private let descriptor: CInt

    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// - Throws: `Broken` if the worker has ended, `JailFrameFault`.
    public func receive() throws -> JailFrame {
        let prefix = try JailFramePrefix(parsing: try read(JailFramePrefix.count))
        return JailFrame(header: try read(prefix.headerBytes), payload: try read(prefix.payloadBytes))
    }

    /// - Throws: `Broken` if the worker has ended, `JailFrameFault` if the response does not fit into a frame.
    public func send(_ response: JailResponse, payload: [UInt8] = []) throws {
        let frame = JailFrame(header: WireCoding.encode(response), payload: payload)
        try write(try frame.prefix() + frame.header)
        try write(frame.payload)
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var offset = 0
        while offset < count {
            let received = bytes.withUnsafeMutableBytes { buffer in
                recv(descriptor, buffer.baseAddress?.advanced(by: offset), count - offset, 0)
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { throw Broken(errno: received < 0 ? errno : 0) }
            offset += received
        }
        return bytes
    }

    private func write(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let sent = bytes.withUnsafeBytes { buffer in
                Glibc.send(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset, CInt(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { throw Broken(errno: errno) }
            offset += sent
        }
    }
}
