import Domain
import EventLoop
import HTTPClient
import Shared
import Telemetry
import Webhooks

/// Notifies endpoints over HTTP, by Standard Webhooks. `WebhookEndpoint` makes the request, and `WebhookSender` sends it.
struct WebhookChannel: DeliveryChannel {
    let name = "webhook"
    let directory: any EndpointDirectory
    let sender: WebhookSender

    init(_ directory: any EndpointDirectory, _ sender: WebhookSender) { (self.directory, self.sender) = (directory, sender) }

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
        let signer: WebhookSigner
        do throws(StoreError) { signer = try endpoint.signer.get() } catch { return .unsigned(error) }
        let now = Timestamp(sender.time.now)
        guard let request = try? endpoint.request(for: delivery.event, keeping: delivery.fields, signedBy: signer, at: now) else {
            return gaveUp("The event is too large for a webhook and cannot be read to be reduced.")
        }
        return await tell(request, delivery)
    }

    private func gaveUp(_ why: String) -> ToldDelivery { ToldDelivery(end: .givenUp(status: nil, error: why)) }

    private func tell(_ request: ClientRequest, _ delivery: ClaimedDelivery) async -> ToldDelivery? {
        guard let sent = await sender.send(request, attempt: delivery.attempt) else { return nil }
        record(request, delivery, sent.response, lasting: sent.duration)
        return ToldDelivery(
            end: sent.end, tried: DeliveryTry(request, sent.response, beganAt: sent.beganAt, duration: sent.duration),
            cause: sent.cause)
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
