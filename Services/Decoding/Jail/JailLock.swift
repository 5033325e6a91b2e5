/// A lock of the jail that not every host offers. The decoder prepares the locks, and reports those that its children
/// cannot apply.
///
/// Restrictions of every Linux (limits, no new privileges, a process group, no other descriptors) are not listed: a child
/// reads nothing without them.
public enum JailLock: String, CaseIterable, Hashable, Sendable {
    /// An allow-list of system calls: no network, no other process or program, no file for writing.
    case seccomp
    /// The file tree: only fonts and poppler's tables, for reading.
    case landlock
    /// No TCP, even if the system calls allow it (Linux 6.7).
    case landlockNetwork = "landlock-network"
    /// No signal and no abstract socket outside the child (Linux 6.12).
    case landlockScopes = "landlock-scopes"
    /// A network, process ids and users of the jail's own. Containers usually do not allow them.
    case namespaces

    /// Whether a document may do harm without it. An essential lock also denies what the others deny.
    var isEssential: Bool { self == .seccomp || self == .landlock }
}

/// The locks that a host enforces.
public struct JailLocks: Hashable, Sendable {
    /// With the kernel's reason.
    public let missing: [JailLock: String]

    public var enforced: [JailLock] { JailLock.allCases.filter { missing[$0] == nil } }

    public init(missing: [JailLock: String] = [:]) {
        self.missing = missing
    }

    /// The missing locks, for an operator; nil if none is missing.
    public var shortcoming: String? {
        missing.isEmpty ? nil : "this host does not enforce " + Self.words(missing)
    }

    /// Whether an essential lock is missing.
    public var isWeak: Bool { missing.keys.contains(where: \.isEssential) }

    /// The missing ones of the required locks; nil if there are none.
    func refusal(requiring required: Set<JailLock>) -> String? {
        let lacking = missing.filter { required.contains($0.key) }
        return lacking.isEmpty
            ? nil
            : "this host does not enforce \(Self.words(lacking)): use one that does, or take it out of DOCKET_DECODER_LOCKS"
    }

    private static func words(_ missing: [JailLock: String]) -> String {
        JailLock.allCases.compactMap { lock in missing[lock].map { "\(lock.rawValue) (\($0))" } }.joined(separator: ", ")
    }
}

extension JailLocks {
    /// - Throws: `malformedHeader` for an unknown lock: worker and decoder are of different versions.
    init(_ locks: [MissingLock]) throws(JailFrameFault) {
        var missing: [JailLock: String] = [:]
        for lock in locks {
            guard let known = JailLock(rawValue: lock.lock) else { throw .malformedHeader }
            missing[known] = lock.reason
        }
        self.init(missing: missing)
    }
}
