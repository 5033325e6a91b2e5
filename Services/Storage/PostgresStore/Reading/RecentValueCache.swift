public import Shared

/// Caches recent values in bounded memory.
///
/// There are two generations. New values join the younger one. When the younger one is full or its lifetime has passed,
/// the older one is dropped as a whole and the younger one takes its place. So a value is kept for one to two lifetimes,
/// or for less when memory is short, and no order has to be maintained.
public struct RecentValueCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let room: Int
    private let lifetime: Duration
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    /// The weight of the younger generation.
    private var weight = 0
    private var turnedAt: Timestamp?

    /// - Parameters:
    ///   - room: The greatest weight of each generation, in the caller's unit.
    ///   - lifetime: How long a generation stays the younger one.
    public init(room: Int, lifetime: Duration) {
        self.room = room
        self.lifetime = lifetime
    }

    public var count: Int { young.count + old.count }

    public mutating func value(of key: Key, at now: Timestamp) -> Value? {
        turn(at: now)
        return young[key] ?? old[key]
    }

    /// Keeps a value, unless it weighs more than a whole generation may.
    public mutating func keep(_ value: Value, as key: Key, weighing own: Int, at now: Timestamp) {
        turn(at: now)
        guard own <= room else { return forget(key) }
        if weight + own > room { beginGeneration(at: now) }
        // What it replaces counts on: the generation only ends a little earlier.
        weight += own
        young[key] = value
        old[key] = nil
    }

    public mutating func forget(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }

    /// Drops what has outlived its lifetime. Reading and keeping a value do the same.
    public mutating func turn(at now: Timestamp) {
        guard let turnedAt else { return self.turnedAt = now }
        // A clock that was set back would keep them for longer.
        guard now < turnedAt || now >= turnedAt.adding(lifetime) else { return }
        let isLongAgo = now < turnedAt || now >= turnedAt.adding(lifetime + lifetime)
        beginGeneration(at: now)
        if isLongAgo { old = [:] }
    }

    private mutating func beginGeneration(at now: Timestamp) {
        (old, young, weight, turnedAt) = (young, [:], 0, now)
    }
}
