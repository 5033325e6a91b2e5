/// A step of the schema. Steps only go forward; one that was released never changes.
public struct Migration: Sendable, Hashable {
    /// From 1, without a gap.
    public let version: Int
    public let name: String
    let sql: String

    /// All steps, in order.
    public static let all: [Migration] = [
        .submissions, .eventLog, .delivery, .custody, .operations, .idempotency, .uploads, .predecessors, .rules, .history,
        .deadLetters, .access, .listings, .making,
    ]
}
