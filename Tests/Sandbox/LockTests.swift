import Glibc
import Jail
import Testing

@testable import Sandbox

@Suite struct LockTests {
    /// A worker reads the names that a decoder sends.
    @Test func bothSidesOfTheWireCallTheLocksTheSame() {
        #expect(Set(Lock.allCases.map(\.rawValue)) == Set(JailLock.allCases.map(\.rawValue)))
    }

    /// By the table of landlock(7).
    @Test(
        arguments: [
            (0, 0, 0, 0), (1, 0x1fff, 0, 0), (2, 0x3fff, 0, 0), (3, 0x7fff, 0, 0), (4, 0x7fff, 3, 0), (5, 0xffff, 3, 0),
            (6, 0xffff, 3, 3), (7, 0xffff, 3, 3), (99, 0xffff, 3, 3),
        ] as [(CInt, UInt64, UInt64, UInt64)])
    func eachVersionIsAskedForWhatItKnows(version: CInt, files: UInt64, network: UInt64, scopes: UInt64) {
        let rights = FileTreeLock.Rights(version: version)
        #expect(rights.files == files)
        #expect(rights.network == network)
        #expect(rights.scopes == scopes)
    }
}

@Suite struct SystemCallPolicyTests {
    private static let rules = SystemCallPolicy.rules(opensFiles: true)
    private static let both = [rules, SystemCallPolicy.closing]

    #if arch(x86_64)
        @Test func everyNameIsThatOfASystemCall() {
            for rule in Self.both.joined() {
                #expect(SystemCallFilter.number(of: rule.name) != nil, "\(rule.name)")
            }
        }
    #endif

    /// libseccomp would silently let one of them win.
    @Test func noCallHasTwoVerdictsWithoutACondition() {
        for part in Self.both {
            for (name, rules) in Dictionary(grouping: part, by: \.name) where rules.count > 1 {
                #expect(rules.allSatisfy { !$0.conditions.isEmpty }, "\(name)")
            }
        }
    }

    @Test func whatReachesOthersIsNeverAllowed() {
        let closed = Set(SystemCallPolicy.closing.filter { $0.conditions.isEmpty }.map(\.name))
        let allowed = Set(Self.rules.filter { $0.verdict == .allow }.map(\.name)).subtracting(closed)
        let forbidden: Set = [
            "execve", "fork", "ptrace", "connect", "bind", "sendmsg", "recvmsg", "kill", "mount", "bpf", "socket", "unlinkat",
            "prctl", "clone", "clone3", "pidfd_open", "process_vm_readv", "setrlimit", "ioctl", "io_uring_setup", "setpgid",
            "seccomp", "landlock_restrict_self", "dup2", "dup3", "wait4",
        ]
        // A thread's name, and a thread.
        #expect(allowed.intersection(forbidden) == ["prctl", "clone"])
    }

    /// No page is written to and run, neither at once nor one after the other.
    @Test func nothingThatWasWrittenBecomesCode() {
        let noCode = SystemCallRule.Condition.bits(argument: 2, mask: UInt64(PROT_EXEC), value: 0)
        for name in ["mmap", "mprotect", "pkey_mprotect", "remap_file_pages", "shmat", "memfd_create"] {
            let allowed = Self.rules.filter { $0.name == name && $0.verdict == .allow }
            #expect(allowed.allSatisfy { $0.conditions.contains(noCode) }, "\(name)")
        }
    }

    /// What the zygote is left with for forking, each child closes, wholly or but for what a decoder needs of it.
    @Test func whatItTakesToForkIsClosedByEachChild() {
        let before = Set(Self.rules.filter { $0.verdict == .allow }.map(\.name))
        for rule in SystemCallPolicy.closing {
            #expect(rule.verdict != .allow && before.contains(rule.name), "\(rule.name)")
        }
        #expect(
            !before.contains {
                ["execve", "execveat", "connect", "bind", "socketpair", "ptrace", "mount", "setuid"].contains($0)
            })
    }

    /// Whatever Landlock says of the place: no decoder has a reason to write.
    @Test(arguments: [("open", 1), ("openat", 2)] as [(String, UInt32)])
    func noFileIsOpenedForWriting(name: String, flags: UInt32) {
        for flag in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC] {
            let refusal = SystemCallRule(
                name, .refuse(errno: EACCES), [.bits(argument: flags, mask: UInt64(flag), value: UInt64(flag))])
            #expect(Self.rules.contains(refusal), "\(name) with \(flag)")
        }
        #expect(Self.rules.count { $0.name == name && $0.verdict == .allow } == 1)
    }

    @Test func whereNoOtherLockKeepsFilesNoneIsOpened() {
        let rules = SystemCallPolicy.rules(opensFiles: false).filter { ["open", "openat"].contains($0.name) }
        #expect(rules.map(\.verdict) == [.refuse(errno: EACCES), .refuse(errno: EACCES)])
        #expect(rules.map(\.conditions) == [[], []])
    }

    /// The kernel translates a child's part for each child.
    @Test func theProgramsAreShort() throws {
        let parent = try SystemCallFilter(Self.rules, otherwise: .refuse(errno: ENOSYS))
        #expect((100...800).contains(parent.instructionCount))
        let child = try SystemCallFilter(SystemCallPolicy.closing, otherwise: .allow)
        #expect((20...100).contains(child.instructionCount), "\(child.instructionCount)")
    }
}
