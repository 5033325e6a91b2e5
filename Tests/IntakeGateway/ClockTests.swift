import Domain
import FoundationEssentials
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// `…/clock`: time that passes for what is in a sandbox.
@Suite(.timeLimit(.minutes(1)))
struct ClockTests {
    private static let week = 7 * 86_400

    private static func run(_ body: (GatewayUnderTest, WireClient) async throws -> Void) async throws {
        try await GatewayUnderTest.run { gateway in
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme.test", role: .backend), by: AuditOrigin(actor: "operator:erna"))
            try await body(gateway, gateway.client.with(token: token.text))
        }
    }

    private static func moment(_ answer: WireResponse, _ member: String) throws -> Timestamp {
        let text = try #require(try answer.json()[member]?.string)
        return try #require(Timestamp(text))
    }

    @Test func aDraftExpiresWhenItsTimeHasPassedAndItsEventComes() async throws {
        try await Self.run { gateway, tester in
            let draft = try await gateway.draft(as: tester)
            let (path, id) = ("/v1/submissions/\(draft)", try #require(SubmissionID(draft)))
            let link = try await tester.send("POST", "\(path)/links", json: #"{"purpose": "upload", "lifetime": \#(Self.week)}"#)
            let guest = gateway.client.with(token: try link.json()["token"]?.string)
            let before = try await tester.send("GET", path)
            #expect(try await guest.send("GET", path).status == 200)

            let moved = try await tester.send("POST", "\(path)/clock", json: #"{"advance": \#(Self.week)}"#)
            #expect(moved.status == 200, "\(moved.text)")
            for member in ["createdAt", "updatedAt", "expiresAt"] {
                #expect(try Self.moment(moved, member) == Self.moment(before, member).adding(.seconds(-Self.week)), "\(member)")
            }
            // Who has the answer of before is given the new one, and nobody's change is refused by it.
            let tag = try #require(before.headers["etag"])
            let again = try await tester.send("GET", path, headers: [("If-None-Match", tag)])
            #expect(again.status == 200 && moved.headers["etag"] == again.headers["etag"])
            #expect(try again.json()["version"] == before.json()["version"])
            #expect(try await guest.send("GET", path).status == 410, "the link's time has passed, too")

            let store = SubmissionStore(pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
            let turn = SweepTurn(of: "draft-expiry", logger: .silent, metrics: MetricsRegistry())
            try await DraftExpiry(store: store, logger: .silent).giveUpAll(turn)
            #expect(try await tester.send("GET", path).json()["state"]?.string == "expired")
            let events = try await gateway.pool.query(
                "select type from events where submission_id = \(id.uuid) order by sequence")
            #expect(try events.map { try $0.decode("type", as: String.self) }.last == EventType.submissionExpired.rawValue)
            let acts = try await AuditStore(pool: gateway.pool).entries(tenant: "acme.test", limit: 50).map(\.act)
            let act = try #require(acts.first { $0.action == "submission.clock" })
            #expect(act.submission == id && act.note == "\(Self.week) s forward")
        }
    }

    @Test func whatIsRealHasNoOtherClock() async throws {
        try await Self.run { gateway, tester in
            let real = "/v1/submissions/\(try await gateway.draft())"
            let before = try await gateway.client.send("GET", real).text
            let refused = try await gateway.client.send("POST", "\(real)/clock", json: #"{"advance": 60}"#)
            #expect(refused.status == 403 && refused.problem == "only-in-sandbox")
            #expect(try await tester.send("POST", "\(real)/clock", json: #"{"advance": 60}"#).status == 404)
            #expect(try await gateway.client.send("GET", real).text == before)
        }
    }

    @Test(arguments: [
        "{}", #"{"advance": null}"#, #"{"advance": 0}"#, #"{"advance": -60}"#, #"{"advance": 1.5}"#, #"{"advance": "P3D"}"#,
        #"{"advance": 2592001}"#, #"{"advance": 60, "back": true}"#,
    ])
    func theClockGoesForwardByWholeSeconds(_ body: String) async throws {
        try await Self.run { gateway, tester in
            let path = "/v1/submissions/\(try await gateway.draft(as: tester))"
            let before = try await tester.send("GET", path).text
            let refused = try await tester.send("POST", "\(path)/clock", json: body)
            #expect(
                refused.status == 422 && refused.text.contains(body.contains("back") ? "/back" : "/advance"), "\(refused.text)")
            #expect(try await tester.send("GET", path).text == before)
        }
    }
}
