public import Shared

/// A question that was planned to be asked.
public struct PlannedQuestion: Sendable, Hashable {
    public let plannedAt: Timestamp
    /// How long ago that was, by the clock of the store.
    public let age: Duration

    public init(plannedAt: Timestamp, age: Duration) {
        self.plannedAt = plannedAt
        self.age = age
    }
}

/// What is known of the questions that journeys have asked. They are deliveries of a channel of their own.
public protocol QuestionStore: Sendable {
    /// Nil for one that nobody has planned.
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
