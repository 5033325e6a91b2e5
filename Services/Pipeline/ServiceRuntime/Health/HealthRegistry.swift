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
    /// Whether it works as it should.
    var isGood: Bool {
        switch self {
        case .ok, .noted: true
        case .degraded, .failing: false
        }
    }
}

/// What a service needs, and how that is: what `/health/ready` answers.
public final class HealthRegistry: Sendable {
    public struct Entry: Hashable, Sendable {
        /// Such as `postgres`.
        public let name: String
        /// Whether the service is not ready while this fails.
        public let isRequired: Bool
        public let health: Health
    }

    private let entries = Mutex<[String: Entry]>([:])

    public init() {}

    /// Sets the health of a thing. Returns whether that is a change.
    @discardableResult
    public func set(_ name: String, required: Bool, _ health: Health) -> Bool {
        entries.withLock { entries in
            let entry = Entry(name: name, isRequired: required, health: health)
            defer { entries[name] = entry }
            return entries[name] != entry
        }
    }

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
