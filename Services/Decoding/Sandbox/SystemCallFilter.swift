import CSandbox
import CSeccomp
import Glibc

/// An allow-list of system calls, as a seccomp program (`man 2 seccomp`). It is compiled once; a child installs it with
/// one system call.
struct SystemCallFilter: Sendable {
    /// The size of struct sock_filter in bytes.
    private static let instructionBytes = 8
    /// SECCOMP_RET_ERRNO, whose lower half is the error. libseccomp has it as a macro with an argument.
    private static let refusal: UInt32 = 0x0005_0000

    private let program: [UInt8]

    /// `otherwise` is the verdict on calls without a rule. Leaves out names that the installed libseccomp does not know.
    init(_ rules: [SystemCallRule], otherwise: SystemCallRule.Verdict) throws(Lock.Fault) {
        guard docket_sandbox_filters_can_kill() == 0 else { throw Lock.Fault(lock: .systemCalls, errno: Glibc.errno) }
        guard let filter = seccomp_init(Self.action(otherwise)) else { throw Lock.Fault(lock: .systemCalls, errno: ENOMEM) }
        defer { seccomp_release(filter) }
        // Calls of another architecture have other numbers.
        try Self.check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, Self.action(.kill)))
        // A binary tree: each call is found in some comparisons.
        try Self.check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2))
        for rule in rules {
            guard let number = Self.number(of: rule.name) else { continue }
            let conditions = rule.conditions.map(Self.comparison)
            try Self.check(
                seccomp_rule_add_array(filter, Self.action(rule.verdict), number, UInt32(conditions.count), conditions))
        }
        program = try Self.exported(filter)
    }

    var instructionCount: Int { program.count / Self.instructionBytes }

    /// For the calling thread and the threads it starts. Requires `no_new_privs`.
    func install() throws(Lock.Fault) {
        guard docket_sandbox_install_filter(program, instructionCount, SystemCallPolicy.ownProcess) == 0 else {
            throw Lock.Fault(lock: .systemCalls, errno: Glibc.errno)
        }
    }

    /// Nil for a call that libseccomp or this architecture does not have.
    static func number(of name: String) -> CInt? {
        let number = seccomp_syscall_resolve_name(name)
        return number >= 0 ? number : nil
    }

    private static func action(_ verdict: SystemCallRule.Verdict) -> UInt32 {
        switch verdict {
        case .allow: SCMP_ACT_ALLOW
        case .refuse(let errno): refusal | UInt32(errno)
        case .kill: SCMP_ACT_KILL_PROCESS
        }
    }

    private static func comparison(_ condition: SystemCallRule.Condition) -> scmp_arg_cmp {
        switch condition {
        case .equals(let argument, let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
        case .differs(let argument, let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_NE, datum_a: value, datum_b: 0)
        case .bits(let argument, let mask, let value):
            scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
        }
    }

    /// libseccomp returns errors as negative numbers.
    private static func check(_ result: CInt) throws(Lock.Fault) {
        guard result >= 0 else { throw Lock.Fault(lock: .systemCalls, errno: -result) }
    }

    /// libseccomp can write a program only to a descriptor.
    private static func exported(_ filter: scmp_filter_ctx) throws(Lock.Fault) -> [UInt8] {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Lock.Fault(lock: .systemCalls, errno: Glibc.errno) }
        defer { close(ends[0]) }
        // Its 64 KiB hold the longest program that there may be, 4096 instructions.
        let result = seccomp_export_bpf(filter, ends[1])
        close(ends[1])
        try check(result)
        var program: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(ends[0], &chunk, chunk.count)
            guard count >= 0 else { throw Lock.Fault(lock: .systemCalls, errno: Glibc.errno) }
            if count == 0 { return program }
            program += chunk.prefix(count)
        }
    }
}
