import CJail
import Glibc

/// One end of the packet socket between a worker and its zygote. Each packet is a message with attached descriptors.
///
/// It owns no descriptor and does not wait by itself: the zygote lets it block, and the worker calls it when there is
/// data.
public struct ControlSocket: Sendable {
    /// The number of the zygote's descriptor.
    public static let zygoteDescriptor: CInt = 3
    public static let maximumMessageBytes = 16 * 1024

    public struct Fault: Error, Hashable, Sendable {
        public let errno: CInt

        public var wouldBlock: Bool { errno == EAGAIN || errno == EWOULDBLOCK }
    }

    public struct Received: Sendable {
        public let message: [UInt8]
        /// The receiver owns them.
        public let descriptors: [CInt]
    }

    public let descriptor: CInt

    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Both ends, close-on-exec.
    public static func pair() throws(Fault) -> (CInt, CInt) {
        try socketPair(CInt(SOCK_SEQPACKET.rawValue))
    }

    /// Both ends of a job's stream, close-on-exec.
    static func streamPair() throws(Fault) -> (CInt, CInt) {
        try socketPair(CInt(SOCK_STREAM.rawValue))
    }

    private static func socketPair(_ type: CInt) throws(Fault) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, type | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw Fault(errno: Glibc.errno) }
        return (ends[0], ends[1])
    }

    /// Whether the descriptor is such a socket at all.
    public var isConnected: Bool {
        var type: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == CInt(SOCK_SEQPACKET.rawValue)
    }

    public func send(_ message: [UInt8], descriptors: [CInt] = []) throws(Fault) {
        let sent = docket_jail_send(descriptor, message, message.count, descriptors, descriptors.count)
        guard sent == message.count else { throw Fault(errno: sent < 0 ? Glibc.errno : EMSGSIZE) }
    }

    /// Nil at the end: the other side has closed.
    public func receive() throws(Fault) -> Received? {
        var message = [UInt8](repeating: 0, count: Self.maximumMessageBytes)
        var descriptors = [CInt](repeating: -1, count: Int(DOCKET_JAIL_MAXIMUM_DESCRIPTORS))
        var count = 0
        let received = docket_jail_receive(descriptor, &message, message.count, &descriptors, &count)
        if received < 0 {
            let fault = Fault(errno: Glibc.errno)
            if fault.errno == ECONNRESET { return nil }
            throw fault
        }
        if received == 0 { return nil }
        return Received(message: Array(message.prefix(received)), descriptors: Array(descriptors.prefix(count)))
    }
}
