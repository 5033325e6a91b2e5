/// The values given to a command, by the option, flag or argument that declares them.
public struct ParsedArguments: Sendable {
    private let values: [String: any Sendable]
    private let givenLabels: Set<String>
    /// The words that led to the command: `["docket", "upload"]`.
    public let commandPath: [String]

    init(values: [String: any Sendable], given: Set<String>, commandPath: [String]) {
        self.values = values
        givenLabels = given
        self.commandPath = commandPath
    }

    /// - Precondition: the command, or a group above it, lists the option.
    public subscript<Value>(_ option: Option<Value>) -> Value { value(option.erased.label) }

    /// - Precondition: the command lists the argument.
    public subscript<Value>(_ argument: Argument<Value>) -> Value { value(argument.erased.label) }

    /// - Precondition: the command, or a group above it, lists the flag.
    public subscript(_ flag: Flag) -> Bool { value(flag.erased.label) }

    /// Whether it was given, rather than its default used.
    public func isGiven(_ parameter: some CommandParameter) -> Bool { givenLabels.contains(parameter.erased.label) }

    private func value<Value>(_ label: String) -> Value {
        guard let value = values[label] as? Value else {
            preconditionFailure("\(commandPath.joined(separator: " ")) does not list \(label)")
        }
        return value
    }
}
