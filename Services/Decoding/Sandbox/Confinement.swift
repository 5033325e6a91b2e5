import CSandbox
import Glibc

/// The restrictions that a child applies to itself before it reads a byte of a document. All locks of the jail are
/// applied here, while the process has a single thread: a lock on a thread then covers all threads that it starts.
public struct Confinement: Sendable {
    /// A lock that could not be applied. The child must not continue.
    public struct Fault: Error, Hashable, Sendable {
        public let lock: String
        public let errno: CInt
    }

    /// The number of the job's descriptor after the confinement.
    public static let jobDescriptor: CInt = 3
    public static let firstInput: CInt = 4

    /// The maximum of threads of all children of a zygote. A decoding child has four, and there are at most 64 children.
    private static let mostTasks: rlim_t = 1024

    private let limits: ResourceLimits
    private let locks: Locks
    private let parent: pid_t

    /// Create it before the fork: it stores the parent's process id.
    public init(limits: ResourceLimits, locks: Locks) {
        self.limits = limits
        self.locks = locks
        parent = getpid()
    }

    /// Closes all descriptors but the job's socket and its inputs, and drops all rights that decoding does not need.
    ///
    /// - Throws: `Fault` with the lock that could not be applied.
    public func enter(socket: CInt, inputs: [CInt]) throws(Fault) {
        setpgid(0, 0)
        try check("die with the parent", docket_sandbox_die_with_parent())
        // The parent may have died before that took effect.
        guard getppid() == parent else { throw Fault(lock: "the parent is gone", errno: ESRCH) }
        try check("signals", docket_sandbox_unblock_signals())
        try check("privileges", docket_sandbox_forbid_new_privileges())
        // While the ruleset's descriptor is there.
        try close { () throws(Lock.Fault) in try locks.restrictFileTree() }
        try keepOnly(socket, inputs)
        try limit(inputCount: inputs.count)
        try check("memory", docket_sandbox_hide_memory())
        // The last: it refuses all of the above.
        try close { () throws(Lock.Fault) in try locks.filterSystemCalls() }
    }

    private func close(_ lock: () throws(Lock.Fault) -> Void) throws(Fault) {
        do throws(Lock.Fault) {
            try lock()
        } catch {
            throw Fault(lock: error.lock.rawValue, errno: error.errno)
        }
    }

    /// Descriptors 0 to 2 become /dev/null (libraries print messages about a document), 3 the socket, and 4 onwards the
    /// inputs.
    private func keepOnly(_ socket: CInt, _ inputs: [CInt]) throws(Fault) {
        // First out of the way of their new places.
        let parked = try ([socket] + inputs).map { descriptor throws(Fault) in
            try check("descriptors", fcntl(descriptor, F_DUPFD, Self.firstInput + CInt(inputs.count)))
        }
        for standard in CInt(0)...2 { try check("descriptors", dup2(locks.null, standard)) }
        for (index, descriptor) in parked.enumerated() {
            try check("descriptors", dup2(descriptor, Self.jobDescriptor + CInt(index)))
        }
        try check("descriptors", docket_sandbox_close_from(UInt32(Self.firstInput) + UInt32(inputs.count)))
    }

    /// Sets the kernel's resource limits. No file can grow: a write fails with an error (some libraries then do without),
    /// not with a signal.
    private func limit(inputCount: Int) throws(Fault) {
        let kept = rlim_t(Self.firstInput) + rlim_t(inputCount)
        signal(SIGXFSZ, SIG_IGN)
        try limit("address space", RLIMIT_AS, to: rlim_t(limits.addressSpace))
        try limit("open files", RLIMIT_NOFILE, to: kept + rlim_t(limits.openFiles))
        try limit("file size", RLIMIT_FSIZE, to: 0)
        try limit("core files", RLIMIT_CORE, to: 0)
        // Elsewhere it would count what others run under the same user id.
        if locks.missing[.namespaces] == nil { try limit("processes", __RLIMIT_NPROC, to: Self.mostTasks) }
        // A second between them: SIGXCPU, which tells what happened, comes before SIGKILL.
        try limit("processor time", RLIMIT_CPU, to: rlim_t(limits.cpuSeconds), atMost: rlim_t(limits.cpuSeconds) + 1)
    }

    private func limit(
        _ lock: String, _ resource: __rlimit_resource, to value: rlim_t, atMost ceiling: rlim_t? = nil
    ) throws(Fault) {
        var limit = rlimit(rlim_cur: value, rlim_max: ceiling ?? value)
        try check(lock, setrlimit(__rlimit_resource_t(resource.rawValue), &limit))
    }

    @discardableResult
    private func check(_ lock: String, _ result: CInt) throws(Fault) -> CInt {
        guard result >= 0 else { throw Fault(lock: lock, errno: Glibc.errno) }
        return result
    }
}
