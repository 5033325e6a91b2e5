/// Converts the texts of an option or argument to its value; `Option` and `Argument` share it.
struct ValueReader<Value: Sendable>: Sendable {
    let completion: Completion
    let arity: Arity
    /// The default, as help shows it.
    let shownDefault: String?
    let read: @Sendable ([String]) throws(InvalidValue) -> Value

    private init(
        completion: Completion, arity: Arity, shownDefault: String? = nil,
        read: @escaping @Sendable ([String]) throws(InvalidValue) -> Value
    ) {
        self.completion = completion
        self.arity = arity
        self.shownDefault = shownDefault
        self.read = read
    }

    static func defaulted(_ value: Value, check: Check<Value>?) -> ValueReader where Value: ArgumentValue {
        let shown = String(describing: value)
        return ValueReader(completion: Value.completion, arity: .optional, shownDefault: shown.isEmpty ? nil : shown) {
            (texts) throws(InvalidValue) in
            guard let text = texts.last else { return value }
            return try parse(text, check)
        }
    }

    static func optional<Element: ArgumentValue>(check: Check<Element>?) -> ValueReader where Value == Element? {
        ValueReader(completion: Element.completion, arity: .optional) { (texts) throws(InvalidValue) in
            guard let text = texts.last else { return nil }
            return try parse(text, check)
        }
    }

    static func required(check: Check<Value>?) -> ValueReader where Value: ArgumentValue {
        ValueReader(completion: Value.completion, arity: .required) { (texts) throws(InvalidValue) in
            // The parser has made sure that there is one.
            guard let text = texts.last else { throw InvalidValue(expected: "given") }
            return try parse(text, check)
        }
    }

    static func repeated<Element: ArgumentValue>(atLeast minimum: Int, check: Check<Element>?) -> ValueReader
    where Value == [Element] {
        ValueReader(completion: Element.completion, arity: .repeated(minimum: minimum)) { (texts) throws(InvalidValue) in
            var values: [Element] = []
            for text in texts { values.append(try parse(text, check)) }
            return values
        }
    }
}

/// How often an option or argument may be given.
enum Arity: Sendable, Hashable {
    case optional
    case required
    case repeated(minimum: Int)

    var minimum: Int {
        switch self {
        case .optional: 0
        case .required: 1
        case .repeated(let minimum): minimum
        }
    }

    var isRepeated: Bool {
        if case .repeated = self { true } else { false }
    }
}

/// A further condition on a value. Returns nil if it holds, and otherwise what the value must be.
public typealias Check<Value> = @Sendable (Value) -> String?

private func parse<Value: ArgumentValue>(_ text: String, _ check: Check<Value>?) throws(InvalidValue) -> Value {
    let value = try Value(argument: text)
    if let expected = check?(value) { throw InvalidValue(expected: expected) }
    return value
}

/// The value must be within the range.
public func within(_ range: ClosedRange<Int>) -> Check<Int> {
    { range.contains($0) ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)" }
}
