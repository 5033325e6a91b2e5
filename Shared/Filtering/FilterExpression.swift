/// A predicate as data: it can be evaluated in memory, and rendered as a query.
public protocol Filter: Sendable, Hashable {
    associatedtype Element
    func matches(_ element: Element) -> Bool
}

/// A combination of predicates. The same expression filters in memory, over HTTP and in SQL.
public indirect enum FilterExpression<Predicate: Filter>: Sendable, Hashable {
    case predicate(Predicate)
    /// All of them; matches everything if empty.
    case and([FilterExpression])
    /// At least one of them; matches nothing if empty.
    case or([FilterExpression])
    case not(FilterExpression)

    public static var everything: Self { .and([]) }

    public func matches(_ element: Predicate.Element) -> Bool {
        switch self {
        case .predicate(let predicate): predicate.matches(element)
        case .and(let all): all.allSatisfy { $0.matches(element) }
        case .or(let any): any.contains { $0.matches(element) }
        case .not(let expression): !expression.matches(element)
        }
    }

    /// Whether any of its predicates is such a one.
    public func contains(where isOne: (Predicate) -> Bool) -> Bool {
        switch self {
        case .predicate(let predicate): isOne(predicate)
        case .and(let parts), .or(let parts): parts.contains { $0.contains(where: isOne) }
        case .not(let part): part.contains(where: isOne)
        }
    }

    public static func && (left: Self, right: Self) -> Self { .and([left, right]) }
    public static func || (left: Self, right: Self) -> Self { .or([left, right]) }
    public static prefix func ! (expression: Self) -> Self { .not(expression) }
}
