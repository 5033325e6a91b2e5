import CEventLoop
import Glibc

/// An error of a loop, its watches, its pool of blocking threads, or a child process.
public struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// The kernel refused a descriptor, a thread or an epoll registration.
        case systemCall
        /// The blocking pool's queue is full.
        case blockingPoolFull
        /// The loop or the pool has been shut down.
        case shutDown
        /// A second task waits on a watch that already has a waiter.
        case alreadyWaiting
        /// A child process could not be started.
        case spawnFailed
    }

    public let code: Code
    /// The call that failed, or its object.
    public let subject: String
    /// The errno; 0 without one.
    public let number: CInt

    public init(code: Code, subject: String, number: CInt = 0) {
        self.code = code
        self.subject = subject
        self.number = number
    }

    static func systemCall(_ name: String, _ number: CInt = errno) -> EventLoopError {
        EventLoopError(code: .systemCall, subject: name, number: number)
    }

    public var description: String {
        switch code {
        case .systemCall: "the system refused \(subject): \(errorText(number))"
        case .blockingPoolFull: "too many blocking calls are waiting"
        case .shutDown: "\(subject) has been shut down"
        case .alreadyWaiting: "another task already waits for \(subject)"
        case .spawnFailed: "\(subject) could not be started: \(errorText(number))"
        }
    }

    /// For the log.
    public var detail: String { "\(code.rawValue) \(subject) errno \(number)" }
}

/// The system's text for an errno; callable from any thread.
public func errorText(_ number: CInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let base = buffer.baseAddress, let text = docket_error_text(number, base, buffer.count) else {
            return "error \(number)"
        }
        return String(cString: text)
    }
}
