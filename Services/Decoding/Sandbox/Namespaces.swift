import CSandbox
import Glibc

/// A world of its own for the zygote: as long as nothing else is in it, there is no network, nobody to send a signal to, and no
/// shared memory to look into.
public enum Namespaces {
    /// Moves this process, which must have one thread, into user, network, IPC and process-id namespaces of its own, and gives up
    /// every capability that it has in them and had outside.
    ///
    /// It goes on there as a child of what was started; that stands in for it, and takes it along when it is killed.
    /// - Returns: Why the host does not allow it; then all is as before but for the capabilities.
    public static func enter() -> Lock.Fault? {
        let fault = docket_sandbox_enter_namespaces() == 0 ? nil : Lock.Fault(lock: .namespaces, errno: Glibc.errno)
        // Without any to begin with this changes nothing, and cannot fail.
        _ = docket_sandbox_drop_capabilities()
        return fault
    }
}
