/// A lock of the jail that not every host offers. Those that every Linux has (resource limits, no new privileges, a process group,
/// closed descriptors) are not counted here: without them no child goes on.
public enum Lock: String, CaseIterable, Hashable, Sendable {
    /// System calls by an allow-list: no network, no other process, no file for writing.
    case systemCalls = "seccomp"
    /// The file tree: nothing but fonts, for reading.
    case files = "landlock"
    /// No TCP.
    case network = "landlock-network"
    /// No signal and no abstract socket beyond the child.
    case scopes = "landlock-scopes"
    /// Users, network, IPC and process ids of its own, for the zygote with all its children.
    case namespaces

    /// A lock that does not close on this host.
    public struct Fault: Error, Hashable, Sendable {
        public let lock: Lock
        public let errno: CInt

        public init(lock: Lock, errno: CInt) {
            self.lock = lock
            self.errno = errno
        }
    }
}
