import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared
import Telemetry
import Webhooks

/// Notifies endpoints over HTTP, by Standard Webhooks. `WebhookEndpoint` makes the request, and `DeliveryDecision` judges
/// the answer.
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
        try await directory.endpoints(of: event.tenant).filter { $0.wants(event) }.map(\.id)
    }

    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? {
        let endpoint: WebhookEndpoint?
        do throws(StoreError) {
            endpoint = try await directory.endpoints(of: delivery.event.tenant).first { $0.id == delivery.key.endpoint }
        } catch {
            // Nobody knows where to at the moment: it is tried again by whoever claims it next.
            return ToldDelivery(error, "The endpoint could not be looked up.")
        }
        guard let endpoint else { return gaveUp("The endpoint is not configured any more.") }
        guard endpoint.isEnabled else { return gaveUp("The endpoint is disabled.") }
        guard let request = try? endpoint.request(for: delivery.event, keeping: delivery.fields, at: Timestamp(time.now)) else {
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
        record(request, delivery, response, lasting: clock.now - start)
        let end = decision.end(of: answer, attempt: delivery.attempt, now: Timestamp(time.now), random: random())
        return ToldDelivery(
            end: end, tried: DeliveryTry(request, response, beganAt: began, duration: clock.now - start), cause: answer.cause)
    }

    /// Records the attempt as a span of the event's trace, which the endpoint gets as its parent.
    private func record(
        _ request: ClientRequest, _ delivery: ClaimedDelivery, _ response: ClientResponse?, lasting duration: Duration
    ) {
        guard SpanRecorder.shared.isRecording, let context = request.trace else { return }
        let cause = (try? EventReader.header(of: delivery.event.payload).traceparent).flatMap { TraceContext(traceparent: $0) }
        var attributes: [String: LogValue] = [
            "http.request.method": "POST", "docket.endpoint": .string(delivery.key.endpoint),
            "docket.attempt": .init(delivery.attempt), "docket.submission": .init(describing: delivery.event.submission),
            "docket.event": .init(describing: delivery.event.id),
        ]
        if let status = response?.status { attributes["http.response.status_code"] = .integer(Int64(status)) }
        let isError = response.map { $0.status >= 400 } ?? true
        SpanRecorder.shared.record(
            context,
            TraceSpan(
                context, parent: cause?.spanID, name: "POST webhook", kind: .client, lasting: duration, attributes: attributes,
                isError: isError))
    }
}
