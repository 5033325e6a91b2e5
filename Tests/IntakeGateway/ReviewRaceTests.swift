import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Many reviewers at once.
@Suite(.timeLimit(.minutes(4)))
struct ReviewRaceTests {
    @Test func fiftyReviewersDecideEachOnce() async throws {
        try await ReviewDesk.run { desk in
            var made: [String: Reviewed] = [:]
            for _ in 0..<75 {
                let one = try await desk.submission()
                made[one.id] = one
            }
            var reviewers: [WireClient] = []
            for number in 0..<50 { reviewers.append(try await desk.reviewer("R\(number)")) }
            let decided = try await withThrowingTaskGroup(of: [String].self) { group in
                for reviewer in reviewers {
                    group.addTask { [made] in
                        var mine: [String] = []
                        while true {
                            let claimed = try await reviewer.send("POST", "/v1/review/claims")
                            if claimed.status == 204 { return mine }
                            let id = try claimed.json()["submission"]?.string ?? ""
                            let one = try #require(made[id])
                            // Others press the same button at the same time.
                            let answer = try await reviewer.send("POST", "\(one.path)/decision", json: one.decision())
                            #expect(answer.status == 200, "\(answer.text)")
                            mine.append(one.id)
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0 += $1 }
            }
            #expect(decided.count == made.count && Set(decided) == Set(made.keys))
            #expect(try await desk.gateway.count("submissions where state = 'accepted'") == made.count)
            #expect(try await desk.gateway.count("audit where action = 'submission.decide'") == made.count)
            #expect(try await desk.gateway.count("review_verdicts") == made.count)
        }
    }

    /// None of them has claimed it.
    @Test func ofManyWhoDecideTheSameOneIsFirst() async throws {
        try await ReviewDesk.run { desk in
            let made = try await desk.submission()
            var reviewers: [WireClient] = []
            for number in 0..<20 { reviewers.append(try await desk.reviewer("R\(number)")) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, reviewer) in reviewers.enumerated() {
                    let holding = number % 2 == 0 ? ", \"holdFor\": 0" : ""
                    group.addTask {
                        let decision = made.decision(number % 3 == 0 ? "refused" : "accepted", holding)
                        return try await reviewer.send("POST", "\(made.path)/decision", json: decision).status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.allSatisfy { [200, 409, 412].contains($0) })
            #expect(try await desk.gateway.count("audit where action = 'submission.decide'") == 1)
            #expect(try await desk.gateway.count("review_verdicts") == 1)
        }
    }
}
