import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The queue of what is in review, and who has what on the screen.
@Suite(.timeLimit(.minutes(2)))
struct ReviewQueueTests {
    private func ids(_ answer: WireResponse) throws -> [String] {
        try answer.json()["items"]?.array.compactMap { $0["submission"]?.string } ?? []
    }

    @Test func whatHasWaitedLongestComesFirstPartByPart() async throws {
        try await ReviewDesk.run { desk in
            var made: [String] = []
            for number in 0..<5 { made.append(try await desk.submission(", \"reference\": \"R-\(number)\"").id) }
            let mia = try await desk.reviewer("Mia")
            let first = try await mia.send("GET", "/v1/review/queue?limit=2", headers: [("Accept-Language", "de")])
            #expect(try ids(first) == Array(made[..<2]))
            let item = try first.json()["items"]?[0]
            #expect(item?["title"]?.string == "Geprüft" && item?["reference"]?.string == "R-0")
            #expect(item?["documents"]?.integer == 1 && item?["pages"]?.integer == 1 && item?["attempt"]?.integer == 1)
            #expect(item?["claim"] == nil && item?["isOverdue"]?.boolean == false)
            #expect(item?["reviews"]?["needed"]?.integer == 1 && item?["reviews"]?["given"]?.integer == 0)
            let counts = try first.json()["counts"]
            #expect(counts?["waiting"]?.integer == 5 && counts?["free"]?.integer == 5 && counts?["mine"]?.integer == 0)
            var next = try first.json()["next"]?.string
            var rest: [String] = []
            while let cursor = next {
                let part = try await mia.send("GET", "/v1/review/queue?limit=2&after=\(cursor)")
                rest += try ids(part)
                next = try part.json()["next"]?.string
            }
            #expect(rest == Array(made[2...]))
            // Of another tenant there is nothing.
            #expect(try ids(try await desk.gateway.foreigner.send("GET", "/v1/review/queue")).isEmpty)
            for query in ["claim=all", "overdue=maybe", "after=x", "limit=0", "mood=good", "journey=%00"] {
                let answer = try await mia.send("GET", "/v1/review/queue?\(query)")
                #expect(answer.status == 400, "\(query)")
            }
        }
    }

    @Test func theQueueIsFilteredByClaimWarningAndPromise() async throws {
        try await ReviewDesk.run(within: 3600) { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            var made: [Reviewed] = []
            for _ in 0..<4 { made.append(try await desk.submission()) }
            #expect(try await mia.send("POST", "\(made[0].path)/claim").status == 200)
            #expect(try await ben.send("POST", "\(made[1].path)/claim").status == 200)
            let pool = desk.gateway.pool
            try await pool.execute(
                "update submissions set review_due = now() - interval '1 minute' where id = \(made[2].id)::text::uuid")
            try await pool.execute(
                """
                update documents set reasons = '[{"rule": "photo.sharp"}]' where submission_id = \(made[3].id)::text::uuid
                """)
            func found(_ query: String) async throws -> [String] {
                try ids(try await mia.send("GET", "/v1/review/queue?\(query)"))
            }
            #expect(try await found("claim=mine") == [made[0].id])
            #expect(try await found("claim=others") == [made[1].id])
            #expect(try await found("claim=free") == [made[2].id, made[3].id])
            #expect(try await found("overdue=true") == [made[2].id])
            #expect(try await found("overdue=false&claim=free") == [made[3].id])
            #expect(try await found("warning=photo.sharp") == [made[3].id])
            #expect(try await found("warning=photo.sharp&overdue=true").isEmpty)
            #expect(try await found("journey=reviewed").count == 4)
            #expect(try await found("journey=identity").isEmpty)
            let all = try await mia.send("GET", "/v1/review/queue").json()
            #expect(all["items"]?[2]?["isOverdue"]?.boolean == true && all["items"]?[2]?["dueAt"]?.string != nil)
            #expect(all["items"]?[3]?["warnings"]?.array.compactMap(\.string) == ["photo.sharp"])
            #expect(all["items"]?[1]?["claim"]?["name"]?.string == "Ben")
            #expect(all["items"]?[1]?["claim"]?["isMine"]?.boolean == false)
            let counts = all["counts"]
            #expect(counts?["waiting"]?.integer == 4 && counts?["mine"]?.integer == 1)
            #expect(counts?["free"]?.integer == 2 && counts?["overdue"]?.integer == 1)
        }
    }

