/// Named predicates over a list, each of which can be added, replaced and removed. An element must satisfy all of them.
///
/// The list keeps its order. The names keep their order, too: a replaced predicate keeps its place.
public struct FilterManager<Predicate: Filter>: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public let name: String
        public let expression: FilterExpression<Predicate>
    }

    public private(set) var entries: [Entry] = []

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }
    public var names: [String] { entries.map(\.name) }

    /// The expression of a name. Nil removes it, another expression replaces it in its place, a new name goes to the end.
    public subscript(name: String) -> FilterExpression<Predicate>? {
        get { entries.first { $0.name == name }?.expression }
        set {
            let index = entries.firstIndex { $0.name == name }
            switch (newValue, index) {
            case (let expression?, let index?): entries[index] = Entry(name: name, expression: expression)
            case (let expression?, nil): entries.append(Entry(name: name, expression: expression))
            case (nil, let index?): entries.remove(at: index)
            case (nil, nil): break
            }
        }
    }

    public mutating func set(_ predicate: Predicate, named name: String) {
        self[name] = .predicate(predicate)
    }

    public mutating func remove(_ name: String) {
        self[name] = nil
    }

    public mutating func removeAll() {
        entries = []
    }

    /// All entries in one expression.
    public var expression: FilterExpression<Predicate> {
        entries.count == 1 ? entries[0].expression : .and(entries.map(\.expression))
    }

    public func matches(_ element: Predicate.Element) -> Bool {
        entries.allSatisfy { $0.expression.matches(element) }
    }

    /// The elements that satisfy all entries, in their order.
    public func filter(_ elements: some Sequence<Predicate.Element>) -> [Predicate.Element] {
        elements.filter(matches)
    }
}
