public import Shared

/// Rows of one owner's outbox that follow each other: those of one tenant's journey on one topic. Lines take turns.
///
/// Rows that an older version wrote, dead letters, signed heads and tenants' days name neither tenant nor journey.
public struct OutboxLine: Hashable, Sendable, Comparable {
    public let topic: String
    public let tenant: String
    public let journey: String

    public init(topic: String, tenant: String, journey: String) {
        (self.topic, self.tenant, self.journey) = (topic, tenant, journey)
    }

    /// Whether the line can be held back until a stage has ended what it has under way. What no outcome needs is not: later rows
    /// of its submissions wait behind it, and a stage that makes previews or plans messages would hold outcomes up.
    public var isBounded: Bool { Self.boundedTopics.contains(topic) }

    /// The topics of stages that an outcome needs.
    package static let boundedTopics = Set(Stage.allCases.filter(\.isOnTheWay).map(\.topic.rawValue))

    public static func < (left: Self, right: Self) -> Bool {
        (left.topic, left.tenant, left.journey) < (right.topic, right.tenant, right.journey)
    }
}

/// How many rows a relay may claim now: in all, and of each line.
public struct OutboxRoom: Sendable, Hashable {
    public var limit: Int
    /// Of a line of which nothing is under way.
    public var perLine: Int
    /// Of the others.
    public var ofLine: [OutboxLine: Int]
    /// How many rows a tenant has in its turn; one where it is not named.
    public var weights: [String: Int]

    public init(limit: Int, perLine: Int, ofLine: [OutboxLine: Int] = [:], weights: [String: Int] = [:]) {
        (self.limit, self.perLine, self.ofLine, self.weights) = (limit, perLine, ofLine, weights)
    }
}

/// A published event whose stage has not finished it, as far as its relay knows.
public struct UnfinishedEvent: Sendable, Hashable {
    public let position: Int64
    public let stage: Stage

    public init(position: Int64, stage: Stage) { (self.position, self.stage) = (position, stage) }
}

/// What a relay that holds lines back has asked for.
public struct OutboxProgress: Sendable, Hashable {
    /// Of the events in question, those that take no place any more.
    public let finished: Set<Int64>
    /// The number of live processes that hold a line back, where there are several: they share its places.
    public let holders: [OutboxLine: Int]

    public init(finished: Set<Int64>, holders: [OutboxLine: Int] = [:]) {
        (self.finished, self.holders) = (finished, holders)
    }
}
