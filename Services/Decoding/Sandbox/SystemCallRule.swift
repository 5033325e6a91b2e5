/// A verdict on a system call.
struct SystemCallRule: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        case allow
        /// The call fails with this error. Libraries try such calls, and do without.
        case refuse(errno: CInt)
        /// SIGSYS ends the process: no library makes such a call, so the process was taken over.
        case kill
    }

    /// A comparison of an argument, counted from 0.
    enum Condition: Hashable, Sendable {
        case equals(argument: UInt32, UInt64)
        case differs(argument: UInt32, UInt64)
        /// Of the bits of `mask`, exactly those of `value` are set.
        case bits(argument: UInt32, mask: UInt64, value: UInt64)
    }

    let name: String
    let verdict: Verdict
    /// All of them must be met.
    let conditions: [Condition]

    init(_ name: String, _ verdict: Verdict, _ conditions: [Condition] = []) {
        self.name = name
        self.verdict = verdict
        self.conditions = conditions
    }
}
