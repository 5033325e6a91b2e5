import Domain
import HTTPClient
import Shared
import Testing

@testable import NotificationService

@Suite struct DeliveryDecisionTests {
    private let decision = DeliveryDecision(schedule: .standard)

    private func end(_ answer: WebhookAnswer, attempt: Int = 1, random: Double = 0) -> DeliveryEnd {
        decision.end(of: answer, attempt: attempt, now: Samples.now, random: random)
    }

    /// The delay of an end that asks for another try.
    private func delay(_ answer: WebhookAnswer, attempt: Int = 1, random: Double = 0) -> Duration? {
        if case .retry(let delay, _, _) = end(answer, attempt: attempt, random: random) { delay } else { nil }
    }

    @Test(arguments: [200, 201, 202, 204, 299]) func everyTwoHundredIsDelivered(status: Int) {
        #expect(end(.response(status: status)) == .delivered(status: status))
    }

    @Test func goneIsGivenUp() {
        guard case .givenUp(status: 410, _) = end(.response(status: 410)) else {
            Issue.record("not given up")
            return
        }
    }

    @Test(arguments: [100, 301, 302, 307, 400, 401, 404, 408, 429, 500, 502, 503, 504])
    func everythingElseIsTriedAgain(status: Int) {
        guard case .retry(.seconds(5), status, let error) = end(.response(status: status)) else {
            Issue.record("not tried again after 5 s")
            return
        }
        #expect(error.contains("\(status)"))
        #expect(error.contains("redirect") == (300..<400).contains(status))
    }

    @Test(arguments: [HTTPClientError.Code.timedOut, .connectionFailed, .addressRefused, .tlsFailed, .responseTooLarge])
    func noAnswerIsTriedAgain(code: HTTPClientError.Code) {
        let error = HTTPClientError(code: code, description: "something happened", detail: "at host.internal")
        guard case .retry(.seconds(5), nil, let text) = end(.failure(error)) else {
            Issue.record("not tried again after 5 s")
            return
        }
        #expect(text.contains("something happened") && !text.contains("host.internal"))
    }

    @Test func theStandardSchedule() {
        let delays = (1...9).map { delay(.response(status: 500), attempt: $0) }
        #expect(
            delays == [
                .seconds(5), .seconds(300), .seconds(1800), .seconds(7200), .seconds(18_000), .seconds(36_000), .seconds(50_400),
                .seconds(72_000), .seconds(86_400),
            ])
        guard case .givenUp(status: 500, let error) = end(.response(status: 500), attempt: 10) else {
            Issue.record("not given up after the tenth try")
            return
        }
        #expect(error.contains("10 tries"))
    }

    @Test func chanceTakesAFifthOffAtMost() {
        #expect(delay(.response(status: 500), attempt: 2, random: 0) == .seconds(300))
        #expect(delay(.response(status: 500), attempt: 2, random: 1) == .seconds(240))
    }

    @Test(arguments: [
        ("120", Duration.seconds(120)),
        // Never sooner than the schedule, and never later than a day.
        ("1", .seconds(5)), ("0", .seconds(5)), ("999999999999999999999999", .seconds(86_400)), ("86401", .seconds(86_400)),
        // One minute after `Samples.now`, and long ago.
        ("Sat, 31 Oct 2026 09:06:07 GMT", .milliseconds(59_877)), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(5)),
        ("soon", .seconds(5)), ("-5", .seconds(5)), ("", .seconds(5)), ("Sat, 31 Foo 2026 09:06:07 GMT", .seconds(5)),
    ])
    func retryAfterIsHonouredWithinBounds(header: String, expected: Duration) {
        #expect(delay(.response(status: 429, retryAfter: header)) == expected)
        #expect(delay(.response(status: 503, retryAfter: header)) == expected)
        #expect(delay(.response(status: 500, retryAfter: header)) == .seconds(5))
    }

    @Test func retryAfterBringsNoMoreTries() {
        guard case .givenUp = end(.response(status: 503, retryAfter: "10"), attempt: 10) else {
            Issue.record("not given up")
            return
        }
    }
}
