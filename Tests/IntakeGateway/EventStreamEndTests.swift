import Domain
import EventLoop
import FoundationEssentials
import HTTPServer
import PostgresStore
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeGateway

/// Streams of those who may no longer follow: they end with the key, token or link that opened them.
@Suite(.timeLimit(.minutes(1)))
struct EventStreamEndTests {
    private static let erna = AuditOrigin(actor: "operator:erna")
    /// No beat for as long as a test lasts.
    private static let withoutBeat = EventFeed.Pace(look: .milliseconds(5), looksPerBeat: .max)
    private static let beating = EventFeed.Pace(look: .milliseconds(5), looksPerBeat: 2)

    /// A gateway's time, which passes when a test says so.
    private final class Clock: Sendable {
        private let time = Mutex(Timestamp.now)
        var now: Timestamp { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 = $0.adding(duration) } }
    }

    private static func run(
        _ pace: EventFeed.Pace, signed: TokenAccess? = nil, _ body: (GatewayUnderTest, Clock) async throws -> Void
    ) async throws {
        let clock = Clock()
        let options = GatewayUnderTest.Options(signed: signed, now: { clock.now }, eventPace: pace)
        try await GatewayUnderTest.run(options) { try await body($0, clock) }
    }

    /// A stream that is open, and what was told on it.
    private final class Follower {
        private let connection: EventFollower.Connection
        private(set) var told = ""
        private(set) var isOver = false

        init(_ gateway: GatewayUnderTest, _ path: String, token: String) async throws {
            connection = try await EventFollower.Connection(gateway.address, gateway.loop)
            let head = "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n\r\n"
            try await connection.write(Array(head.utf8))
        }

        /// Reads until it is there, or the stream is over.
        func read(until isThere: (String) -> Bool) async throws {
            while !isThere(told), !isOver {
                let more = try await connection.read(4096)
                if more.isEmpty { isOver = true }
                told += String(decoding: more, as: UTF8.self)
            }
        }

        /// The stream is over before so many beats of it.
        func expectEnd(_ location: SourceLocation = #_sourceLocation) async throws {
            let before = told.components(separatedBy: ": still here").count
            try await read { $0.components(separatedBy: ": still here").count > before + 100 }
            #expect(isOver, sourceLocation: location)
            // In good order: a client comes back, and learns why.
            #expect(told.hasSuffix("0\r\n\r\n"), sourceLocation: location)
            await connection.close()
        }
    }

    @Test func aStreamEndsWithItsKeyAtTheNextBeat() async throws {
        try await Self.run(Self.beating) { gateway, clock in
            let draft = try await gateway.draft()
            let keys = APIKeyStore(pool: gateway.pool)
            for path in ["/v1/submissions/\(draft)/events", "/v1/events"] {
                let (key, token) = try await keys.create(NewAPIKey(tenant: "acme", role: .backend), by: Self.erna)
                let follower = try await Follower(gateway, path, token: token.text)
                // It is asked about at each beat, and goes on.
                try await follower.read { $0.components(separatedBy: ": still here").count > 3 }
                #expect(!follower.isOver)
                _ = try await keys.revoke(key.prefix, by: Self.erna)
                clock.pass(KeyAuthenticator.freshness)
                try await follower.expectEnd()
            }
        }
    }

    @Test func nothingIsToldToAKeyThatWasRevoked() async throws {
        try await Self.run(Self.withoutBeat) { gateway, clock in
            let draft = try await gateway.draft()
            let keys = APIKeyStore(pool: gateway.pool)
            let (key, token) = try await keys.create(NewAPIKey(tenant: "acme", role: .backend), by: Self.erna)
            let follower = try await Follower(gateway, "/v1/submissions/\(draft)/events", token: token.text)
            try await follower.read { $0.contains("submission.created") }
            _ = try await keys.revoke(key.prefix, by: Self.erna)
            clock.pass(KeyAuthenticator.freshness)
            _ = try await gateway.document(draft)
            try await follower.read { $0.contains("document.added") }
            #expect(!follower.told.contains("document.added"))
            try await follower.expectEnd()
        }
    }

    @Test func aStreamEndsWithItsLink() async throws {
        try await Self.run(Self.beating) { gateway, _ in
            let draft = try await gateway.draft()
            let made = try await gateway.client.send(
                "POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "status"}"#)
            let follower = try await Follower(
                gateway, "/v1/submissions/\(draft)/events", token: try #require(try made.json()["token"]?.string))
            try await follower.read { $0.components(separatedBy: ": still here").count > 3 }
            #expect(!follower.isOver)
            #expect(try await gateway.client.send("DELETE", try #require(made.headers["location"])).status == 204)
            try await follower.expectEnd()
        }
    }

    /// Nothing happens, and no beat comes by.
    @Test func aStreamEndsWhenTheTimeOfItsLinkIsOver() async throws {
        try await Self.run(Self.withoutBeat) { gateway, clock in
            let draft = try await gateway.draft()
            let made = try await gateway.client.send(
                "POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "status", "lifetime": 60}"#)
            let follower = try await Follower(
                gateway, "/v1/submissions/\(draft)/events", token: try #require(try made.json()["token"]?.string))
            try await follower.read { $0.contains("submission.created") }
            clock.pass(.seconds(60))
            try await follower.expectEnd()
        }
    }

    @Test func aStreamEndsWhenTheTimeOfItsTokenIsOver() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        try await Self.run(Self.withoutBeat, signed: try issuer.access(in: folder)) { gateway, clock in
            let token = try issuer.token("ann", ["person"], expiresIn: 300, at: clock.now)
            let draft = try await gateway.draft(as: gateway.client.with(token: token))
            let follower = try await Follower(gateway, "/v1/submissions/\(draft)/events", token: token)
            try await follower.read { $0.contains("submission.created") }
            // With what clocks may disagree.
            clock.pass(.seconds(360))
            try await follower.expectEnd()
        }
    }

    @Test func aStreamEndsWhenTheTimeOfItsKeyIsOver() async throws {
        try await Self.run(Self.withoutBeat) { gateway, clock in
            let draft = try await gateway.draft()
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .backend, expiresAt: clock.now.adding(.seconds(600))), by: Self.erna)
            let follower = try await Follower(gateway, "/v1/submissions/\(draft)/events", token: token.text)
            try await follower.read { $0.contains("submission.created") }
            clock.pass(.seconds(600))
            try await follower.expectEnd()
        }
    }
}

