/// How a jail is, for those who watch over it.
public enum JailCondition: Hashable, Sendable {
    /// Documents can be decoded. What the host does not enforce without a loss is noted.
    case ready(note: String?)
    /// Documents can be decoded, but a hostile one is held by less than it should be; by what, in words for an operator.
    case weak(String)
    /// There is no zygote at the moment.
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
