import DocketStore
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared

/// Tells endpoints over HTTP, by Standard Webhooks. A thin shell: `WebhookEndpoint` makes the request, `DeliveryDecision`
/// judges the answer.
struct WebhookChannel: DeliveryChannel {
    let name = "webhook"
    let directory: any EndpointDirectory
    let decision: DeliveryDecision
    let client: HTTPClient
    var time: any TimeSource = SystemTime()
    var random: @Sendable () -> Double = { .random(in: 0..<1) }

    init(_ directory: any EndpointDirectory, decision: DeliveryDecision, client: HTTPClient) {
        (self.directory, self.decision, self.client) = (directory, decision, client)
    }

    func endpoints(for event: EventHeader) async throws(StoreError) -> [String] {
        try await directory.endpoints(of: event.tenant).filter { $0.wants(event.type) }.map(\.id)
    }

    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? {
        let endpoint: WebhookEndpoint?
        do throws(StoreError) {
            endpoint = try await directory.endpoints(of: delivery.event.tenant).first { $0.id == delivery.key.endpoint }
        } catch {
            // Nobody knows where to at the moment: it is tried again by whoever claims it next.
            return error.code == .cancelled
                ? nil
                : ToldDelivery(end: .retry(after: .seconds(5), status: nil, error: "The endpoint could not be looked up."))
        }
        guard let endpoint else { return gaveUp("The endpoint is not configured any more.") }
        guard endpoint.isEnabled else { return gaveUp("The endpoint is disabled.") }
        guard let request = try? endpoint.request(for: delivery.event, at: Timestamp(time.now)) else {
            return gaveUp("The event is too large for a webhook and cannot be read to be reduced.")
        }
        return await tell(request, delivery)
    }

    private func gaveUp(_ why: String) -> ToldDelivery { ToldDelivery(end: .givenUp(status: nil, error: why)) }

    private func tell(_ request: ClientRequest, _ delivery: ClaimedDelivery) async -> ToldDelivery? {
        let (began, clock) = (time.now, ContinuousClock())
        let start = clock.now
        var response: ClientResponse?
        let answer: WebhookAnswer
        do throws(HTTPClientError) {
            let received = try await client.send(request)
            answer = .response(status: received.status, retryAfter: received.headers["retry-after"])
            response = received
        } catch {
            if error.code == .cancelled || error.code == .closed { return nil }
            answer = .failure(error)
        }
        let end = decision.end(of: answer, attempt: delivery.attempt, now: Timestamp(time.now), random: random())
        return ToldDelivery(
            end: end, tried: DeliveryTry(request, response, beganAt: began, duration: clock.now - start))
    }
}
