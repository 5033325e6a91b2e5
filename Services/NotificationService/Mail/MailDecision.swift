import Domain
import HTTPClient
import Shared

/// Judges a mail server's answer (RFC 5321, section 4.2.1). It is pure.
enum MailDecision {
    /// Over about two days, as mail servers do.
    static let schedule = RetryPolicy.ofDeliveries([
        .zero, .seconds(30), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(6 * 3600), .seconds(12 * 3600),
        .seconds(24 * 3600),
    ])

    static func end(of answer: Result<Int, HTTPClientError>, attempt: Int, random: Double) -> DeliveryEnd {
        switch answer {
        case .success(let code) where code < 400:
            return .delivered(status: code)
        // What is refused for good is refused for this message; who may not log in may once somebody has seen to it.
        case .success(let code) where code >= 500 && ![530, 534, 535, 538].contains(code):
            return .givenUp(status: code, error: "The mail server refused the message with \(code).")
        case .success(let code):
            return retry("The mail server answered \(code).", code, attempt, random)
        case .failure(let error):
            return retry("The message could not be handed over: \(error.description).", nil, attempt, random)
        }
    }

    private static func retry(_ problem: String, _ status: Int?, _ attempt: Int, _ random: Double) -> DeliveryEnd {
        guard let delay = schedule.delay(afterAttempt: attempt, random: random) else {
            return .givenUp(status: status, error: "\(problem) Given up after \(attempt) tries.")
        }
        return .retry(after: delay, status: status, error: problem)
    }
}
