public import Shared

extension DeliveryKey {
    /// The channel of questions.
    public static let callOuts = "callout"

    /// The question that an event asks.
    public init(asking callOut: CallOutID, of journey: JourneyID, because event: EventID) {
        self.init(eventID: event, channel: Self.callOuts, endpoint: "\(journey)/\(callOut)")
    }
}
