import Domain
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

@Suite struct SubmissionAnswerCacheTests {
    private let now = Timestamp(millisecondsSinceEpoch: 1_793_404_800_000)

    private func submission(version: Int = 3, reference: String? = "Case 7") -> Submission {
        Submission(
            id: SubmissionID(SubmissionID.random().uuid), journey: "sample", journeyVersion: ContentDigest(of: [1]),
            state: .accepted,
            version: version, reference: reference, createdAt: now)
    }

    @Test func anAnswerIsGivenForTheSameSubmissionInTheSameFormAlone() {
        let written = SubmissionAnswerCache()
        let submission = submission()
        let (english, german) = (
            Language.choose(acceptLanguage: "en", locale: nil), Language.choose(acceptLanguage: "de", locale: nil)
        )
        let form = SubmissionAnswerCache.Form(submission: submission.id, language: english, forLink: false)
        written.keep(SubmissionAnswerCache.Answer([1, 2, 3], of: submission, in: english), as: form, of: submission, at: now)
        #expect(written.answer(form, of: submission, at: now)?.body == [1, 2, 3])

        var changed = submission
        changed.reference = "Case 8"
        #expect(written.answer(form, of: changed, at: now) == nil)
        for other in [
            SubmissionAnswerCache.Form(submission: submission.id, language: german, forLink: false),
            SubmissionAnswerCache.Form(submission: submission.id, language: english, forLink: true),
        ] {
            #expect(written.answer(other, of: submission, at: now) == nil)
        }
    }

    /// Each of two asks again and again, and sees what is theirs.
    @Test(.timeLimit(.minutes(1))) func whoComesByALinkNeverSeesWhatTheTenantDoes() async throws {
        try await GatewayUnderTest.run { gateway in
            let opened = try await gateway.client.send(
                "POST", "/v1/submissions", json: #"{"journey": "proof-of-address", "reference": "Case 7"}"#)
            let id = try #require(try opened.json()["id"]?.string)
            let made = try await gateway.client.send(
                "POST", "/v1/submissions/\(id)/links", json: #"{"purpose": "status"}"#)
            let link = try #require(try made.json()["token"]?.string)
            try await gateway.pool.query("update submissions set state = 'accepted', version = version + 1")
            let person = gateway.client.with(token: link)
            var tags: Set<String> = []
            for _ in 0..<3 {
                let own = try await gateway.client.send("GET", "/v1/submissions/\(id)")
                #expect(try own.json()["reference"]?.string == "Case 7")
                let seen = try await person.send("GET", "/v1/submissions/\(id)")
                #expect(seen.status == 200)
                #expect(try seen.json()["reference"] == nil)
                let german = try await gateway.client.send("GET", "/v1/submissions/\(id)", headers: [("Accept-Language", "de")])
                #expect(german.headers["content-language"] == "de")
                tags.insert(try #require(own.headers["etag"]))
            }
            #expect(tags.count == 1)
            let tag = try #require(tags.first)
            let again = try await gateway.client.send("GET", "/v1/submissions/\(id)", headers: [("If-None-Match", tag)])
            #expect(again.status == 304)
            #expect(again.headers["content-type"] == nil)
        }
    }
}
