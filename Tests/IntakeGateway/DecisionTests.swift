import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What a reviewer decides, and what they cannot.
@Suite(.timeLimit(.minutes(1)))
struct DecisionTests {
    /// A submission of two documents in review, with their ids.
    private struct InReview {
        let id: String
        let documents: [String]
        let reviewer: WireClient

        func decide(_ body: String, headers: [(String, String)] = []) async throws -> WireResponse {
            try await reviewer.send("POST", "/v1/submissions/\(id)/decision", json: body, headers: headers)
        }

        func verdicts(_ words: String...) -> String {
            zip(documents, words).map { "\"\($0)\": {\"verdict\": \"\($1)\"}" }.joined(separator: ", ")
        }
    }

    private static func run(
        replacements: Int = 1, _ body: (GatewayUnderTest, InReview) async throws -> Void
    ) async throws {
        let sample = SampleSubmissions.journey
        let journey = JourneyDefinition(
            id: "reviewed", title: "Reviewed", summary: "A person looks.", documentTypes: sample.documentTypes,
            documents: CountRange(1...2), replacements: replacements, review: .always)
        try await GatewayUnderTest.run(.init(journeys: [journey])) { gateway in
            let draft = try await gateway.draft("reviewed")
            var documents: [String] = []
            for number in 0..<2 {
                let added = try await gateway.client.send(
                    "POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "letter"}"#)
                documents.append(try #require(try added.json()["id"]?.string))
                _ = try await gateway.page(
                    try #require(added.headers["location"]), SampleFiles.jpeg() + [UInt8(number)])
            }
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            try await WorkersWork.pass(draft, gateway)
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .reviewer), by: AuditOrigin(actor: "operator:erna"))
            try await body(
                gateway, InReview(id: draft, documents: documents, reviewer: gateway.client.with(token: token.text)))
        }
    }

    private func lastEvent(_ gateway: GatewayUnderTest, _ id: String) async throws -> RecordedEvent {
        let events = try await PostgresEventLog(pool: gateway.pool).events(
            of: try #require(SubmissionID(id)), afterSequence: 0, limit: 100)
        return try #require(events.last)
    }

    @Test func whatIsAcceptedIsToldLikeAnyOutcome() async throws {
        try await Self.run { gateway, review in
            let answer = try await review.decide(
                "{\"documents\": {\(review.verdicts("accepted", "accepted"))}, \"note\": \"Seen on paper.\"}")
            #expect(answer.status == 200)
            #expect(try answer.json()["state"]?.string == "accepted")
            #expect(try answer.json()["documents"]?.array.map { $0["state"]?.string } == ["accepted", "accepted"])
            let event = try await lastEvent(gateway, review.id)
            #expect(event.type == .submissionAccepted && event.topic == .outcomes)
            #expect(!String(decoding: event.payload, as: UTF8.self).contains("Seen on paper"))
            #expect(try await gateway.count("outbox where event_id = \(event.id.uuid)") == 1)
            let trail = try await gateway.client.send("GET", "/v1/audit?action=submission.decide").json()["items"]?[0]
            #expect(trail?["event"]?.string == event.id.description && trail?["note"]?.string == "Seen on paper.")
            #expect(trail?["actor"]?.string?.hasPrefix("key:") == true && trail?["submission"]?.string == review.id)
            // Decided once.
            let again = try await review.decide("{\"documents\": {\(review.verdicts("accepted", "accepted"))}}")
            #expect(again.status == 409 && again.problem == "not-in-review")
        }
    }

    @Test func whatIsRefusedCanBeReplacedAndItsWordsAreForThePersonAlone() async throws {
        try await Self.run { gateway, review in
            let answer = try await review.decide(
                """
                {"documents": {"\(review.documents[0])": {"verdict": "refused", "message": "Please send Ann's passport."},
                    "\(review.documents[1])": {"verdict": "accepted"}}}
                """)
            #expect(answer.status == 200)
            let read = try answer.json()
            #expect(read["state"]?.string == "needs_input")
            #expect(read["documents"]?.array.map { $0["state"]?.string } == ["open", "accepted"])
            #expect(read["documents"]?[0]?["reasons"]?[0]?["message"]?.string == "Please send Ann's passport.")
            let event = try await lastEvent(gateway, review.id)
            let payload = String(decoding: event.payload, as: UTF8.self)
            #expect(event.type == .submissionNeedsInput)
            #expect(payload.contains("review.refused") && !payload.contains("passport"))
        }
    }

    /// U+0600 and what follows it are one character, and two scalars to a browser.
    @Test func whatAReviewerWritesIsNoMarkupToThePerson() async throws {
        try await Self.run { gateway, review in
            let message = "\u{600}<meta http-equiv=refresh content=0>\u{600}</script>\u{600}'\u{600}&"
            let answer = try await review.decide(
                """
                {"documents": {"\(review.documents[0])": {"verdict": "refused", "message": "\(message)"},
                    "\(review.documents[1])": {"verdict": "accepted"}}}
                """)
            #expect(answer.status == 200)
            let made = try await gateway.client.send(
                "POST", "/v1/submissions/\(review.id)/links", json: #"{"purpose": "upload"}"#)
            let page = try await gateway.client.with(token: nil).send(
                "GET", try TestLink.path(of: made.json()), headers: [("Accept", "text/html")])
            // By bytes: a search by characters would not find it either.
            #expect(page.body.firstRange(of: Array("\u{600}&lt;meta http-equiv".utf8)) != nil)
            #expect(page.body.firstRange(of: Array("\u{600}<".utf8)) == nil)
            // What the scripts begin with is JSON, in which this sign is none of markup.
            let start = try #require(page.body.firstRange(of: Array("<script type=\"application/json\"".utf8))).lowerBound
            #expect(page.body[..<start].firstRange(of: Array("\u{600}'".utf8)) == nil)
        }
    }

    @Test(arguments: [(1, true), (0, false)]) func aRefusalEndsItWhereNothingCanBeReplaced(
        _ replacements: Int, _ isFinal: Bool
    ) async throws {
        try await Self.run(replacements: replacements) { gateway, review in
            let answer = try await review.decide(
                "{\"documents\": {\(review.verdicts("accepted", "refused"))}, \"final\": \(isFinal)}")
            #expect(try answer.json()["state"]?.string == "rejected")
            #expect(try await lastEvent(gateway, review.id).type == .submissionRejected)
        }
    }

    @Test func whatCannotBeDecidedIsSaid() async throws {
        try await Self.run { gateway, review in
            let whole = "{\"documents\": {\(review.verdicts("accepted", "accepted"))}}"
            for body in [
                "{}", #"{"documents": {}}"#, "{\"documents\": {\(review.verdicts("accepted"))}}",
                "{\"documents\": {\(review.verdicts("accepted", "perhaps"))}}", #"{"documents": {"7": {"verdict": "accepted"}}}"#,
                "{\"documents\": {\(review.verdicts("accepted", "accepted")), \"\(DocumentID.random())\": {\"verdict\": \"refused\"}}}",
                "{\"documents\": {\(review.verdicts("accepted", "accepted"))}, \"mood\": \"good\"}",
                // One document, written in two ways.
                "{\"documents\": {\(review.verdicts("accepted", "accepted")), "
                    + "\"\(review.documents[0].uppercased())\": {\"verdict\": \"refused\"}}}",
                "{\"documents\": {\"\(review.documents[0])\": {\"verdict\": \"accepted\", \"message\": \"Good.\"}}}",
            ] {
                let answer = try await review.decide(body)
                #expect(answer.status == 422 && answer.problem == "invalid-request", "\(body)")
                #expect(try answer.json()["errors"]?.array.isEmpty == false)
            }
            let path = "/v1/submissions/\(review.id)/decision"
            #expect(try await gateway.foreigner.send("POST", path, json: whole).status == 404)
            let stale = try await review.decide(whole, headers: [("If-Match", "\"v5\"")])
            #expect(stale.status == 412)
            // What has happened since, by the events that told of it.
            #expect(
                try stale.json()["changes"]?.array.compactMap { $0["type"]?.string } == [
                    "com.docket.submission.submitted.v1", "com.docket.submission.validated.v1",
                    "com.docket.submission.in_review.v1",
                ])
            #expect(try stale.json()["changes"]?.array.compactMap { $0["version"]?.integer } == [6, 7, 8])
            let draft = try await gateway.draft()
            let early = try await review.reviewer.send("POST", "/v1/submissions/\(draft)/decision", json: whole)
            #expect(early.status == 409 && early.problem == "not-in-review")
            #expect(try early.json()["state"]?.string == "draft")
            let auditor = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .auditor), by: AuditOrigin(actor: "operator:erna"))
            let refused = try await gateway.client.with(token: auditor.token.text).send("POST", path, json: whole)
            #expect(refused.status == 403)
            #expect(try await gateway.submission(review.id)["state"]?.string == "in_review")
        }
    }
}
