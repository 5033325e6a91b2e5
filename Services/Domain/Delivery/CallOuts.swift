public import Shared

/// A planned question of a call-out.
public struct PlannedQuestion: Sendable, Hashable {
    public let plannedAt: Timestamp
    /// The time since it was planned, by the store's clock.
    public let age: Duration

    public init(plannedAt: Timestamp, age: Duration) {
        self.plannedAt = plannedAt
        self.age = age
    }
}

/// The planned questions of call-outs. They are deliveries of a channel of their own.
public protocol QuestionStore: Sendable {
    /// Nil if it was not planned.
    func question(_ key: DeliveryKey) async throws(StoreError) -> PlannedQuestion?
}

extension DeliveryKey {
    /// The channel of questions.
    public static let callOuts = "callout"

    /// The question that an event asks.
    public init(asking callOut: CallOutID, of journey: JourneyID, because event: EventID) {
        self.init(eventID: event, channel: Self.callOuts, endpoint: "\(journey)/\(callOut)")
    }
}
