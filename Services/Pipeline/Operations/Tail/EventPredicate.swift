package import Shared

/// Compares the values at a path of an event with a value. One of several values is enough; for "is not" all must differ.
package struct EventPredicate: Filter {
    package enum Comparison: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        /// The text contains the value, in any case.
        case contains = "~"
    }

    package let path: [String]
    /// Nil asks whether there is any value but null and false.
    package let comparison: Comparison?
    package let value: JSONValue

    /// Nil if the answer depends on an unknown value: the latency of an event that does not have it.
    package func judge(_ event: WatchedEvent) -> Bool? {
        path == TailField.latency && event.header?.step == .unknown ? nil : matches(event)
    }

    package func matches(_ event: WatchedEvent) -> Bool {
        let found = event.values(at: path)
        guard let comparison else { return found.contains { $0 != .null && $0 != .boolean(false) } }
        if comparison == .notEqual { return !found.contains { Self.compare($0, .equal, value) } }
        return found.contains { Self.compare($0, comparison, value) }
    }

    private static func compare(_ found: JSONValue, _ comparison: Comparison, _ value: JSONValue) -> Bool {
        switch (found, value) {
        case (.number(let left), .number(let right)): return holds(left, comparison, right)
        case (.string(let left), .string(let right)):
            if comparison == .contains { return left.lowercased().contains(right.lowercased()) }
            return holds(left, comparison, right)
        // A number that is kept as text, and a text that looks like a number.
        case (.string(let left), .number(let right)): return Double(left).map { holds($0, comparison, right) } ?? false
        default: return comparison == .equal && found == value
        }
    }

    private static func holds<Value: Comparable>(_ left: Value, _ comparison: Comparison, _ right: Value) -> Bool {
        switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .contains: false
        }
    }
}

extension FilterExpression<EventPredicate> {
    /// Nil if the answer depends on an unknown value.
    package func judge(_ event: WatchedEvent) -> Bool? {
        switch self {
        case .predicate(let predicate): return predicate.judge(event)
        case .and(let all):
            let answers = all.map { $0.judge(event) }
            return answers.contains(false) ? false : answers.contains(nil) ? nil : true
        case .or(let any):
            let answers = any.map { $0.judge(event) }
            return answers.contains(true) ? true : answers.contains(nil) ? nil : false
        case .not(let expression): return expression.judge(event).map { !$0 }
        }
    }
}
