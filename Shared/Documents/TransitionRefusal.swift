/// A command that the state does not allow. It is no system failure: another command was faster, or this one too late.
public struct TransitionRefusal<State, Command>: Error, Sendable, Hashable, CustomStringConvertible
where
    State: RawRepresentable<String> & Sendable & Hashable,
    Command: RawRepresentable<String> & Sendable & Hashable
{
    public let state: State
    public let command: Command
    /// The commands that the state allows.
    public let allowed: [Command]

    public var description: String {
        let possible = allowed.isEmpty ? "nothing" : allowed.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        return "“\(command.rawValue)” is not possible in the state “\(state.rawValue)”; possible is \(possible)."
    }
}
