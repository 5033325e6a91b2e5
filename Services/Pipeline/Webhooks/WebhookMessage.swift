public import HTTPClient
public import Shared

/// What an endpoint is told, by Standard Webhooks.
public struct WebhookMessage: Sendable {
    public let id: EventID
    /// One event, in JSON.
    public let body: [UInt8]

    /// The most that is read of an answer, of which only the status matters. Bytes.
    public static let answerLimit = 64 * 1024

    public init(id: EventID, body: [UInt8]) {
        self.id = id
        self.body = body
    }

    /// The request of one try: the same id each time, a timestamp and signatures of its own. `timeout` is for the whole exchange.
    public func request(
        to url: String, signedBy signer: WebhookSigner, at now: Timestamp, addressGuard: AddressGuard, timeout: Duration
    ) -> ClientRequest {
        let timestamp = Int(now.millisecondsSinceEpoch / 1000)
        var request = ClientRequest(
            "POST", url,
            headers: [
                "content-type": EventHeader.contentType, "webhook-id": id.description, "webhook-timestamp": String(timestamp),
                "webhook-signature": signer.signature(id: id.description, timestamp: timestamp, body: body),
            ], body: .bytes(body))
        request.timeout = timeout
        request.connectTimeout = min(timeout, .seconds(10))
        request.maximumResponseBytes = Self.answerLimit
        request.addressGuard = addressGuard
        return request
    }
}
