import Domain
import Shared
import Webhooks

/// The body of a webhook.
enum WebhookPayload {
    /// In bytes. Standard Webhooks recommends less than 20 kB.
    static let limit = 20_000

    /// The event's exact bytes, as in Kafka and the live stream, or the part that `fields` select. If that is too long,
    /// the same event with the data of `ReducedOutcome`.
    static func body(of event: RecordedEvent, keeping fields: [String] = []) throws -> [UInt8] {
        let told = try PayloadFields.body(event.payload, keeping: fields)
        if told.count < limit { return told }
        let full = try EventReader.event(SubmissionOutcome.self, from: event.payload)
        let reduced = try CloudEvent(header: full.header, data: ReducedOutcome(full)).encoded()
        return try PayloadFields.body(reduced, keeping: fields.isEmpty ? [] : fields + ReducedOutcome.always)
    }
}

/// An outcome without its reasons and results: the new state, and the address of the rest.
///
/// It has the required members of `SubmissionOutcome`, so a receiver that decodes that one can decode this one;
/// `truncated` says that an empty list of results means nothing.
struct ReducedOutcome: EventData {
    static let eventTypes = SubmissionOutcome.eventTypes
    /// Fields that are delivered in any case.
    static let always = ["truncated", "submission"]

    let state: SubmissionState
    let attempt: Int
    let results: [DocumentResult]
    let truncated: Bool
    /// Relative to the gateway's address.
    let submission: String
    let record: OutcomeRecord?

    init(_ event: CloudEvent<SubmissionOutcome>) {
        state = event.data.state
        attempt = event.data.attempt
        results = []
        truncated = true
        submission = "/v1/submissions/\(event.header.submission)"
        record = event.data.record
    }
}
