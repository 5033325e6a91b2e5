import Domain
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What would come back, told before anything is submitted.
@Suite(.timeLimit(.minutes(1)))
struct SubmissionCheckTests {
    private func rules(_ gateway: GatewayUnderTest, _ draft: String) async throws -> [String] {
        let answer = try await gateway.client.send("GET", "/v1/submissions/\(draft)/check")
        #expect(answer.status == 200)
        let documents = try answer.json()["documents"]?.array ?? []
        return documents.flatMap { $0["reasons"]?.array ?? [] }.compactMap { $0["rule"]?.string }
    }

    @Test func whatIsKnownOfADraftIsCheckedAndNothingIsChanged() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft, issueDate: CalendarDate.today.adding(days: -200).description)
            let page = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg())
            #expect(page.status == 201)
            let before = try await gateway.submission(draft)["version"]?.integer
            #expect(try await rules(gateway, draft) == ["document.issue-date-recent"])

            // Once the file has been looked at, what was seen of it counts as well; how many pages it has is told.
            var signals = SampleSubmissions.making.signals[0]
            signals.blurredTiles = signals.writtenTiles
            try await PageTests.commit(draft, .preview, gateway) { submission in
                let page = submission.documents[0].pages[0]
                let digest = page.original?.digest ?? ContentDigest(of: [])
                return .previewed(page.id, of: digest, nil, FirstLook(pageCount: 1, signals: [signals]))
            }
            #expect(try await rules(gateway, draft) == ["document.issue-date-recent", "file.not-blurred"])
            let now = try await gateway.submission(draft)
            #expect(now["version"]?.integer == before && now["state"]?.string == "draft")
            #expect(now["documents"]?.array.first?["pages"]?.array.first?["pages"]?.integer == 1)

            // What was seen of a file says nothing of another one in its place.
            let address = try #require(page.headers["location"])
            let asked = try await gateway.client.send("DELETE", address)
            let token = try #require(try asked.json()["token"]?.string)
            _ = try await gateway.client.send("DELETE", address, headers: [("Docket-Confirmation", token)])
            #expect(try await rules(gateway, draft).contains("file.not-blurred") == false)
        }
    }

    @Test func whatWasSubmittedIsCheckedByTheWorkers() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            try await gateway.pool.execute(
                "update submissions set state = 'submitted', version = version + 1, submitted_at = now()")
            let answer = try await gateway.client.send("GET", "/v1/submissions/\(draft)/check")
            #expect(answer.status == 409 && answer.problem == "not-a-draft")
        }
    }

    /// The page without scripts offers nothing to send that would certainly come back.
    @Test func thePageSendsNoCertainRefusal() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft, issueDate: CalendarDate.today.adding(days: -200).description)
            _ = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg())
            let link = try await TestLink.make(gateway, draft).url
            func page() async throws -> String {
                try await gateway.client.with(token: nil).send("GET", link, headers: [("Accept", "text/html")]).text
            }
            let refused = try await page()
            #expect(refused.contains("must not be older than 90 days"))
            #expect(refused.contains("<button class=\"main\" disabled>"))
            #expect(refused.contains("min=\"\(CalendarDate.today.adding(days: -90))\""))
            let change = #"{"issueDate": "\#(CalendarDate.today.adding(days: -9))"}"#
            #expect(try await gateway.client.send("PATCH", document, json: change).status == 200)
            #expect(try await page().contains("<button class=\"main\">"))
        }
    }
}
