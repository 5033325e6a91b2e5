/// A lock of the jail that not every host offers. Locks that every Linux has (resource limits, no new privileges, a
/// process group, closed descriptors) are not listed here: no child continues without them.
public enum Lock: String, CaseIterable, Hashable, Sendable {
    /// An allow-list of system calls: no network, no other process, no file for writing.
    case systemCalls = "seccomp"
    /// The file tree: only fonts, for reading.
    case files = "landlock"
    /// No TCP.
    case network = "landlock-network"
    /// No signal and no abstract socket outside the child.
    case scopes = "landlock-scopes"
    /// Users, network, IPC and process ids of its own, for the zygote and all its children.
    case namespaces

    /// A lock that cannot be applied on this host.
    public struct Fault: Error, Hashable, Sendable {
        public let lock: Lock
        public let errno: CInt

        public init(lock: Lock, errno: CInt) {
            self.lock = lock
            self.errno = errno
        }
    }
}
