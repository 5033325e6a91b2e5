import Domain
import HTTPClient
import Shared
import Webhooks

/// What came back from a webhook's try.
enum WebhookAnswer: Sendable, Hashable {
    /// A status, and the `Retry-After` header if there was one.
    case response(status: Int, retryAfter: String? = nil)
    /// No answer.
    case failure(HTTPClientError)

    /// libcurl's words, where there is no answer.
    var cause: String? {
        if case .failure(let error) = self { error.detail } else { nil }
    }
}

/// Decides how a try ended. Pure: time and chance are given.
struct DeliveryDecision: Sendable {
    let schedule: RetrySchedule

    /// The longest that a receiver may put the next try off.
    static let longestRetryAfter = Duration.seconds(24 * 3600)

    /// How the try ended, which counts from 1. `random`, from 0 to 1, is for the jitter.
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

    /// After the schedule's delay, or the receiver's when that is longer: never sooner, so that no receiver uses up its tries in
    /// a moment.
    private func retry(status: Int?, _ problem: String, wish: Duration?, attempt: Int, random: Double) -> DeliveryEnd {
        guard let delay = schedule.delay(afterAttempt: attempt, random: random) else {
            return .givenUp(status: status, error: "\(problem) Given up after \(attempt) tries.")
        }
        return .retry(after: max(delay, min(wish ?? .zero, Self.longestRetryAfter)), status: status, error: problem)
    }
}
