public import HTTPClient
public import Shared

/// A message to an endpoint, by Standard Webhooks.
public struct WebhookMessage: Sendable {
    public let id: EventID
    /// One event, in JSON.
    public let body: [UInt8]

    /// The maximum of bytes read of an answer, whose status alone matters.
    public static let answerLimit = 64 * 1024

    public init(id: EventID, body: [UInt8]) {
        self.id = id
        self.body = body
    }

    /// The request of one attempt: the same id each time, with its own timestamp and signatures. `timeout` is for the
    /// whole exchange.
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
