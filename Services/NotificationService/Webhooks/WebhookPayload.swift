import Domain
import Shared
import Webhooks

/// What a webhook carries.
enum WebhookPayload {
    /// Standard Webhooks asks for less than 20 kB. Bytes.
    static let limit = 20_000

    /// The event's exact bytes, as they are in Kafka and in the live stream, or what `fields` keep of them; or, if those are too many,
    /// the same event with the data of `ReducedOutcome`.
    static func body(of event: RecordedEvent, keeping fields: [String] = []) throws -> [UInt8] {
        let told = try PayloadFields.body(event.payload, keeping: fields)
        if told.count < limit { return told }
        let full = try EventReader.event(SubmissionOutcome.self, from: event.payload)
        let reduced = try CloudEvent(header: full.header, data: ReducedOutcome(full)).encoded()
        return try PayloadFields.body(reduced, keeping: fields.isEmpty ? [] : fields + ReducedOutcome.always)
    }
}

/// An outcome without its reasons and results: what became of the submission, and where to read the rest.
///
/// It has the required members of `SubmissionOutcome`, so a receiver that decodes that one can decode this one; `truncated` says
/// that an empty list of results means nothing.
struct ReducedOutcome: EventData {
    static let eventTypes = SubmissionOutcome.eventTypes
    /// What is told whichever fields are wanted.
    static let always = ["truncated", "submission"]

    let state: SubmissionState
    let attempt: Int
    let results: [DocumentResult]
    let truncated: Bool
    /// Relative to the gateway's address.
    let submission: String

    init(_ event: CloudEvent<SubmissionOutcome>) {
        state = event.data.state
        attempt = event.data.attempt
        results = []
        truncated = true
        submission = "/v1/submissions/\(event.header.submission)"
    }
}
