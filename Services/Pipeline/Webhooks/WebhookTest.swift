public import Domain
internal import FoundationEssentials
public import HTTPClient
public import PostgresStore
public import Shared

/// A requested test message, to check whether an endpoint accepts messages: an empty one, or a sample of an event. It is
/// no delivery: nothing is planned, counted or retried.
public enum WebhookTest {
    /// The type of the empty message.
    public static let type = "com.docket.webhook.test.v1"
    private static let timeout = Duration.seconds(15)

    /// A message with an id that no event has: ids of events are derived from their content, this one is random.
    public static func message(to endpoint: WebhookEndpointRecord, sample: WebhookEvent?, at now: Timestamp) throws
        -> WebhookMessage
    {
        let id = EventID.random()
        guard let sample else { return WebhookMessage(id: id, body: nothing(id, to: endpoint, at: now)) }
        return WebhookMessage(id: id, body: try WebhookSample.marked(sample, id: id, for: endpoint, at: now))
    }

    private static func nothing(_ id: EventID, to endpoint: WebhookEndpointRecord, at now: Timestamp) -> [UInt8] {
        Array(
            """
            {"data":{"endpoint":"\(endpoint.id)"},"datacontenttype":"application/json","id":"\(id)",\
            "source":"/docket/endpoints","specversion":"1.0","time":"\(now)","type":"\(type)"}
            """.utf8)
    }

    /// Sends it once, like every message to the endpoint, and returns the result.
    public static func send(
        _ message: WebhookMessage, to endpoint: KeyedWebhookEndpoint, addressGuard: AddressGuard, by client: HTTPClient
    ) async -> WebhookTestResult {
        let began = Date()
        let request = message.request(
            to: endpoint.record.url, signedBy: WebhookSigner(endpoint.keys), at: Timestamp(began), addressGuard: addressGuard,
            timeout: timeout)
        let start = ContinuousClock.now
        var response: ClientResponse?
        var failure: HTTPClientError?
        do throws(HTTPClientError) { response = try await client.send(request) } catch { failure = error }
        let tried = DeliveryTry(request, response, beganAt: began, duration: ContinuousClock.now - start)
        return WebhookTestResult(tried, status: response?.status, failure: failure)
    }
}

/// The result of a test message, for the API and the command line.
public struct WebhookTestResult: Codable, Sendable {
    /// Whether the endpoint answered with a 2xx.
    public let taken: Bool
    public let status: Int?
    /// Why there was no answer, or why it does not accept the message.
    public let error: String?
    public let milliseconds: Int
    public let request: DeliveryTry.Request
    public let response: DeliveryTry.Response?

    init(_ tried: DeliveryTry, status: Int?, failure: HTTPClientError?) {
        self.status = status
        taken = status.map { (200..<300).contains($0) } ?? false
        error =
            failure.map { "No answer: \($0.description)." } ?? (taken ? nil : status.map { WebhookStatus.problem($0) })
        milliseconds = Int(tried.duration / .milliseconds(1))
        request = tried.request
        response = tried.response
    }
}

/// The meaning of an answer that does not accept a message.
public enum WebhookStatus {
    public static func problem(_ status: Int) -> String {
        "The endpoint answered \(status)" + ((300..<400).contains(status) ? "; redirects are not followed." : ".")
    }
}
