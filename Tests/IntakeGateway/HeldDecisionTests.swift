import Domain
import PostgresStore
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Decisions that are held for a while, and drafts of decisions.
@Suite(.timeLimit(.minutes(2)))
struct HeldDecisionTests {
    @Test func aHeldDecisionIsCarriedOutByItselfUnderWhoMadeIt() async throws {
        try await ReviewDesk.run { desk in
            let mia = try await desk.reviewer("Mia")
            let made = try await desk.submission()
            let held = try await mia.send(
                "POST", "\(made.path)/decision", json: made.decision("refused", ", \"note\": \"On the phone.\", \"holdFor\": 1"))
            #expect(held.status == 202)
            #expect(try held.json()["held"]?["isMine"]?.boolean == true && held.json()["submission"]?.string == made.id)
            try await eventually("it is carried out") {
                try await desk.gateway.submission(made.id)["state"]?.string == "needs_input"
            }
            let trail = try await desk.gateway.client.send("GET", "/v1/audit?action=submission.decide").json()["items"]
            #expect(trail?.array.count == 1)
            #expect(trail?[0]?["actor"]?.string?.hasPrefix("key:") == true && trail?[0]?["note"]?.string == "On the phone.")
            #expect(try await desk.gateway.count("review_holds") == 0)
            #expect(try await desk.gateway.count("review_claims") == 0)
            let late = try await mia.send("DELETE", "\(made.path)/decision")
            #expect(late.status == 409 && late.problem == "not-held")
        }
    }

