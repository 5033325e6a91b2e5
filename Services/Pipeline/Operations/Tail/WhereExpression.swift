package import Shared

/// What `--where` takes: comparisons of an event's fields, put together by `and`, `or`, `not` and parentheses.
///
///     state == needs_input and journey ~ loan
///     latency > 500ms or not (tenant == acme and data.attempt >= 2)
package struct WhereExpression: Sendable {
    /// The maximum of characters. The parser's `maximumDepth` bounds the depth.
    package static let maximumLength = 4_000

    package let expression: FilterExpression<EventPredicate>

    package init(_ text: String) throws(WhereFault) {
        guard text.utf8.count <= Self.maximumLength else {
            throw WhereFault(column: 1, problem: "it has more than \(Self.maximumLength) bytes")
        }
        var parser = WhereParser(try WhereToken.all(in: text), end: text.count + 1)
        expression = try parser.whole()
    }
}

/// The fault of an expression, and its column, from 1.
package struct WhereFault: Error {
    package let column: Int
    package let problem: String
}

/// Parses tokens into an expression. `and` binds closer than `or`, and `not` closer than both.
private struct WhereParser {
    package static let maximumDepth = 50

    private var tokens: ArraySlice<WhereToken>
    private let end: Int
    private var depth = 0

    /// `end` is the column after the last character.
    package init(_ tokens: [WhereToken], end: Int) {
        self.tokens = tokens[...]
        self.end = end
    }

    package mutating func whole() throws(WhereFault) -> FilterExpression<EventPredicate> {
        let expression = try alternatives()
        if let token = tokens.first { throw WhereFault(column: token.column, problem: "'and' or 'or' is missing") }
        return expression
    }

    private mutating func alternatives() throws(WhereFault) -> FilterExpression<EventPredicate> {
        var all = [try conditions()]
        while take(.or) { all.append(try conditions()) }
        return all.count == 1 ? all[0] : .or(all)
    }

    private mutating func conditions() throws(WhereFault) -> FilterExpression<EventPredicate> {
        var all = [try condition()]
        while take(.and) { all.append(try condition()) }
        return all.count == 1 ? all[0] : .and(all)
    }

    private mutating func condition() throws(WhereFault) -> FilterExpression<EventPredicate> {
        depth += 1
        defer { depth -= 1 }
        let column = tokens.first?.column ?? end
        guard depth <= Self.maximumDepth else { throw WhereFault(column: column, problem: "this is nested too deeply") }
        if take(.not) { return .not(try condition()) }
        if take(.open) {
            let inner = try alternatives()
            guard take(.close) else { throw WhereFault(column: tokens.first?.column ?? end, problem: "')' is missing") }
            return inner
        }
        return .predicate(try comparison())
    }

    private mutating func comparison() throws(WhereFault) -> EventPredicate {
        guard let token = tokens.popFirst() else { throw WhereFault(column: end, problem: "a field is missing") }
        guard case .word(let name) = token.kind else {
            throw WhereFault(column: token.column, problem: "a field such as state or data.attempt is expected")
        }
        let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.allSatisfy({ !$0.isEmpty }) else { throw WhereFault(column: token.column, problem: "this is no field") }
        if let fault = TailField.fault(path) { throw WhereFault(column: token.column, problem: fault) }
        guard case .comparison(let comparison)? = tokens.first?.kind else {
            return EventPredicate(path: path, comparison: nil, value: .null)
        }
        tokens.removeFirst()
        guard let value = tokens.popFirst() else { throw WhereFault(column: end, problem: "a value is missing") }
        switch value.kind {
        case .word(let text): return EventPredicate(path: path, comparison: comparison, value: WhereToken.value(of: text))
        case .quoted(let text): return EventPredicate(path: path, comparison: comparison, value: .string(text))
        default: throw WhereFault(column: value.column, problem: "a value is expected")
        }
    }

    private mutating func take(_ kind: WhereToken.Kind) -> Bool {
        guard tokens.first?.kind == kind else { return false }
        tokens.removeFirst()
        return true
    }
}
