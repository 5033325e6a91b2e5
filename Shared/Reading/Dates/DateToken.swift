/// A token of a line, for dates: a number, a word or a sign.
struct DateToken {
    enum Kind {
        /// `digits` is the number of digits: two for 03. `isMended` tells that a letter was read as a digit.
        case number(Int, digits: Int, isMended: Bool)
        case word
        case sign(Unicode.Scalar)
    }

    let kind: Kind
    let range: Range<Int>
    let followsBlank: Bool

    var number: Int? { if case .number(let value, _, _) = kind { value } else { nil } }
    var digits: Int { if case .number(_, let digits, _) = kind { digits } else { 0 } }
    var isMended: Bool { if case .number(_, _, let isMended) = kind { isMended } else { false } }
    var sign: Unicode.Scalar? { if case .sign(let sign) = kind { sign } else { nil } }
}

/// The tokens of a line.
struct DateTokens {
    let line: TextLine
    let tokens: [DateToken]

    init(_ line: TextLine) {
        self.line = line
        var tokens: [DateToken] = []
        let scalars = line.scalars
        var index = 0
        var followsBlank = true
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == " " {
                followsBlank = true
                index += 1
                continue
            }
            let end = Self.endOfRun(scalars, from: index)
            if end == index {
                tokens.append(DateToken(kind: .sign(scalar), range: index..<(index + 1), followsBlank: followsBlank))
                index += 1
            } else {
                Self.append(index..<end, of: scalars, followsBlank: followsBlank, to: &tokens)
                index = end
            }
            followsBlank = false
        }
        self.tokens = tokens
    }

    subscript(index: Int) -> DateToken? { index >= 0 && index < tokens.count ? tokens[index] : nil }

    /// The letters of a token.
    func word(_ index: Int) -> [Unicode.Scalar]? {
        guard let token = self[index], case .word = token.kind else { return nil }
        return Array(line.scalars[token.range])
    }

    func isWord(_ index: Int, among words: [[Unicode.Scalar]]) -> Bool {
        guard let token = self[index], case .word = token.kind else { return false }
        return words.contains { $0.count == token.range.count && line.scalars[token.range].elementsEqual($0) }
    }

    /// The end of a run of letters and digits. A bar may be a one.
    private static func endOfRun(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
        var end = start
        while end < scalars.count {
            let scalar = scalars[end]
            guard scalar == "|" || (scalar.isOfWord && !scalar.isJapanese) else { break }
            end += 1
        }
        return end
    }

    private static func append(
        _ run: Range<Int>, of scalars: [Unicode.Scalar], followsBlank: Bool, to tokens: inout [DateToken]
    ) {
        if let token = number(run, of: scalars, followsBlank: followsBlank) { return tokens.append(token) }
        // Where letters and digits touch, such as in 05MAR2018, each is a token.
        var start = run.lowerBound
        for index in run where index + 1 == run.upperBound || scalars[index].isDigit != scalars[index + 1].isDigit {
            let part = start..<(index + 1)
            let follows = start == run.lowerBound && followsBlank
            let token =
                scalars[start].isDigit
                ? number(part, of: scalars, followsBlank: follows)
                : DateToken(kind: .word, range: part, followsBlank: follows)
            if let token { tokens.append(token) }
            start = index + 1
        }
    }

    /// A run of digits, or of similar letters with at least one digit. At most nine.
    private static func number(_ run: Range<Int>, of scalars: [Unicode.Scalar], followsBlank: Bool) -> DateToken? {
        var value = 0
        var mended = 0
        for index in run {
            switch scalars[index] {
            case let scalar where scalar.isDigit: value = value * 10 + (scalar.digit ?? 0)
            case "o":
                value *= 10
                mended += 1
            case "l", "i", "|":
                value = value * 10 + 1
                mended += 1
            default: return nil
            }
        }
        guard mended < run.count else { return nil }
        // “1o de mayo” is the first of May.
        if run.count == 2, scalars[run.lowerBound + 1] == "o", scalars[run.upperBound...].starts(with: [" ", "d", "e"]) {
            return nil
        }
        let digits = run.count
        guard digits <= 9 else { return DateToken(kind: .word, range: run, followsBlank: followsBlank) }
        return DateToken(
            kind: .number(value, digits: digits, isMended: mended > 0), range: run, followsBlank: followsBlank)
    }
}
