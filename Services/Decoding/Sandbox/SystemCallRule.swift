/// What becomes of a system call.
struct SystemCallRule: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        case allow
        /// It fails with this error: for what libraries try, and do without.
        case refuse(errno: CInt)
        /// The process ends by SIGSYS: no library does this, who does was taken over.
        case kill
    }

    /// A comparison of an argument, counted from 0.
    enum Condition: Hashable, Sendable {
        case equals(argument: UInt32, UInt64)
        case differs(argument: UInt32, UInt64)
        /// Of the bits of `mask` those of `value` are set, and no others.
        case bits(argument: UInt32, mask: UInt64, value: UInt64)
    }

    let name: String
    let verdict: Verdict
    /// All have to hold.
    let conditions: [Condition]

    init(_ name: String, _ verdict: Verdict, _ conditions: [Condition] = []) {
        self.name = name
        self.verdict = verdict
        self.conditions = conditions
    }
}
