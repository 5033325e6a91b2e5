import Domain
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Journeys that ask for two reviewers, and numbers of what they decide.
@Suite(.timeLimit(.minutes(2)))
struct SecondReviewerTests {
    private func decide(
        _ made: Reviewed, _ client: WireClient, _ verdict: String, _ more: String = ""
    ) async throws -> WireResponse {
        try await client.send("POST", "\(made.path)/decision", json: made.decision(verdict, more))
    }

    @Test func twoWhoAgreeDecideAndNeitherSeesTheOther() async throws {
        try await ReviewDesk.run(reviewers: 2) { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            let made = try await desk.submission()
            #expect(try await mia.send("POST", "\(made.path)/claim").status == 200)
            let first = try await mia.send(
                "POST", "\(made.path)/decision",
                json: made.decision("refused", ", \"note\": \"Hm.\"", words: #", "reason": "altered""#))
            #expect(try first.status == 200 && first.json()["state"]?.string == "in_review")
            // It is free for others, and not for her.
            let hers = try await mia.send("GET", "/v1/review/queue").json()
            #expect(hers["items"]?[0]?["reviews"]?["mine"]?.boolean == true && hers["items"]?[0]?["claim"] == nil)
            #expect(hers["items"]?[0]?["reviews"]?["given"]?.integer == 1 && hers["counts"]?["free"]?.integer == 0)
            #expect(try await mia.send("POST", "/v1/review/claims").status == 204)
            #expect(try await mia.send("POST", "\(made.path)/claim").problem == "already-reviewed")
            #expect(try await decide(made, mia, "accepted").problem == "already-reviewed")
            #expect(try await decide(made, mia, "accepted", ", \"holdFor\": 5").problem == "already-reviewed")

            let seen = try await ben.send("GET", "\(made.path)/review")
            #expect(try seen.json()["reviews"]?["given"]?.integer == 1 && seen.json()["reviews"]?["needed"]?.integer == 2)
            #expect(try seen.json()["reviews"]?["disagree"]?.boolean == false && seen.json()["verdicts"] == nil)
            #expect(!seen.text.contains("Hm.") && !seen.text.contains("\"refused\""))
            #expect(try await ben.send("GET", "/v1/review/queue").json()["counts"]?["free"]?.integer == 1)
            #expect(try await ben.send("POST", "/v1/review/claims").status == 200)
            let second = try await decide(made, ben, "refused")
            #expect(try second.status == 200 && second.json()["state"]?.string == "needs_input")
            // The first one's reason is the person's: the second one has given none.
            #expect(
                try second.json()["documents"]?[0]?["reasons"]?[0]?["wording"]?.string == "review.refused/altered")
            let gateway = desk.gateway
            let judged = try await gateway.client.send("GET", "/v1/audit?action=submission.judge").json()["items"]?.array ?? []
            #expect(judged.map { $0["note"]?.string } == ["Hm."])
            #expect(try await gateway.count("audit where action = 'submission.decide'") == 1)
            #expect(
                try await gateway.count("review_verdicts where ended_at is not null and decision is null and not was_overturned")
                    == 2)
        }
    }

    @Test func whereTwoDisagreeAThirdDecidesAndSeesBoth() async throws {
        try await ReviewDesk.run(reviewers: 2) { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            let eva = try await desk.reviewer("Eva")
            let made = try await desk.submission()
            #expect(try await decide(made, mia, "refused").status == 200)
            #expect(try await decide(made, ben, "accepted").json()["state"]?.string == "in_review")
            let own = try await ben.send("GET", "\(made.path)/review").json()
            #expect(own["reviews"]?["disagree"]?.boolean == true && own["verdicts"] == nil)
            let seen = try await eva.send("GET", "\(made.path)/review").json()
            #expect(seen["verdicts"]?.array.compactMap { $0["name"]?.string } == ["Mia", "Ben"])
            #expect(seen["verdicts"]?[0]?["documents"]?[made.document]?["verdict"]?.string == "refused")
            let third = try await decide(made, eva, "accepted")
            #expect(try third.json()["state"]?.string == "accepted")

            let numbers = try await mia.send("GET", "/v1/review/numbers?days=7").json()
            #expect(numbers["mine"]?["name"]?.string == "Mia" && numbers["mine"]?["overturned"]?.integer == 1)
            #expect(numbers["mine"]?["refused"]?.integer == 1 && numbers["mine"]?["accepted"]?.integer == 0)
            #expect(numbers["team"]?.array.count == 3)
            let ofBen = numbers["team"]?.array.first { $0["name"]?.string == "Ben" }
            #expect(ofBen?["overturned"]?.integer == 0 && ofBen?["decided"]?.integer == 1)
        }
    }

    @Test func numbersTellHowMuchHowFastAndHowFarFromTheRules() async throws {
        try await ReviewDesk.run { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            for number in 0..<3 {
                let made = try await desk.submission()
                if number == 0 {
                    try await desk.gateway.pool.execute(
                        """
                        update documents set reasons = '[{"rule": "file.sharp", "severity": "warn", "found": "a", "expected": "b",
                            "message": "c"}]' where submission_id = \(made.id)::text::uuid
                        """)
                    try await desk.gateway.pool.execute("update submissions set previews = previews + 1")
                }
                #expect(try await mia.send("POST", "/v1/review/claims").status == 200)
                try await desk.gateway.pool.execute("update review_claims set claimed_at = now() - interval '1 minute'")
                #expect(try await decide(made, mia, number == 2 ? "refused" : "accepted").status == 200)
            }
            let numbers = try await mia.send("GET", "/v1/review/numbers").json()
            let mine = numbers["mine"]
            #expect(mine?["decided"]?.integer == 3 && mine?["accepted"]?.integer == 2 && mine?["refused"]?.integer == 1)
            #expect((60..<120).contains(mine?["medianSeconds"]?.number ?? 0))
            // The first was warned of and accepted, the third refused without a warning.
            #expect(abs((mine?["agreement"]?.number ?? 0) - 1.0 / 3) < 0.001)
            let none = try await ben.send("GET", "/v1/review/numbers").json()["mine"]
            #expect(none?["decided"]?.integer == 0 && none?["medianSeconds"] == nil && none?["agreement"] == nil)
            #expect(try await desk.gateway.foreigner.send("GET", "/v1/review/numbers").json()["team"]?.array.isEmpty == true)
            for days in ["0", "366", "x"] {
                #expect(try await ben.send("GET", "/v1/review/numbers?days=\(days)").status == 400, "\(days)")
            }
        }
    }
}
