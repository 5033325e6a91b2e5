import CSandbox
import Glibc

/// Restricts the file tree and the network by a Landlock ruleset (`man 7 landlock`). It is made once; each child applies
/// it with one system call.
struct FileTreeLock: Sendable {
    /// The rights that a version of the kernel's interface can restrict.
    struct Rights: Hashable {
        /// The bits from EXECUTE to IOCTL_DEV.
        let files: UInt64
        /// BIND_TCP and CONNECT_TCP.
        let network: UInt64
        /// Abstract UNIX sockets and signals.
        let scopes: UInt64

        static let readFile: UInt64 = 1 << 2
        static let readFolder: UInt64 = 1 << 3

        /// Version 1 has thirteen rights for files; 2 adds REFER, 3 TRUNCATE, 4 the network, 5 IOCTL_DEV, 6 the scopes.
        init(version: CInt) {
            let count: UInt64 =
                switch version {
                case ..<1: 0
                case 1: 13
                case 2: 14
                case 3, 4: 15
                default: 16
                }
            files = (1 << count) - 1
            network = version >= 4 ? 3 : 0
            scopes = version >= 6 ? 3 : 0
        }
    }

    let rights: Rights
    private let ruleset: CInt

    /// Allows only reading these files and the contents of these folders. Leaves out those that do not exist.
    init(readable: [String]) throws(Lock.Fault) {
        let version = docket_landlock_version()
        guard version >= 1 else { throw Lock.Fault(lock: .files, errno: version < 0 ? Glibc.errno : ENOSYS) }
        rights = Rights(version: version)
        ruleset = docket_landlock_create(rights.files, rights.network, rights.scopes)
        guard ruleset >= 0 else { throw Lock.Fault(lock: .files, errno: Glibc.errno) }
        for path in readable {
            if docket_landlock_allow(ruleset, path, Rights.readFile | Rights.readFolder) == 0 { continue }
            guard Glibc.errno == ENOENT || Glibc.errno == EACCES || Glibc.errno == ENOTDIR else {
                let fault = Lock.Fault(lock: .files, errno: Glibc.errno)
                close(ruleset)
                throw fault
            }
        }
    }

    /// For the calling thread and the threads it starts. Requires `no_new_privs`.
    func restrict() throws(Lock.Fault) {
        guard docket_landlock_restrict(ruleset) == 0 else { throw Lock.Fault(lock: .files, errno: Glibc.errno) }
    }
}
