import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared

/// Sends a message to an endpoint once, and judges the answer.
struct WebhookSender: Sendable {
    let decision: DeliveryDecision
    let client: HTTPClient
    var time: any TimeSource = SystemTime()
    var random: @Sendable () -> Double = { .random(in: 0..<1) }

    /// What came of one attempt.
    struct Sent: Sendable {
        let end: DeliveryEnd
        let response: ClientResponse?
        let beganAt: Date
        let duration: Duration
        /// libcurl's message, if there is no answer.
        let cause: String?
    }

    /// Nil if it was aborted because the process stops. `attempt` counts from 1.
    func send(_ request: ClientRequest, attempt: Int) async -> Sent? {
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
        return Sent(
            end: decision.end(of: answer, attempt: attempt, now: Timestamp(time.now), random: random()), response: response,
            beganAt: began, duration: clock.now - start, cause: answer.cause)
    }
}
