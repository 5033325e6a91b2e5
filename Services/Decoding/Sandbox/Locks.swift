import CSandbox
import Glibc

/// The locks that this host offers, prepared once so that each child only has to apply them.
public struct Locks: Sendable {
    /// The locks that no child applies, with the reason.
    public private(set) var missing: [Lock: Lock.Fault] = [:]

    private var filters: (parent: SystemCallFilter, child: SystemCallFilter)?
    private var tree: FileTreeLock?
    /// Replaces standard input, output and error.
    let null: CInt

    /// Prepares the locks that the host offers, except for withheld ones. `readable` files and folders stay readable.
    ///
    /// - Throws: A fault if /dev/null cannot be opened.
    public init(readable: [String], withholding withheld: Set<Lock> = []) throws(Confinement.Fault) {
        null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { throw Confinement.Fault(lock: "descriptors", errno: Glibc.errno) }
        do throws(Lock.Fault) {
            if withheld.contains(.files) { throw Lock.Fault(lock: .files, errno: 0) }
            let tree = try FileTreeLock(readable: readable)
            self.tree = tree
            if tree.rights.network == 0 { missing[.network] = Lock.Fault(lock: .network, errno: ENOSYS) }
            if tree.rights.scopes == 0 { missing[.scopes] = Lock.Fault(lock: .scopes, errno: ENOSYS) }
        } catch {
            for lock in [Lock.files, .network, .scopes] { missing[lock] = Lock.Fault(lock: lock, errno: error.errno) }
        }
        prepareFilter(withheld: withheld.contains(.systemCalls))
    }

    private mutating func prepareFilter(withheld: Bool = false) {
        do throws(Lock.Fault) {
            if withheld { throw Lock.Fault(lock: .systemCalls, errno: 0) }
            filters = (
                try SystemCallFilter(SystemCallPolicy.rules(opensFiles: tree != nil), otherwise: .refuse(errno: ENOSYS)),
                try SystemCallFilter(SystemCallPolicy.closing, otherwise: .allow)
            )
        } catch {
            missing[.systemCalls] = error
        }
    }

    /// Records a lock that could not be applied before there are any children.
    public mutating func add(_ fault: Lock.Fault) {
        missing[fault.lock] = fault
    }

    /// Lets a child try each lock, and records those that fail as missing: a container's own filter may refuse what the
    /// kernel offers. Call it before there is a `ChildWatch`.
    public mutating func tryOut() throws(Confinement.Fault) {
        if tree != nil, case let errno = try failure({ () throws(Lock.Fault) in try restrictFileTree() }), errno != 0 {
            tree = nil
            if filters != nil { prepareFilter() }
            for lock in [Lock.files, .network, .scopes] { missing[lock] = Lock.Fault(lock: lock, errno: errno) }
        }
        if filters != nil, case let errno = try failure({ () throws(Lock.Fault) in try filterAll() }), errno != 0 {
            filters = nil
            missing[.systemCalls] = Lock.Fault(lock: .systemCalls, errno: errno)
        }
    }

    /// The errno of a lock that a child has tried; 0 if it was applied.
    private func failure(_ lock: () throws(Lock.Fault) -> Void) throws(Confinement.Fault) -> CInt {
        let child = fork()
        guard child >= 0 else { throw Confinement.Fault(lock: "fork", errno: Glibc.errno) }
        if child == 0 {
            guard docket_sandbox_forbid_new_privileges() == 0 else { _exit(Glibc.errno) }
            do throws(Lock.Fault) {
                try lock()
            } catch {
                _exit(error.errno)
            }
            _exit(0)
        }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 {
            guard Glibc.errno == EINTR else { throw Confinement.Fault(lock: "fork", errno: Glibc.errno) }
        }
        // Who dies of closing a lock has not closed it.
        return status & 0x7f == 0 ? (status >> 8) & 0xff : ENOTSUP
    }

    /// For this thread and the threads it starts. Requires `no_new_privs`, like the next one.
    func restrictFileTree() throws(Lock.Fault) { try tree?.restrict() }

    func filterSystemCalls() throws(Lock.Fault) { try filters?.child.install() }

    /// Both parts of the policy.
    private func filterAll() throws(Lock.Fault) {
        try filters?.parent.install()
        try filterSystemCalls()
    }

    /// Restricts the forking process after its preparations, and so every child. It may still fork, and so may a child
    /// until it applies its own part.
    ///
    /// - Throws: A fault for a lock that `tryOut` could apply.
    public func restrictParent() throws(Lock.Fault) {
        guard let filters else { return }
        guard docket_sandbox_forbid_new_privileges() == 0 else { throw Lock.Fault(lock: .systemCalls, errno: Glibc.errno) }
        try filters.parent.install()
    }
}
