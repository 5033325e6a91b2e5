import Domain
import FoundationEssentials
import HTTPClient
import Shared
import Telemetry
import Webhooks

/// The common terms of all endpoints.
struct WebhookTerms: Sendable {
    let addressGuard: AddressGuard
    /// For the whole exchange.
    let timeout: Duration
}

/// A webhook endpoint.
struct WebhookEndpoint: Sendable {
    /// The id in the store. It survives a change of URL or secret: waiting deliveries go to the new one.
    let id: String
    let url: String
    let signer: WebhookSigner
    let addressGuard: AddressGuard
    /// For the whole exchange.
    let timeout: Duration
    /// Empty for all.
    var eventTypes: Set<EventType> = []
    /// Empty for all.
    var journeys: Set<JourneyID> = []
    /// The paths of the event's data to deliver; empty for all.
    var fields: [String] = []
    /// A disabled endpoint gets nothing, and its waiting deliveries are given up.
    var isEnabled = true

    func wants(_ event: EventHeader) -> Bool {
        isEnabled && (eventTypes.isEmpty || eventTypes.contains(event.type))
            && (journeys.isEmpty || journeys.contains(event.journey))
    }

    /// The request of one try: the same id each time, a timestamp and signatures of its own. `fields` are those that were wanted when it
    /// was planned, if anybody knows.
    func request(for event: RecordedEvent, keeping fields: [String]? = nil, at now: Timestamp) throws -> ClientRequest {
        let body = try WebhookPayload.body(of: event, keeping: fields ?? self.fields)
        var request = WebhookMessage(id: event.id, body: body).request(
            to: url, signedBy: signer, at: now, addressGuard: addressGuard, timeout: timeout)
        let cause = try? EventReader.header(of: event.payload).traceparent
        request.trace = cause.flatMap { TraceContext(traceparent: $0) }?.child()
        return request
    }
}

extension WebhookEndpoint {
    /// An endpoint of the store. Its keys sign in the order of their age, the newest first.
    init(_ stored: KeyedWebhookEndpoint, _ terms: WebhookTerms) {
        self.init(
            id: stored.record.id.description, url: stored.record.url,
            signer: WebhookSigner(stored.keys),
            addressGuard: terms.addressGuard, timeout: terms.timeout, eventTypes: Set(stored.record.eventTypes),
            journeys: Set(stored.record.journeys), fields: stored.record.fields, isEnabled: stored.record.isEnabled)
    }
}
