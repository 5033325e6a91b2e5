/// A sentence with placeholders for values, in a part of ICU's message syntax: `{name}`, and `{name, plural, =0 {none}
/// one {# page} other {# pages}}`, where `#` is the number.
///
/// Plural categories are CLDR's; `other` is required. Braces cannot be quoted: no text needs them.
struct MessageTemplate: Sendable {
    private indirect enum Part: Sendable {
        case text(String)
        case value(String)
        /// The number of the enclosing plural.
        case number
        case plural(String, exact: [Int: [Part]], categories: [PluralCategory: [Part]])
    }

    private let parts: [Part]

    /// Nil if the text is not in this form.
    init?(_ text: String) {
        var parser = Parser(text)
        guard let parts = parser.parts(inPlural: false), parser.isAtEnd else { return nil }
        self.parts = parts
    }

    /// The names of its values.
    var names: Set<String> { Self.names(in: parts) }

    /// The categories of its plurals; empty without plurals.
    var pluralCategories: [Set<PluralCategory>] { Self.categories(in: parts) }

    /// Omits a missing value: a stored finding may lack a value of a later wording.
    func text(_ values: [String: ReasonValue], _ conventions: LanguageConventions) -> String {
        var result = ""
        Self.write(parts, values, conventions, number: nil, into: &result)
        return result
    }

    private static func write(
        _ parts: [Part], _ values: [String: ReasonValue], _ conventions: LanguageConventions, number: ReasonValue?,
        into result: inout String
    ) {
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .value(let name): if let value = values[name] { result += conventions.text(value) }
            case .number: if let number { result += conventions.text(number) }
            case .plural(let name, let exact, let categories):
                guard let value = values[name] else { continue }
                let counted = value.pluralCount.flatMap { exact[$0] ?? categories[conventions.pluralCategory($0)] }
                // What stands in for a number that is not told takes the form of many.
                let chosen = counted ?? categories[.other] ?? []
                write(chosen, values, conventions, number: value, into: &result)
            }
        }
    }

    private static func names(in parts: [Part]) -> Set<String> {
        parts.reduce(into: []) { names, part in
            switch part {
            case .text, .number: break
            case .value(let name): names.insert(name)
            case .plural(let name, let exact, let categories):
                names.insert(name)
                for inner in Array(exact.values) + Array(categories.values) { names.formUnion(Self.names(in: inner)) }
            }
        }
    }

    private static func categories(in parts: [Part]) -> [Set<PluralCategory>] {
        parts.compactMap { part in
            if case .plural(_, _, let categories) = part { Set(categories.keys) } else { nil }
        }
    }
}

extension ReasonValue {
    /// The number that selects a plural; of a range its end, as in CLDR's plural ranges for the languages here.
    fileprivate var pluralCount: Int? {
        switch self {
        case .count(let count), .bytes(let count): count
        case .range(let range): range.max
        case .day, .mediaType, .alternatives, .text: nil
        }
    }
}

extension MessageTemplate {
    private struct Parser {
        private let scalars: [Unicode.Scalar]
        private var position = 0

        init(_ text: String) { scalars = Array(text.unicodeScalars) }

        var isAtEnd: Bool { position == scalars.count }

        /// Up to the end, or to the closing brace.
        mutating func parts(inPlural: Bool) -> [Part]? {
            var parts: [Part] = []
            var text = ""
            func flushed(_ text: String, _ parts: [Part]) -> [Part] { text.isEmpty ? parts : parts + [.text(text)] }
            while position < scalars.count, scalars[position] != "}" {
                let scalar = scalars[position]
                position += 1
                switch scalar {
                case "{":
                    parts = flushed(text, parts)
                    text = ""
                    guard let part = placeholder() else { return nil }
                    parts.append(part)
                case "#" where inPlural:
                    parts = flushed(text, parts) + [.number]
                    text = ""
                default:
                    text.unicodeScalars.append(scalar)
                }
            }
            return flushed(text, parts)
        }

        private mutating func placeholder() -> Part? {
            guard let name = word() else { return nil }
            if take("}") { return .value(name) }
            guard take(","), word() == "plural", take(",") else { return nil }
            var exact: [Int: [Part]] = [:]
            var categories: [PluralCategory: [Part]] = [:]
            while !take("}") {
                guard let selector = word(), take("{"), let parts = parts(inPlural: true), take("}") else { return nil }
                if selector.hasPrefix("="), let number = Int(selector.dropFirst()) {
                    exact[number] = parts
                } else if let category = PluralCategory(rawValue: selector) {
                    categories[category] = parts
                } else {
                    return nil
                }
            }
            return categories[.other] == nil ? nil : .plural(name, exact: exact, categories: categories)
        }

        private mutating func word() -> String? {
            skipBlanks()
            var word = ""
            while position < scalars.count,
                scalars[position] == "=" || Self.isPartOfWord(scalars[position])
            {
                word.unicodeScalars.append(scalars[position])
                position += 1
            }
            skipBlanks()
            return word.isEmpty ? nil : word
        }

        private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }

        private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard position < scalars.count, scalars[position] == scalar else { return false }
            position += 1
            // What follows a brace that opens a message is text, blanks included.
            if scalar == "," { skipBlanks() }
            return true
        }

        private mutating func skipBlanks() {
            while position < scalars.count, scalars[position] == " " { position += 1 }
        }
    }
}
