public import FoundationEssentials
import Synchronization

/// The health of a dependency.
public enum Health: Hashable, Sendable {
    case ok
    /// It works, with a note for an operator.
    case noted(String)
    /// It works in part. The text says what is missing, for an operator.
    case degraded(String)
    /// It does not work. The text says why, for an operator.
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

    /// Whether it works fully.
    var isGood: Bool { kind == .good }
}

/// The dependencies of a service and their health: the answer of `/health/ready`.
public final class HealthRegistry: Sendable {
    public struct Entry: Hashable, Sendable {
        /// Such as `postgres`.
        public let name: String
        /// Whether the service is not ready while it fails.
        public let isRequired: Bool
        public let health: Health
        /// Since when its kind of health has lasted, even if the text changed.
        public let since: Date
    }

    /// Called with each change.
    typealias Observer = @Sendable (_ name: String, Health) -> Void

    private let entries = Mutex<[String: Entry]>([:])
    private let observers = Mutex<[String: Observer]>([:])
    private let looks = Mutex<[String: @Sendable () async -> Health?]>([:])
    private let now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Sets the health of a dependency. Returns whether that is a change.
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

    /// Passes changes to `observer`, which replaces the previous one of this name.
    func observe(as source: String, _ observer: @escaping Observer) { observers.withLock { $0[source] = observer } }

    /// Registers a check. `look` sets its result; nil if it could no longer check.
    func register(_ name: String, look: @escaping @Sendable () async -> Health?) { looks.withLock { $0[name] = look } }

    /// Checks a dependency now; nil without a registered check.
    func look(at name: String) async -> Health? { await looks.withLock({ $0[name] })?() }

    func entry(of name: String) -> Entry? { entries.withLock { $0[name] } }

    /// All dependencies, by name.
    public var all: [Entry] {
        entries.withLock { $0.values.sorted { $0.name < $1.name } }
    }

    /// Ready means that all required dependencies work.
    public var isReady: Bool {
        all.allSatisfy { entry in
            if case .failing = entry.health { !entry.isRequired } else { true }
        }
    }

    /// Whether any dependency does not work fully.
    public var isDegraded: Bool { all.contains { !$0.health.isGood } }
}
