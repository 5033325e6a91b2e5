public import Domain
public import HTTPClient
public import Shared

/// A message that tells an endpoint nothing, so that people can see whether it takes messages.
public enum WebhookTest {
    public static let type = "com.docket.webhook.test.v1"
    private static let timeout = Duration.seconds(15)
    private static let answerLimit = 64 * 1024

    /// The request, signed as every message to the endpoint is.
    public static func request(
        to endpoint: KeyedWebhookEndpoint, id: EventID, at now: Timestamp, addressGuard: AddressGuard
    ) -> ClientRequest {
        let body = Array(
            """
            {"data":{"endpoint":"\(endpoint.record.id)"},"datacontenttype":"application/json","id":"\(id)",\
            "source":"/docket/endpoints","specversion":"1.0","time":"\(now)","type":"\(type)"}
            """.utf8)
        let timestamp = Int(now.millisecondsSinceEpoch / 1000)
        var request = ClientRequest(
            "POST", endpoint.record.url,
            headers: [
                "content-type": EventHeader.contentType, "webhook-id": id.description, "webhook-timestamp": String(timestamp),
                "webhook-signature": WebhookSigner(endpoint.keys).signature(id: id.description, timestamp: timestamp, body: body),
            ], body: .bytes(body))
        request.timeout = timeout
        request.maximumResponseBytes = answerLimit
        request.addressGuard = addressGuard
        return request
    }
}
