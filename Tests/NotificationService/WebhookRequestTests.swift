import Domain
import FoundationEssentials
import HTTPClient
import Shared
import Telemetry
import Testing

@testable import NotificationService

@Suite struct WebhookRequestTests {
    @Test func theRequestCarriesTheEventsExactBytes() throws {
        let cause = TraceContext.root()
        let event = try Samples.outcome(traceparent: cause.traceparent)
        let request = try Samples.endpoint("https://example.org/hook").request(for: event, at: Samples.now)
        guard case .bytes(let body) = request.body else {
            Issue.record("no body")
            return
        }
        #expect(body == event.payload)
        #expect(request.method == "POST" && request.url == "https://example.org/hook")
        #expect(request.headers["content-type"] == "application/cloudevents+json")
        #expect(request.headers["webhook-id"] == event.id.description)
        #expect(request.headers["webhook-timestamp"] == "1793437507")
        #expect(request.trace?.traceID == cause.traceID && request.trace?.spanID != cause.spanID)
        #expect(request.timeout == .seconds(15))
    }

    @Test func ofAnAnswerNoMoreIsReadThanItsStatusNeeds() throws {
        let request = try Samples.endpoint("https://example.org/hook").request(for: Samples.outcome(), at: Samples.now)
        #expect(request.maximumResponseBytes == 65_536)
    }

    @Test func whatWasDisabledWantsNothing() throws {
        var endpoint = try Samples.endpoint("https://example.org/hook")
        #expect(endpoint.wants(.submissionAccepted))
        endpoint.isEnabled = false
        #expect(!endpoint.wants(.submissionAccepted))
        endpoint.eventTypes = [.submissionAccepted]
        #expect(!endpoint.wants(.submissionAccepted))
    }

    @Test func eachTryIsSignedAnew() throws {
        let event = try Samples.outcome()
        let endpoint = try Samples.endpoint("https://example.org/hook")
        let first = try endpoint.request(for: event, at: Samples.now)
        let second = try endpoint.request(for: event, at: Samples.now.adding(.seconds(300)))
        #expect(first.headers["webhook-id"] == second.headers["webhook-id"])
        #expect(second.headers["webhook-timestamp"] == "1793437807")
        #expect(first.headers["webhook-signature"] != second.headers["webhook-signature"])
    }

    @Test func aLargeEventIsReduced() throws {
        let event = try Samples.outcome(reasons: 200)
        #expect(event.payload.count >= WebhookPayload.limit)
        let body = try WebhookPayload.body(of: event)
        #expect(body.count < 1000)
        let full = try EventReader.event(SubmissionOutcome.self, from: event.payload)
        let reduced = try EventReader.event(SubmissionOutcome.self, from: body)
        #expect(reduced.header == full.header)
        #expect(reduced.data == SubmissionOutcome(state: .needsInput, attempt: 1))
        let data = try EventReader.event(ReducedOutcome.self, from: body).data
        #expect(data.truncated && data.submission == "/v1/submissions/\(event.submission)")
    }
}
