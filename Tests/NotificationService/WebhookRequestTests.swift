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
        let event = try EventReader.header(of: Samples.outcome().payload)
        #expect(endpoint.wants(event))
        endpoint.isEnabled = false
        #expect(!endpoint.wants(event))
        endpoint.events = [.outcome(event.type)]
        #expect(!endpoint.wants(event))
    }

    @Test func anEndpointWantsItsTypesOfItsJourneys() throws {
        var endpoint = try Samples.endpoint("https://example.org/hook")
        let event = try EventReader.header(of: Samples.outcome().payload)
        endpoint.journeys = ["other"]
        #expect(!endpoint.wants(event))
        endpoint.journeys = ["other", "sample"]
        #expect(endpoint.wants(event))
        endpoint.events = [.outcome(.submissionAccepted)]
        #expect(!endpoint.wants(event))
        endpoint.events.insert(.outcome(event.type))
        #expect(endpoint.wants(event))
    }

    /// What is wanted alone may be something that only another version tells of: that is not to want everything.
    @Test(arguments: [WebhookEvent.custodyHead, WebhookEvent("com.docket.submission.rested.v9")])
    func anEndpointThatWantsNoOutcomeIsToldOfNone(_ event: WebhookEvent) throws {
        var endpoint = try Samples.endpoint("https://example.org/hook")
        let outcome = try EventReader.header(of: Samples.outcome().payload)
        #expect(endpoint.wants(outcome))
        endpoint.events = [event]
        #expect(!endpoint.wants(outcome))
    }

    @Test func whatAnEndpointDoesNotWantOfAnEventIsNotSent() throws {
        var endpoint = try Samples.endpoint("https://example.org/hook")
        endpoint.fields = ["state", "verdict.documents.reasons.rule"]
        let event = try Samples.outcome()
        func body(_ fields: [String]? = nil) throws -> [UInt8] {
            guard case .bytes(let body) = try endpoint.request(for: event, keeping: fields, at: Samples.now).body else {
                return []
            }
            return body
        }
        let (told, full) = (
            try CanonicalJSON.decode(JSONValue.self, from: body()), try CanonicalJSON.decode(JSONValue.self, from: event.payload)
        )
        #expect(
            told["data"] == [
                "state": "needs_input", "verdict": ["documents": [["reasons": [["rule": "file.size"]]]]],
            ])
        #expect(try EventReader.header(of: body()) == EventReader.header(of: event.payload))
        // What was wanted when it was planned is what counts, and nothing at all is all of it.
        #expect(try CanonicalJSON.decode(JSONValue.self, from: body(["attempt"]))["data"] == ["attempt": 1])
        #expect(try body([]) == event.payload && full["data"]?["attempt"] == 1)
    }

    @Test func aLargeEventIsReducedOnlyWhereItsFieldsAreLarge() throws {
        let event = try Samples.outcome(reasons: 200)
        let small = try WebhookPayload.body(of: event, keeping: ["state"])
        #expect(try CanonicalJSON.decode(JSONValue.self, from: small)["data"] == ["state": "needs_input"])
        let large = try WebhookPayload.body(of: event, keeping: ["verdict", "attempt"])
        let path = "/v1/submissions/\(event.submission)"
        #expect(
            try CanonicalJSON.decode(JSONValue.self, from: large)["data"] == [
                "attempt": 1, "truncated": true, "submission": .string(path),
            ])
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
        #expect(reduced.data == SubmissionOutcome(state: .needsInput, attempt: 1, record: full.data.record))
        #expect(reduced.data.record != nil)
        let data = try EventReader.event(ReducedOutcome.self, from: body).data
        #expect(data.truncated && data.submission == "/v1/submissions/\(event.submission)")
    }
}
