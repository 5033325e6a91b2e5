import Configuration
package import Shared

/// A token of an expression, and its column.
package struct WhereToken {
    package enum Kind: Equatable {
        case word(String)
        case quoted(String)
        case comparison(EventPredicate.Comparison)
        case and, or, not, open, close
    }

    package let kind: Kind
    package let column: Int

    private static let signs: [(text: String, kind: Kind)] =
        [("&&", .and), ("||", .or)] + EventPredicate.Comparison.allCases.map { ($0.rawValue, .comparison($0)) }
        + [("=", .comparison(.equal)), ("!", .not), ("(", .open), (")", .close)]
    private static let words: [String: Kind] = ["and": .and, "or": .or, "not": .not]

    package static func all(in text: String) throws(WhereFault) -> [WhereToken] {
        let characters = Array(text)
        var tokens: [WhereToken] = []
        var position = 0
        while position < characters.count {
            let column = position + 1
            let character = characters[position]
            if character.isWhitespace {
                position += 1
            } else if character == "\"" || character == "'" {
                let end = characters[(position + 1)...].firstIndex(of: character)
                guard let end else { throw WhereFault(column: column, problem: "the quotation does not end") }
                tokens.append(WhereToken(kind: .quoted(String(characters[(position + 1)..<end])), column: column))
                position = end + 1
            } else if let sign = signs.first(where: { characters[position...].starts(with: $0.text) }) {
                tokens.append(WhereToken(kind: sign.kind, column: column))
                position += sign.text.count
            } else {
                let word = String(characters[position...].prefix(while: isPartOfWord))
                guard !word.isEmpty else { throw WhereFault(column: column, problem: "'\(character)' means nothing here") }
                tokens.append(WhereToken(kind: words[word] ?? .word(word), column: column))
                position += word.count
            }
        }
        return tokens
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-.:+/@".contains(character)
    }

    /// A bare word as a value: true, false, null, a number, a duration (in milliseconds), or else text.
    package static func value(of word: String) -> JSONValue {
        switch word {
        case "true": .boolean(true)
        case "false": .boolean(false)
        case "null": .null
        default:
            if let number = Double(word) {
                .number(number)
            } else if let duration = Duration(text: word) {
                .number(duration.inMilliseconds)
            } else {
                .string(word)
            }
        }
    }
}
