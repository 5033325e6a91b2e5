import CSandbox
import Glibc

/// Isolates the zygote: without other processes inside there is no network, no process to signal, and no shared memory to
/// read.
public enum Namespaces {
    /// Moves this process, which must have one thread, into user, network, IPC and process-id namespaces of its own, and
    /// drops every capability that it has in them and had outside.
    ///
    /// The process continues there as a child of the original one, which waits for it and kills it when it is killed
    /// itself.
    /// - Returns: Why the host does not allow it. Then only the capabilities were dropped.
    public static func enter() -> Lock.Fault? {
        let fault = docket_sandbox_enter_namespaces() == 0 ? nil : Lock.Fault(lock: .namespaces, errno: Glibc.errno)
        // Without any to begin with this changes nothing, and cannot fail.
        _ = docket_sandbox_drop_capabilities()
        return fault
    }
}
