import Domain
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// One submission, as a reviewer looks at it.
@Suite(.timeLimit(.minutes(1)))
struct ReviewPageTests {
    @Test func aReviewerSeesAllThatThereIsToDecideOn() async throws {
        try await ReviewDesk.run(within: 3600) { desk in
            let file = SampleFiles.jpeg(3)
            let before = try await desk.submission(file: file)
            let made = try await desk.submission(
                #", "locale": "fr-CH", "subject": "ann", "expected": {"name": "Ann Example"}"#, file: file)
            let mia = try await desk.reviewer("Mia")
            #expect(try await mia.send("POST", "\(made.path)/claim").status == 200)
            #expect(try await mia.send("PUT", "\(made.path)/decision-draft", json: #"{"note": "Half"}"#).status == 204)
            let answer = try await mia.send("GET", "\(made.path)/review", headers: [("Accept-Language", "de")])
            #expect(answer.status == 200 && answer.headers["etag"] != nil)
            let review = try answer.json()
            #expect(review["submission"]?["id"]?.string == made.id && review["submission"]?["state"]?.string == "in_review")
            #expect(review["journey"]?["title"]?.string == "Geprüft" && review["journey"]?["documentTypes"]?["letter"] != nil)
            #expect(review["expected"]?["name"]?.string == "Ann Example" && review["facts"] == nil)
            #expect(review["personLanguage"]?.string == "fr")
            let unreadable = review["reasons"]?.array.first { $0["id"]?.string == "unreadable" }
            #expect(unreadable?["title"]?.string == "nicht lesbar")
            #expect(unreadable?["message"]?.string?.hasPrefix("Tout ne se lit pas") == true)
            #expect(review["reasons"]?.array.count == ReviewReason.allCases.count)
            let alike = review["alike"]
            #expect(alike?.array.count == 1 && alike?[0]?["why"]?.string == "same-file")
            #expect(alike?[0]?["submission"]?.string == before.id && alike?[0]?["own"]?.string == made.page)
            #expect(alike?[0]?["page"]?.string == before.page && alike?[0]?["document"]?.string == before.document)
            let events = review["history"]?.array.compactMap { $0["state"]?.string }
            #expect(events == ["draft", "submitted", "processing", "in_review"])
            #expect(review["claim"]?["isMine"]?.boolean == true && review["held"] == nil)
            #expect(review["draft"]?["note"]?.string == "Half" && review["dueAt"]?.string != nil)
            #expect(review["next"]?.string == before.id)
            #expect(review["reviews"]?["needed"]?.integer == 1 && review["verdicts"] == nil)
        }
    }

    @Test func aReasonFromTheListIsReadInThePersonsLanguageAndWordsAreTheirOwn() async throws {
        try await ReviewDesk.run { desk in
            let mia = try await desk.reviewer("Mia")
            let made = try await desk.submission(#", "locale": "es""#)
            let decided = try await mia.send(
                "POST", "\(made.path)/decision", json: made.decision("refused", words: #", "reason": "too-old""#))
            #expect(decided.status == 200)
            let read = try await desk.gateway.submission(made.id)
            let reason = read["documents"]?[0]?["reasons"]?[0]
            #expect(reason?["rule"]?.string == "review.refused" && reason?["wording"]?.string == "review.refused/too-old")
            #expect(reason?["message"]?.string?.hasPrefix("Este documento es demasiado antiguo.") == true)
            // Its history tells what was decided, and by whom.
            let history = try await mia.send("GET", "\(made.path)/review").json()["history"]?.array.last
            #expect(history?["state"]?.string == "needs_input" && history?["act"]?.string == "submission.decide")
            #expect(history?["reasons"]?[0]?["wording"]?.string == "review.refused/too-old")
            #expect(history?["by"]?.string?.hasPrefix("key:") == true)

            let other = try await desk.submission(#", "locale": "es""#)
            let words = #", "reason": "too-old", "message": "Del año pasado, por favor no.""#
            let second = try await mia.send("POST", "\(other.path)/decision", json: other.decision("refused", words: words))
            #expect(second.status == 200)
            let said = try await desk.gateway.submission(other.id)["documents"]?[0]?["reasons"]?[0]
            #expect(said?["message"]?.string == "Del año pasado, por favor no.")
            for words in [#", "reason": "mood""#, #", "reason": 7"#] {
                let third = try await desk.submission()
                let answer = try await mia.send(
                    "POST", "\(third.path)/decision", json: third.decision("refused", words: words))
                #expect(answer.status == 422, "\(words)")
            }
        }
    }
}
