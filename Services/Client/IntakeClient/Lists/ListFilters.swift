public import Observation
public import Shared
import Synchronization

/// The filters of a list by name: an observable `FilterManager`.
@Observable
public final class ListFilters<Predicate: Filter>: Sendable where Predicate.Element: Sendable {
    @ObservationIgnored private let state: Mutex<FilterManager<Predicate>>

    public init(_ filters: FilterManager<Predicate> = FilterManager()) { state = Mutex(filters) }

    public var filters: FilterManager<Predicate> {
        get {
            access(keyPath: \.filters)
            return state.withLock { $0 }
        }
        set { withMutation(keyPath: \.filters) { state.withLock { $0 = newValue } } }
    }

    public var isEmpty: Bool { filters.isEmpty }

    /// The expression of a name. Nil removes it, another expression replaces it in its place, a new name goes to the end.
    public subscript(name: String) -> FilterExpression<Predicate>? {
        get { filters[name] }
        set { withMutation(keyPath: \.filters) { state.withLock { $0[name] = newValue } } }
    }

    public func set(_ predicate: Predicate, named name: String) { self[name] = .predicate(predicate) }
    public func remove(_ name: String) { self[name] = nil }
    public func removeAll() { withMutation(keyPath: \.filters) { state.withLock { $0.removeAll() } } }
}
