public import Shared

/// Values that were made not long ago, in bounded room.
///
/// There are two generations. A value joins the younger one; when that is full or has had its time, the older one is forgotten as a
/// whole and the younger one takes its place. So a value is kept for one to two lifetimes, or less where there is no room, and keeping
/// order costs nothing.
public struct RecentValueCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let room: Int
    private let lifetime: Duration
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    /// Of the young ones.
    private var weight = 0
    private var turnedAt: Timestamp?

    /// - Parameters:
    ///   - room: How much each generation may weigh, in whatever unit values are weighed.
    ///   - lifetime: How long a generation is the younger one.
    public init(room: Int, lifetime: Duration) {
        self.room = room
        self.lifetime = lifetime
    }

    public var count: Int { young.count + old.count }

    public mutating func value(of key: Key, at now: Timestamp) -> Value? {
        turn(at: now)
        return young[key] ?? old[key]
    }

    /// What weighs more than all the room is not kept.
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

    /// Forgets what has had its time. So does whoever asks for a value, or keeps one.
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
