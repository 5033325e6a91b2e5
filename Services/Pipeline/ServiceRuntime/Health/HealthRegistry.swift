public import FoundationEssentials
import Synchronization

/// How a thing is that a service needs.
public enum Health: Hashable, Sendable {
    case ok
    /// It works; what an operator may want to know all the same.
    case noted(String)
    /// It works, but not as it should; what is missing, in words for an operator.
    case degraded(String)
    /// It does not work; why, in words for an operator.
    case failing(String)
}

extension Health {
    enum Kind { case good, partial, failing }

    var kind: Kind {
        switch self {
        case .ok, .noted: .good
        case .degraded: .partial
        case .failing: .failing
        }
    }

    /// Whether it works as it should.
    var isGood: Bool { kind == .good }
}

/// What a service needs, and how that is: what `/health/ready` answers.
public final class HealthRegistry: Sendable {
    public struct Entry: Hashable, Sendable {
        /// Such as `postgres`.
        public let name: String
        /// Whether the service is not ready while this fails.
        public let isRequired: Bool
        public let health: Health
        /// Since when it is well, in part, or not, whatever was said of it meanwhile.
        public let since: Date
    }

    /// Called with each change, whoever makes it.
    typealias Observer = @Sendable (_ name: String, Health) -> Void

    private let entries = Mutex<[String: Entry]>([:])
    private let observers = Mutex<[String: Observer]>([:])
    private let looks = Mutex<[String: @Sendable () async -> Health?]>([:])
    private let now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Sets the health of a thing. Returns whether that is a change.
    @discardableResult
    public func set(_ name: String, required: Bool, _ health: Health) -> Bool {
        let isChange = entries.withLock { entries in
            let former = entries[name]
            let isSame = former.map { $0.health.kind == health.kind } ?? false
            entries[name] = Entry(
                name: name, isRequired: required, health: health, since: isSame ? former?.since ?? now() : now())
            return former?.isRequired != required || former?.health != health
        }
        if isChange { for observer in observers.withLock({ Array($0.values) }) { observer(name, health) } }
        return isChange
    }

    /// Has `observer` told of changes; in place of the one that was named so before.
    func observe(as source: String, _ observer: @escaping Observer) { observers.withLock { $0[source] = observer } }

    /// Says how the thing is looked at. `look` sets what it finds; nil when it could not look any more.
    func register(_ name: String, look: @escaping @Sendable () async -> Health?) { looks.withLock { $0[name] = look } }

    /// Looks at the thing now; nil where nobody knows how.
    func look(at name: String) async -> Health? { await looks.withLock({ $0[name] })?() }

    func entry(of name: String) -> Entry? { entries.withLock { $0[name] } }

    /// All things, by name.
    public var all: [Entry] {
        entries.withLock { $0.values.sorted { $0.name < $1.name } }
    }

    /// Ready means that everything required works.
    public var isReady: Bool {
        all.allSatisfy { entry in
            if case .failing = entry.health { !entry.isRequired } else { true }
        }
    }

    /// Whether anything at all is not as it should be.
    public var isDegraded: Bool { all.contains { !$0.health.isGood } }
}
