import Domain
import HTTPClient
import PostgresStore
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
    /// A failure if its keys cannot be opened, now or by anybody any more. It wants its events all the same, which wait.
    let signer: Result<WebhookSigner, StoreError>
    let addressGuard: AddressGuard
    /// For the whole exchange.
    let timeout: Duration
    /// Empty for every outcome.
    var events: Set<WebhookEvent> = []
    /// Empty for all.
    var journeys: Set<JourneyID> = []
    /// The paths of the event's data to deliver; empty for all.
    var fields: [String] = []
    /// A disabled endpoint gets nothing, and its waiting deliveries are given up.
    var isEnabled = true

    func wants(_ event: EventHeader) -> Bool {
        isEnabled && events.includesOutcome(event.type) && (journeys.isEmpty || journeys.contains(event.journey))
    }

    /// The request of one try: the same id each time, a timestamp and signatures of its own. `fields` are those that were wanted when it
    /// was planned, if anybody knows.
    func request(
        for event: RecordedEvent, keeping fields: [String]? = nil, signedBy signer: WebhookSigner, at now: Timestamp
    ) throws -> ClientRequest {
        let body = try WebhookPayload.body(of: event, keeping: fields ?? self.fields)
        var request = request(WebhookMessage(id: event.id, body: body), signer, now)
        let cause = try? EventReader.header(of: event.payload).traceparent
        request.trace = cause.flatMap { TraceContext(traceparent: $0) }?.child()
        return request
    }

    /// The request of one try of a head of the tenant's log, always whole: `payload` is the event as it was signed and published.
    func request(
        for head: CustodyHeadEvent, as payload: [UInt8], signedBy signer: WebhookSigner, at now: Timestamp
    ) -> ClientRequest {
        request(WebhookMessage(id: head.id, body: payload), signer, now)
    }

    private func request(_ message: WebhookMessage, _ signer: WebhookSigner, _ now: Timestamp) -> ClientRequest {
        message.request(to: url, signedBy: signer, at: now, addressGuard: addressGuard, timeout: timeout)
    }
}

extension WebhookEndpoint {
    /// An endpoint of the store. Its keys sign in the order of their age, the newest first.
    init(_ stored: SigningWebhookEndpoint, _ terms: WebhookTerms) {
        self.init(
            id: stored.record.id.description, url: stored.record.url,
            signer: stored.keys.map { WebhookSigner($0) },
            addressGuard: terms.addressGuard, timeout: terms.timeout, events: Set(stored.record.events),
            journeys: Set(stored.record.journeys), fields: stored.record.fields, isEnabled: stored.record.isEnabled)
    }
}
