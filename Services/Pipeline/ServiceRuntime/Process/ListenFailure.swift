import EventLoop

/// A server cannot listen at the address of a variable.
struct ListenFailure: Error, CustomStringConvertible {
    private let variable: String
    private let error: SocketError

    init(variable: String, error: SocketError) { (self.variable, self.error) = (variable, error) }

    var description: String {
        let advice =
            error.code == .addressInUse
            ? "Something else listens there: end it, or name another address with \(variable)."
            : "Name an address of this machine with \(variable)."
        return "\(error). \(advice)"
    }
}
