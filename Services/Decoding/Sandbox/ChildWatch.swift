import CSandbox
import Glibc

/// Tells a single-threaded parent that a child may have ended, by a descriptor that can be polled.
public struct ChildWatch: Sendable {
    /// The errno of the failed call.
    public struct Fault: Error, Hashable, Sendable {
        public let errno: CInt
    }

    /// Readable after a child has ended. Close-on-exec. It is open as long as the process lives.
    public let descriptor: CInt

    public init() throws(Fault) {
        descriptor = docket_sandbox_child_watch()
        guard descriptor >= 0 else { throw Fault(errno: Glibc.errno) }
    }

    /// Makes the descriptor quiet. Call it before asking which children have ended, so that none is missed.
    public func drain() {
        docket_sandbox_drain_child_watch(descriptor)
    }
}