    @Test func aClaimIsALeaseThatEndsIsRenewedAndCanBeTakenOver() async throws {
        try await ReviewDesk.run { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            let made = try await desk.submission()
            let claimed = try await mia.send("POST", "\(made.path)/claim")
            #expect(try claimed.json()["name"]?.string == "Mia" && claimed.json()["isMine"]?.boolean == true)
            let refused = try await ben.send("POST", "\(made.path)/claim")
            #expect(refused.status == 409 && refused.problem == "claimed")
            #expect(try refused.json()["name"]?.string == "Mia" && refused.json()["until"]?.string != nil)
            // Nor does he decide.
            let decided = try await ben.send("POST", "\(made.path)/decision", json: made.decision())
            #expect(decided.status == 409 && decided.problem == "claimed")
            // It is renewed.
            let pool = desk.gateway.pool
            try await pool.execute("update review_claims set ends_at = now() + interval '1 second'")
            let renewed = try await mia.send("POST", "\(made.path)/claim").json()["until"]?.string.flatMap { Timestamp($0) }
            #expect(try #require(renewed) > Timestamp.now.adding(.seconds(200)))
            // It ends by itself.
            try await pool.execute("update review_claims set ends_at = now()")
            #expect(try await ben.send("POST", "\(made.path)/claim").status == 200)
            // It is taken over, and the trail says from whom.
            let over = try await mia.send("POST", "\(made.path)/claim", json: #"{"takeOver": true}"#)
            #expect(over.status == 200)
            let trail = try await desk.gateway.client.send("GET", "/v1/audit?action=review.take-over").json()["items"]
            #expect(trail?.array.count == 1 && trail?[0]?["note"]?.string?.hasPrefix("from key:") == true)
            // It is given back: one's own alone.
            #expect(try await ben.send("DELETE", "\(made.path)/claim").status == 204)
            #expect(try await ben.send("POST", "\(made.path)/claim").status == 409)
            #expect(try await mia.send("DELETE", "\(made.path)/claim").status == 204)
            #expect(try await ben.send("POST", "\(made.path)/claim").status == 200)
            // What was decided on is nobody's.
            #expect(try await ben.send("POST", "\(made.path)/decision", json: made.decision()).status == 200)
            #expect(try await desk.gateway.count("review_claims") == 0)
            let late = try await mia.send("POST", "\(made.path)/claim")
            #expect(late.status == 409 && late.problem == "not-in-review")
        }
    }

    @Test func theNextOneIsTheLongestWaitingThatIsFree() async throws {
        try await ReviewDesk.run { desk in
            let (mia, ben) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"))
            var made: [Reviewed] = []
            for _ in 0..<3 { made.append(try await desk.submission()) }
            func next(_ client: WireClient, _ body: String? = nil) async throws -> String? {
                let answer = try await client.send("POST", "/v1/review/claims", json: body ?? "{}")
                return answer.status == 204 ? nil : try answer.json()["submission"]?.string
            }
            #expect(try await next(mia) == made[0].id)
            #expect(try await next(ben, #"{"journey": "reviewed"}"#) == made[1].id)
            #expect(try await next(ben, #"{"journey": "identity"}"#) == nil)
            // Passed over: what is behind it comes first, and then what is before it.
            #expect(try await mia.send("DELETE", "\(made[0].path)/claim").status == 204)
            #expect(try await next(mia, "{\"after\": \"\(made[0].id)\"}") == made[2].id)
            #expect(try await mia.send("DELETE", "\(made[2].path)/claim").status == 204)
            #expect(try await next(mia, "{\"after\": \"\(made[2].id)\"}") == made[0].id)
            // Decided: the longest waiting one.
            #expect(try await mia.send("POST", "\(made[0].path)/decision", json: made[0].decision()).status == 200)
            #expect(try await next(mia, "{\"after\": \"\(made[0].id)\"}") == made[2].id)
            #expect(try await next(mia) == nil)
            #expect(try await desk.gateway.foreigner.send("POST", "/v1/review/claims").status == 204)
        }
    }
}
