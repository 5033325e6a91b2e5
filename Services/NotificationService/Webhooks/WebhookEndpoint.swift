import DocketStore
import FoundationEssentials
import HTTPClient
import Shared
import Telemetry

/// Somebody who wants to be told over HTTP.
struct WebhookEndpoint: Sendable {
    /// Names it in the store. It outlives a change of URL or secret: what waits then goes to the new one.
    let id: String
    let url: String
    let signer: WebhookSigner
    let addressGuard: AddressGuard
    /// For the whole exchange.
    let timeout: Duration

    /// The most that is read of an answer, of which only the status matters. Bytes.
    static let answerLimit = 64 * 1024

    /// The request of one try: the same id each time, a timestamp and signatures of its own.
    func request(for event: RecordedEvent, at now: Timestamp) throws -> ClientRequest {
        let body = try WebhookPayload.body(of: event)
        let id = event.id.description
        let timestamp = Int(now.millisecondsSinceEpoch / 1000)
        var request = ClientRequest(
            "POST", url,
            headers: [
                "content-type": EventHeader.contentType, "webhook-id": id, "webhook-timestamp": String(timestamp),
                "webhook-signature": signer.signature(id: id, timestamp: timestamp, body: body),
            ], body: .bytes(body))
        request.timeout = timeout
        request.connectTimeout = min(timeout, .seconds(10))
        request.maximumResponseBytes = Self.answerLimit
        request.addressGuard = addressGuard
        let cause = try? EventReader.header(of: event.payload).traceparent
        request.trace = cause.flatMap { TraceContext(traceparent: $0) }?.child()
        return request
    }
}
