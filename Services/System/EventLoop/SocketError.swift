import CEventLoop
import Glibc

/// An error of a socket or an address.
public struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// The task was cancelled.
        case cancelled
        /// The socket was closed on this side.
        case closed
        /// A deadline passed.
        case timedOut
        /// Nobody listens at the address.
        case connectionRefused
        /// The peer closed the connection too early.
        case connectionReset
        /// Another process listens at the address.
        case addressInUse
        /// The address does not belong to this machine.
        case addressNotAvailable
        /// The address is invalid: a bad IP, or a path that is too long.
        case invalidAddress
        /// The name has no address, or the resolver did not answer.
        case nameNotResolved
        case permissionDenied
        case unreachable
        /// The process or the system has no descriptor or buffer left.
        case outOfResources
        /// The descriptor to send from ended or could not be read.
        case sourceFailed
        case other
    }

    public let code: Code
    /// The operation: `connect`, `read`, `bind 127.0.0.1:8080`.
    public let operation: String
    /// The errno; 0 without one.
    public let number: CInt

    public init(code: Code, operation: String, number: CInt = 0) {
        self.code = code
        self.operation = operation
        self.number = number
    }

    init(_ operation: String, errno number: CInt) {
        let code: Code =
            switch number {
            case ECONNREFUSED: .connectionRefused
            case ECONNRESET, EPIPE, ECONNABORTED: .connectionReset
            case ETIMEDOUT: .timedOut
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case EACCES, EPERM: .permissionDenied
            case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: .unreachable
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: .outOfResources
            case EBADF: .closed
            default: .other
            }
        self.init(code: code, operation: operation, number: number)
    }

    /// Whether the same call may succeed later without any change.
    public var isRetriable: Bool {
        switch code {
        case .timedOut, .connectionRefused, .connectionReset, .addressInUse, .nameNotResolved, .unreachable, .outOfResources:
            true
        case .cancelled, .closed, .addressNotAvailable, .invalidAddress, .permissionDenied, .sourceFailed, .other: false
        }
    }

    public var description: String {
        let reason =
            switch code {
            case .cancelled: "cancelled"
            case .closed: "the socket is closed"
            case .timedOut: "timed out"
            case .invalidAddress: "not a valid address"
            case .nameNotResolved: "the name could not be resolved"
            case .sourceFailed: "the file could not be read to its end"
            default: errorText(number)
            }
        return "\(operation): \(reason)"
    }

    /// For the log.
    public var detail: String { "\(code.rawValue) \(operation) errno \(number)" }
}