/// Whether who was let in once would be let in to the same again.
@Suite struct ContinuedAccessTests {
    private struct Answer: Authenticator {
        let answer: Result<Principal, Problem>
        func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal { try answer.get() }
    }

    private static let before = Principal(
        tenant: "acme", actor: "user:jos\u{E9}", permissions: [.status, .read], subject: "jos\u{E9}")

    private func isGiven(_ answer: Result<Principal, Problem>) async throws -> Bool {
        let request = try HTTPRequest(method: .get, path: "/")
        return await ContinuedAccess(
            authenticator: Answer(answer: answer), request: request, principal: Self.before,
            endpoint: try Endpoint.named("followSubmission")
        ).isGiven()
    }

    @Test func itGoesOnForTheSameOneAlone() async throws {
        #expect(try await isGiven(.success(Self.before)))
        let others = [
            Principal(tenant: "other", actor: Self.before.actor, permissions: [.status], subject: Self.before.subject),
            Principal(tenant: "acme", actor: "user:ben", permissions: [.status], subject: Self.before.subject),
            Principal(tenant: "acme", actor: Self.before.actor, permissions: [.status], subject: "jose\u{301}"),
            Principal(tenant: "acme", actor: Self.before.actor, permissions: [.status], scope: .random()),
            Principal(tenant: "acme", actor: Self.before.actor, permissions: [.read], subject: Self.before.subject),
        ]
        for (number, other) in others.enumerated() { #expect(try await !isGiven(.success(other)), "\(number)") }
    }

    @Test func itEndsByARefusalAndNotByADatabaseThatIsAway() async throws {
        #expect(try await !isGiven(.failure(.unauthenticated("It has expired."))))
        #expect(try await !isGiven(.failure(.linkEnded(.revoked))))
        #expect(try await isGiven(.failure(.unavailable)))
    }
}
