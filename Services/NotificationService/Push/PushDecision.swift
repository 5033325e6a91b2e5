import Domain
import HTTPClient
import PostgresStore
import Shared

/// Apple's answer.
enum PushAnswer: Sendable, Hashable {
    /// A status, the reason that its body names, and `Retry-After`.
    case response(status: Int, reason: String? = nil, retryAfter: String? = nil)
    case failure(HTTPClientError)

    /// libcurl's message, if there is no answer.
    var cause: String? {
        if case .failure(let error) = self { error.detail } else { nil }
    }
}

/// The consequence of an answer.
struct PushEnd: Sendable, Hashable {
    var end: DeliveryEnd
    /// Why the device's token is no longer used for earlier submissions; nil if it is.
    var retired: RetiredDeviceToken.Because?
}

/// Judges Apple's answer (“Handling notification responses from APNs”). It is pure: the caller gives time and chance.
enum PushDecision {
    /// Within a day: a person who looks later finds the outcome where they submitted.
    static let schedule = RetryPolicy.ofDeliveries([
        .zero, .seconds(2), .seconds(15), .seconds(60), .seconds(5 * 60), .seconds(15 * 60), .seconds(3600), .seconds(3 * 3600),
        .seconds(6 * 3600), .seconds(10 * 3600),
    ])
    /// The longest delay that Apple may request.
    static let longestRetryAfter = Duration.seconds(6 * 3600)

    static let expired = "ExpiredProviderToken"
    /// After this answer a provider must keep its token for at least 20 minutes.
    private static let tooManyTokens = "TooManyProviderTokenUpdates"
    /// Faults of the configuration. The message may be sent after they are corrected.
    private static let misconfigured: [String: String] = [
        "InvalidProviderToken": "DOCKET_APNS_KEY, DOCKET_APNS_KEY_ID and DOCKET_APNS_TEAM_ID do not belong together",
        expired: "it holds a token for expired that was made a moment ago; is this machine's clock right?",
        "MissingProviderToken": "it got no token", "BadCertificate": "it takes no token",
        "BadCertificateEnvironment": "DOCKET_APNS_ENVIRONMENT is the other one",
        "BadEnvironmentKeyInToken": "DOCKET_APNS_KEY is for the other DOCKET_APNS_ENVIRONMENT",
        "TopicDisallowed": "DOCKET_APNS_TOPIC is not one of this key's", "BadTopic": "DOCKET_APNS_TOPIC is none",
        "MissingTopic": "DOCKET_APNS_TOPIC is none", "Forbidden": "the key may not send",
    ]
    private static let useless: [String: RetiredDeviceToken.Because] = [
        "BadDeviceToken": .unknown, "DeviceTokenNotForTopic": .otherTopic,
    ]

    static func end(of answer: PushAnswer, attempt: Int, now: Timestamp, random: Double) -> PushEnd {
        func retry(_ problem: String, _ status: Int?, after wish: Duration = .zero) -> PushEnd {
            guard let delay = schedule.delay(afterAttempt: attempt, random: random) else {
                return PushEnd(end: .givenUp(status: status, error: "\(problem) Given up after \(attempt) tries."))
            }
            return PushEnd(end: .retry(after: max(delay, wish), status: status, error: problem))
        }
        switch answer {
        case .failure(let error):
            return retry("No answer from Apple: \(error.description).", nil)
        case .response(200, _, _):
            return PushEnd(end: .delivered(status: 200))
        case .response(410, let reason, _):
            return PushEnd(
                end: .givenUp(status: 410, error: "Apple answered 410\(words(reason)): the app is gone from the device."),
                retired: .gone)
        case .response(400, let reason?, _) where useless[reason] != nil:
            return PushEnd(
                end: .givenUp(
                    status: 400, error: "Apple answered 400\(words(reason)): the device's token is not one of this app's here."),
                retired: useless[reason])
        case .response(let status, let reason, let retryAfter):
            let wish = [429, 500, 503].contains(status) ? retryAfter.flatMap { RetryAfter.delay($0, now: now) } : nil
            let bounded = min(wish ?? .zero, longestRetryAfter)
            if reason == tooManyTokens {
                return retry(
                    "Apple answered \(status)\(words(reason)).", status, after: max(bounded, ProviderTokenAge.shortestInterval))
            }
            if let fault = reason.flatMap({ misconfigured[$0] }) {
                return retry("Apple answered \(status)\(words(reason)): \(fault).", status)
            }
            // A message that Apple cannot read will not get better, unless it was the connection's fault.
            if [400, 413].contains(status), reason != "IdleTimeout" {
                return PushEnd(
                    end: .givenUp(status: status, error: "Apple answered \(status)\(words(reason)): it refuses the message."))
            }
            return retry("Apple answered \(status)\(words(reason)).", status, after: bounded)
        }
    }

    private static func words(_ reason: String?) -> String { reason.map { " (\($0))" } ?? "" }
}
