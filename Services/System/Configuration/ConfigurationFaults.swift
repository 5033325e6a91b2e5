/// A variable that cannot be used: its name, its value, and what is allowed.
public struct ConfigurationFault: Sendable, Hashable, CustomStringConvertible {
    public let name: String
    public let problem: String

    public var description: String { "\(name): \(problem)" }
}

/// All faults of the configuration at once. Never holds a secret's value.
public struct ConfigurationFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public let faults: [ConfigurationFault]

    /// One line for each fault.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
