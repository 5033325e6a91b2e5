/// A named value: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`. The last one given counts unless it is repeated.
///
/// An option is its own key: declare it once, list it in a command, and read its value from `ParsedArguments`.
///
/// ```swift
/// static let port = Option("port", placeholder: "PORT", help: "Port of the gateway", default: 8080, check: within(0...65_535))
/// …
/// let number: Int = arguments[port]
/// ```
public struct Option<Value: Sendable>: Sendable {
    let name: String
    let short: Character?
    let placeholder: String
    let help: String
    let reader: ValueReader<Value>

    private init(_ name: String, _ short: Character?, _ placeholder: String, _ help: String, _ reader: ValueReader<Value>) {
        self.name = name
        self.short = short
        self.placeholder = placeholder
        self.help = help
        self.reader = reader
    }

    /// An option with a default.
    public init(
        _ name: String, short: Character? = nil, placeholder: String, help: String, default value: Value,
        check: Check<Value>? = nil
    ) where Value: ArgumentValue {
        self.init(name, short, placeholder, help, .defaulted(value, check: check))
    }

    /// An option that may be missing.
    public init<Element: ArgumentValue>(
        _ name: String, short: Character? = nil, placeholder: String, help: String, check: Check<Element>? = nil
    ) where Value == Element? {
        self.init(name, short, placeholder, help, .optional(check: check))
    }

    /// An option that must be given.
    public init(
        required name: String, short: Character? = nil, placeholder: String, help: String, check: Check<Value>? = nil
    ) where Value: ArgumentValue {
        self.init(name, short, placeholder, help, .required(check: check))
    }

    /// An option that may be given several times.
    public init<Element: ArgumentValue>(
        repeated name: String, short: Character? = nil, placeholder: String, help: String, atLeast minimum: Int = 0,
        check: Check<Element>? = nil
    ) where Value == [Element] {
        self.init(name, short, placeholder, help, .repeated(atLeast: minimum, check: check))
    }
}

/// An option without a value: `--follow`, `-f`.
public struct Flag: Sendable {
    let name: String
    let short: Character?
    let help: String

    public init(_ name: String, short: Character? = nil, help: String) {
        self.name = name
        self.short = short
        self.help = help
    }
}

/// A value given by its position. All but the last must take exactly one.
public struct Argument<Value: Sendable>: Sendable {
    let name: String
    let help: String
    let reader: ValueReader<Value>

    private init(_ name: String, _ help: String, _ reader: ValueReader<Value>) {
        self.name = name
        self.help = help
        self.reader = reader
    }

    /// An argument that must be given. Help shows its name, in capitals by custom.
    public init(_ name: String, help: String, check: Check<Value>? = nil) where Value: ArgumentValue {
        self.init(name, help, .required(check: check))
    }

    /// An argument that may be missing.
    public init<Element: ArgumentValue>(optional name: String, help: String, check: Check<Element>? = nil)
    where Value == Element? {
        self.init(name, help, .optional(check: check))
    }

    /// An argument that takes all remaining words.
    public init<Element: ArgumentValue>(
        repeated name: String, help: String, atLeast minimum: Int = 1, check: Check<Element>? = nil
    ) where Value == [Element] {
        self.init(name, help, .repeated(atLeast: minimum, check: check))
    }
}
