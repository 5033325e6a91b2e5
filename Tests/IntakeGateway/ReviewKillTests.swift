import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Postgres
import Support
import Testing

@testable import IntakeGateway

/// Fifty reviewers at a gateway that is killed again and again.
@Suite(.timeLimit(.minutes(5)))
struct ReviewKillTests {
    private static let count = 75
    /// So many decisions have been made when it is killed.
    private static let kills = [5, 20, 40]

    @Test func nothingIsDecidedTwiceOrForgottenThoughTheGatewayIsKilled() async throws {
        try await ReviewDesk.run { desk in
            var made: [String: Reviewed] = [:]
            for _ in 0..<Self.count {
                let one = try await desk.submission()
                made[one.id] = one
            }
            let gateway = MortalGateway(desk: desk, port: try await FreePorts.one())
            var reviewers: [WireClient] = []
            for number in 0..<50 {
                reviewers.append(try await gateway.client.with(token: desk.key("R\(number)")))
            }
            let deaths = Task {
                var program = try await gateway.start()
                for kill in Self.kills {
                    do {
                        try await eventually("\(kill) decisions", within: .seconds(120), every: .milliseconds(2)) {
                            try await desk.gateway.count("review_verdicts") >= kill
                        }
                    } catch {
                        program.process.signalGroup(SIGKILL)
                        throw error
                    }
                    program.process.signalGroup(SIGKILL)
                    _ = await program.process.wait()
                    program = try await gateway.start()
                }
                return program
            }
            let answered: [String]
            do {
                answered = try await Self.decide(made, reviewers, at: gateway)
            } catch {
                deaths.cancel()
                (try? await deaths.value)?.process.signalGroup(SIGKILL)
                throw error
            }
            let program = try await deaths.value
            program.process.signalGroup(SIGKILL)
            _ = await program.process.wait()
            #expect(Set(answered).count == answered.count, "two were told that they decided the same")
            #expect(try await desk.gateway.count("submissions where state = 'accepted'") == Self.count)
            #expect(try await desk.gateway.count("audit where action = 'submission.decide'") == Self.count)
            #expect(try await desk.gateway.count("review_verdicts") == Self.count)
        }
    }

    /// Each claims and decides until there is nothing left; returns what they were told that they had decided.
    private static func decide(
        _ made: [String: Reviewed], _ reviewers: [WireClient], at gateway: MortalGateway
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: [String].self) { group in
            for reviewer in reviewers {
                group.addTask {
                    var mine: [String] = []
                    while true {
                        guard let id = try? await Self.next(reviewer) else {
                            try await gateway.isBack()
                            continue
                        }
                        guard let one = made[id] else { return mine }
                        // An answer that was lost may have been a decision: then there is nothing to claim there any more.
                        guard let answer = try? await reviewer.send("POST", "\(one.path)/decision", json: one.decision()) else {
                            try await gateway.isBack()
                            continue
                        }
                        #expect(answer.status == 200, "\(answer.text)")
                        mine.append(one.id)
                    }
                }
            }
            return try await group.reduce(into: [String]()) { $0 += $1 }
        }
    }

    /// What one has on the screen already, for the answer to a claim may have been lost; else what waits. Empty where nothing is left.
    private static func next(_ reviewer: WireClient) async throws -> String {
        let mine = try await reviewer.send("GET", "/v1/review/queue?claim=mine&limit=1")
        #expect(mine.status == 200, "\(mine.text)")
        if let own = try mine.json()["items"]?[0]?["submission"]?.string { return own }
        let claimed = try await reviewer.send("POST", "/v1/review/claims")
        #expect([200, 204].contains(claimed.status), "\(claimed.text)")
        return claimed.status == 204 ? "" : try claimed.json()["submission"]?.string ?? ""
    }
}

/// The gateway's own program over the database and the folder of a desk.
private struct MortalGateway: Sendable {
    let desk: ReviewDesk
    let port: Int

    var client: WireClient {
        get throws { WireClient(address: try SocketAddress(ip: "127.0.0.1", port: port), loop: desk.gateway.loop, token: nil) }
    }

    func start() async throws -> StartedProgram {
        let program = try await Program.start(
            try BuiltPrograms.path("IntakeGateway"), [],
            environment: desk.gateway.variables.merging([
                "DOCKET_ADMIN_API": "off", "DOCKET_HTTP_ADDRESS": "127.0.0.1:\(port)",
                "DOCKET_TOKENS": "acme=\(GatewayUnderTest.token)", "DOCKET_TENANT_RATE": "0", "DOCKET_TENANT_CONCURRENCY": "0",
                "DOCKET_ADDRESS_RATE": "0", "DOCKET_ADDRESS_CONCURRENCY": "0",
            ]) { $1 })
        try await isBack()
        return program
    }

    func isBack() async throws {
        try await eventually("the gateway answers", within: .seconds(60)) {
            try await client.send("GET", "/health/ready").status == 200
        }
    }
}
