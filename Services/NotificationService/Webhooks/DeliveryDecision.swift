import Domain
import HTTPClient
import Shared
import Webhooks

/// The answer to an attempt of a webhook.
enum WebhookAnswer: Sendable, Hashable {
    /// A status, and the `Retry-After` header if there was one.
    case response(status: Int, retryAfter: String? = nil)
    /// No answer.
    case failure(HTTPClientError)

    /// libcurl's message, if there is no answer.
    var cause: String? {
        if case .failure(let error) = self { error.detail } else { nil }
    }
}

/// Decides the end of an attempt. It is pure: the caller gives time and chance.
struct DeliveryDecision: Sendable {
    let schedule: RetryPolicy

    /// The longest delay that a receiver may request.
    static let longestRetryAfter = Duration.seconds(24 * 3600)

    /// The end of an attempt, counted from 1. `random`, from 0 to 1, is for the jitter.
    func end(of answer: WebhookAnswer, attempt: Int, now: Timestamp, random: Double) -> DeliveryEnd {
        switch answer {
        case .response(let status, _) where (200..<300).contains(status):
            return .delivered(status: status)
        case .response(410, _):
            return .givenUp(status: 410, error: "The endpoint answered 410: it is gone and wants to hear no more.")
        case .response(let status, let retryAfter):
            return retry(
                status: status, WebhookStatus.problem(status),
                // Throttled or under maintenance: the receiver knows when it will be back.
                wish: [429, 503].contains(status) ? retryAfter.flatMap { RetryAfter.delay($0, now: now) } : nil,
                attempt: attempt, random: random)
        case .failure(let error):
            return retry(
                status: nil, "No answer from the endpoint: \(error.description).", wish: nil, attempt: attempt, random: random)
        }
    }

    /// Retries after the greater of the schedule's and the receiver's delay: a receiver cannot exhaust its attempts at
    /// once.
    private func retry(status: Int?, _ problem: String, wish: Duration?, attempt: Int, random: Double) -> DeliveryEnd {
        guard let delay = schedule.delay(afterAttempt: attempt, random: random) else {
            return .givenUp(status: status, error: "\(problem) Given up after \(attempt) tries.")
        }
        return .retry(after: max(delay, min(wish ?? .zero, Self.longestRetryAfter)), status: status, error: problem)
    }
}
