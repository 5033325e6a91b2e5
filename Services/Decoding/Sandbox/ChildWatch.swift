import CSandbox
import Glibc

/// Tells a single-threaded parent, through a descriptor that can be polled, that a child may have ended.
public struct ChildWatch: Sendable {
    /// errno of what failed.
    public struct Fault: Error, Hashable, Sendable {
        public let errno: CInt
    }

    /// Readable when a child has ended. Close-on-exec; it lives as long as the process.
    public let descriptor: CInt

    public init() throws(Fault) {
        descriptor = docket_sandbox_child_watch()
        guard descriptor >= 0 else { throw Fault(errno: Glibc.errno) }
    }

    /// Makes the descriptor quiet; to be called before asking which children have ended, so that none is missed.
    public func drain() {
        docket_sandbox_drain_child_watch(descriptor)
    }
}
