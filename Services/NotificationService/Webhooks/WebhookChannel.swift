import DocketStore
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared

/// Tells endpoints over HTTP, by Standard Webhooks. A thin shell: `WebhookEndpoint` makes the request, `DeliveryDecision`
/// judges the answer.
struct WebhookChannel: DeliveryChannel {
    let name = "webhook"
    let endpoints: [WebhookEndpoint]
    let decision: DeliveryDecision
    let client: HTTPClient
    var time: any TimeSource = SystemTime()
    var random: @Sendable () -> Double = { .random(in: 0..<1) }

    func endpoints(for event: EventHeader) -> [String] {
        endpoints.map(\.id)
    }

    func deliver(_ delivery: ClaimedDelivery) async -> DeliveryEnd? {
        guard let endpoint = endpoints.first(where: { $0.id == delivery.key.endpoint }) else {
            return .givenUp(status: nil, error: "The endpoint is not configured any more.")
        }
        guard let request = try? endpoint.request(for: delivery.event, at: Timestamp(time.now)) else {
            return .givenUp(status: nil, error: "The event is too large for a webhook and cannot be read to be reduced.")
        }
        guard let answer = await answer(to: request) else { return nil }
        return decision.end(of: answer, attempt: delivery.attempt, now: Timestamp(time.now), random: random())
    }

    private func answer(to request: ClientRequest) async -> WebhookAnswer? {
        do throws(HTTPClientError) {
            let response = try await client.send(request)
            return .response(status: response.status, retryAfter: response.headers["retry-after"])
        } catch {
            return error.code == .cancelled || error.code == .closed ? nil : .failure(error)
        }
    }
}
