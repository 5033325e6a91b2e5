public import FoundationEssentials

/// Reads the variables of a process once, and reports all faults together.
///
/// ```swift
/// var reader = ConfigurationReader()
/// let port = reader.integer("DOCKET_PORT", default: 8080, in: 0...65_535, "Port of the gateway; 0 takes a free one")
/// let database = reader.secret("DATABASE_URL", "Where Postgres is")
/// try reader.finish()
/// ```
///
/// A variable with an empty value counts as not set: compose files pass that for a missing one. A faulty variable reads as a
/// placeholder: use nothing before `finish()` has passed.
public struct ConfigurationReader {
    let environment: [String: String]
    private var faults: [ConfigurationFault] = []
    private var variables: [ConfigurationVariable] = []
    private var recognized: Set<String> = []

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Throws all faults together if any variable is at fault.
    public func finish() throws(ConfigurationFaults) {
        if !faults.isEmpty { throw ConfigurationFaults(faults: faults) }
    }

    /// Reads all of what `body` reads, or throws all its faults together.
    public static func read<Value>(
        _ environment: [String: String], _ body: (inout ConfigurationReader) -> Value
    ) throws(ConfigurationFaults) -> Value {
        var reader = ConfigurationReader(environment: environment)
        let value = body(&reader)
        try reader.finish()
        return value
    }

    /// The variables read so far, in that order.
    public var documented: [ConfigurationVariable] { variables }

    /// Adds a fault of the caller's own, such as two variables that exclude each other.
    public mutating func fault(_ name: String, _ problem: String) {
        let fault = ConfigurationFault(name: name, problem: problem)
        // What two read is told once.
        if !faults.contains(fault) { faults.append(fault) }
    }

    /// Names variables of other programs, so that they do not count as unknown.
    public mutating func recognize(_ names: some Sequence<String>) { recognized.formUnion(names) }

    /// Set variables with the prefix that were never read: most likely a typing error. Warn about them and go on: an
    /// older release must start with a newer one's variables.
    public func unknownVariables(prefix: String = "DOCKET_") -> [String] {
        let known = variables.reduce(into: recognized) { known, variable in
            known.insert(variable.name)
            if variable.isSecret { known.insert(variable.name + "_FILE") }
        }
        return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted()
    }

    /// The text of a variable; nil if it is not set or empty.
    func text(_ name: String) -> String? {
        guard let value = environment[name], !value.isEmpty else { return nil }
        return value
    }

    mutating func document(
        _ name: String, allowed: String, defaultValue: String?, required: Bool, secret: Bool = false, help: String
    ) {
        guard !variables.contains(where: { $0.name == name }) else { return }
        variables.append(
            ConfigurationVariable(
                name: name, allowed: allowed, defaultValue: defaultValue, isRequired: required, isSecret: secret, help: help))
    }

    /// Reads a typed value: documents it, parses it, and adds a fault if it is not allowed, or missing without a default.
    mutating func value<Value>(
        _ name: String, allowed: String, default fallback: Value?, shown: String?, placeholder: Value, help: String,
        quoting: (String) -> String = quoted, parse: (String) -> Value?
    ) -> Value {
        document(name, allowed: allowed, defaultValue: shown, required: fallback == nil, help: help)
        guard let text = text(name) else {
            if fallback == nil { fault(name, "is not set; it must be \(allowed)") }
            return fallback ?? placeholder
        }
        guard let value = parse(text) else {
            fault(name, "is \(quoting(text)); it must be \(allowed)")
            return placeholder
        }
        return value
    }
}

/// A value as an error message shows it: bounded in length, on one line.
func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(80).map { $0.properties.generalCategory == .control ? " " : String($0) }
    return "“" + shown.joined() + (text.unicodeScalars.count > 80 ? "…" : "") + "”"
}

/// A URL as an error message shows it: without its user and password.
func quotedWithoutUser(_ text: String) -> String {
    guard let end = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return quoted(text) }
    return quoted("…" + text[end...])
}
