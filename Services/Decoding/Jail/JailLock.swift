/// A lock of the jail that not every host offers; the decoder prepares them, and says which of them its children cannot close.
///
/// What every Linux has (limits, no new privileges, a process group, no other descriptors) is not counted: a child that lacks it
/// reads nothing.
public enum JailLock: String, CaseIterable, Hashable, Sendable {
    /// System calls by an allow-list: no network, no other process or program, no file for writing.
    case seccomp
    /// The file tree: fonts and poppler's tables, for reading.
    case landlock
    /// No TCP, whatever the system calls allow (Linux 6.7).
    case landlockNetwork = "landlock-network"
    /// No signal and no abstract socket beyond the child (Linux 6.12).
    case landlockScopes = "landlock-scopes"
    /// A network, process ids and users of the jail's own. Containers usually do not allow them.
    case namespaces

    /// Whether a document may do harm on a host without it. What the others deny is denied by one of these, too.
    var isEssential: Bool { self == .seccomp || self == .landlock }
}

/// What of the jail a host enforces.
public struct JailLocks: Hashable, Sendable {
    /// With the kernel's reason.
    public let missing: [JailLock: String]

    public var enforced: [JailLock] { JailLock.allCases.filter { missing[$0] == nil } }

    public init(missing: [JailLock: String] = [:]) {
        self.missing = missing
    }

    /// What is not enforced, in words for an operator; nil when all is.
    public var shortcoming: String? {
        missing.isEmpty ? nil : "this host does not enforce " + Self.words(missing)
    }

    /// Whether something is open that no other lock closes.
    public var isWeak: Bool { missing.keys.contains(where: \.isEssential) }

    /// What is missing of the locks that have to be there; nil when none is.
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
    /// - Throws: For a lock that nobody knows: worker and decoder are of different versions.
    init(_ locks: [MissingLock]) throws(JailFrameFault) {
        var missing: [JailLock: String] = [:]
        for lock in locks {
            guard let known = JailLock(rawValue: lock.lock) else { throw .malformedHeader }
            missing[known] = lock.reason
        }
        self.init(missing: missing)
    }
}