    @Test func aHeldDecisionCanBeTakenBackAndNobodyElseDecidesMeanwhile() async throws {
        try await ReviewDesk.run { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            let made = try await desk.submission()
            let decision = made.decision("accepted", ", \"holdFor\": 60")
            #expect(try await mia.send("POST", "\(made.path)/decision", json: decision).status == 202)
            for (method, path, body) in [
                ("POST", "decision", made.decision()), ("POST", "decision", decision), ("POST", "claim", #"{"takeOver": true}"#),
            ] {
                let answer = try await ben.send(method, "\(made.path)/\(path)", json: body)
                #expect(answer.status == 409 && answer.problem == "claimed", "\(path)")
            }
            #expect(try await ben.send("DELETE", "\(made.path)/decision").problem == "claimed")
            let queue = try await ben.send("GET", "/v1/review/queue").json()
            #expect(queue["items"]?[0]?["held"]?["isMine"]?.boolean == false && queue["counts"]?["free"]?.integer == 0)
            #expect(try await ben.send("POST", "/v1/review/claims").status == 204)
            #expect(try await mia.send("DELETE", "\(made.path)/decision").status == 204)
            #expect(try await mia.send("DELETE", "\(made.path)/decision").problem == "not-held")
            let trail = try await desk.gateway.client.send("GET", "/v1/audit?action=submission.take-back").json()["items"]
            #expect(trail?.array.count == 1 && trail?[0]?["submission"]?.string == made.id)
            // She goes on where she was.
            let back = try await mia.send("GET", "/v1/review/queue?claim=mine").json()["items"]
            #expect(back?.array.count == 1 && back?[0]?["held"] == nil)
            #expect(try await desk.gateway.submission(made.id)["state"]?.string == "in_review")
            // What she decides at once takes the place of what is held.
            #expect(try await mia.send("POST", "\(made.path)/decision", json: decision).status == 202)
            #expect(try await mia.send("POST", "\(made.path)/decision", json: made.decision("refused")).status == 200)
            #expect(try await desk.gateway.submission(made.id)["state"]?.string == "needs_input")
            #expect(try await desk.gateway.count("review_holds") == 0)
        }
    }

    @Test func whatHasChangedMeanwhileIsDroppedAndTold() async throws {
        try await ReviewDesk.run { desk in
            let mia = try await desk.reviewer("Mia")
            let made = try await desk.submission()
            let held = try await mia.send("POST", "\(made.path)/decision", json: made.decision("accepted", ", \"holdFor\": 60"))
            #expect(held.status == 202)
            _ = try await desk.gateway.confirmed("DELETE", made.path)
            try await desk.gateway.pool.execute("update review_holds set due_at = now()")
            // Another gateway, which has not taken it in.
            try await desk.gateway.withReplica { replica in
                try await eventually("it is dropped") { try await replica.count("review_holds") == 0 }
            }
            let trail = try await desk.gateway.client.send("GET", "/v1/audit?action=submission.decide-dropped").json()["items"]
            #expect(trail?.array.count == 1 && trail?[0]?["submission"]?.string == made.id)
            #expect(try await desk.gateway.submission(made.id)["state"]?.string == "withdrawn")
        }
    }

    /// An answer that was lost is asked for again.
    @Test func whatIsRepeatedIsHeldOnceAndJudgedOnce() async throws {
        for (reviewers, more, status) in [(1, ", \"holdFor\": 60", 202), (2, "", 200)] {
            try await ReviewDesk.run(reviewers: reviewers) { desk in
                let mia = try await desk.reviewer("Mia")
                let made = try await desk.submission()
                var answers: [WireResponse] = []
                for _ in 0..<2 {
                    answers.append(
                        try await mia.send(
                            "POST", "\(made.path)/decision", json: made.decision("refused", more),
                            headers: [("Idempotency-Key", "\"once\"")]))
                }
                #expect(answers.map(\.status) == [status, status])
                #expect(answers[0].body == answers[1].body)
                #expect(try await desk.gateway.count("review_holds") == (reviewers == 1 ? 1 : 0))
                #expect(try await desk.gateway.count("review_verdicts") == (reviewers == 1 ? 0 : 1))
            }
        }
    }

    @Test func whatCannotBeDecidedIsNotHeld() async throws {
        try await ReviewDesk.run { desk in
            let mia = try await desk.reviewer("Mia")
            let made = try await desk.submission()
            for (body, status) in [
                (made.decision("accepted", ", \"holdFor\": 61"), 422), (made.decision("accepted", ", \"holdFor\": -1"), 422),
                (#"{"documents": {}, "holdFor": 5}"#, 422),
            ] { #expect(try await mia.send("POST", "\(made.path)/decision", json: body).status == status, "\(body)") }
            let stale = try await mia.send(
                "POST", "\(made.path)/decision", json: made.decision("accepted", ", \"holdFor\": 5"),
                headers: [("If-Match", "\"v2\"")])
            #expect(stale.status == 412)
            let draft = try await desk.gateway.draft()
            let early = try await mia.send(
                "POST", "/v1/submissions/\(draft)/decision", json: made.decision("accepted", ", \"holdFor\": 5"))
            #expect(early.status == 409 && early.problem == "not-in-review")
            #expect(try await desk.gateway.count("review_holds") == 0)
        }
    }

    /// Each gateway carries out what is due. The submission's version lets one of them through.
    @Test func twoGatewaysCarryItOutOnce() async throws {
        try await ReviewDesk.run { desk in
            let mia = try await desk.reviewer("Mia")
            var made: [Reviewed] = []
            for _ in 0..<10 { made.append(try await desk.submission()) }
            try await desk.gateway.withReplica { replica in
                for one in made {
                    let body = one.decision("accepted", ", \"holdFor\": 1")
                    #expect(try await mia.send("POST", "\(one.path)/decision", json: body).status == 202)
                }
                try await eventually("all are carried out") {
                    try await replica.count("submissions where state = 'accepted'") == made.count
                }
            }
            #expect(try await desk.gateway.count("audit where action = 'submission.decide'") == made.count)
            #expect(try await desk.gateway.count("audit where action = 'submission.decide-dropped'") == 0)
            #expect(try await desk.gateway.count("review_verdicts where ended_at is not null and decision is null") == made.count)
        }
    }

    @Test func aDraftIsOnesOwnAndGoesWithTheReview() async throws {
        try await ReviewDesk.run { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            let made = try await desk.submission()
            let path = "\(made.path)/decision-draft"
            #expect(try await mia.send("GET", path).status == 404)
            for body in [
                "{}", #"{"note": "Half"}"#,
                "{\"documents\": {\"\(made.document)\": {\"reason\": \"unreadable\", \"message\": \"Blurred.\"}}, \"final\": true}",
            ] { #expect(try await mia.send("PUT", path, json: body).status == 204, "\(body)") }
            let kept = try await mia.send("GET", path).json()
            #expect(kept["documents"]?[made.document]?["message"]?.string == "Blurred." && kept["note"] == nil)
            #expect(kept["documents"]?[made.document]?["reason"]?.string == "unreadable" && kept["final"]?.boolean == true)
            #expect(try await ben.send("GET", path).status == 404)
            for body in [#"{"documents": {"7": {}}}"#, #"{"mood": 1}"#] {
                #expect(try await mia.send("PUT", path, json: body).status == 422, "\(body)")
            }
            #expect(try await ben.send("PUT", path, json: "{}").status == 204)
            #expect(try await ben.send("DELETE", path).status == 204)
            #expect(try await desk.gateway.count("review_drafts") == 1)
            #expect(try await mia.send("POST", "\(made.path)/decision", json: made.decision()).status == 200)
            #expect(try await desk.gateway.count("review_drafts") == 0)
            let late = try await mia.send("PUT", path, json: "{}")
            #expect(late.status == 409 && late.problem == "not-in-review")
        }
    }
}
