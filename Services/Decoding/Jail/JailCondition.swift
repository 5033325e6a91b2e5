/// The condition of a jail, for monitoring.
public enum JailCondition: Hashable, Sendable {
    /// Documents can be decoded. `note` has the missing locks that are not essential.
    case ready(note: String?)
    /// Documents can be decoded, but the host lacks an essential lock. The text says which, for an operator.
    case weak(String)
    /// There is no zygote at present.
    case replacing

    init(_ locks: JailLocks?) {
        guard let locks else {
            self = .replacing
            return
        }
        if locks.isWeak, let shortcoming = locks.shortcoming {
            self = .weak(shortcoming)
        } else {
            self = .ready(note: locks.shortcoming)
        }
    }
}
