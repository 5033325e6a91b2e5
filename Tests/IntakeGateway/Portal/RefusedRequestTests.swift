import Domain
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeGateway

/// What a tenant's developers see of what was done, and of what their programs were refused.
@Suite(.timeLimit(.minutes(1)))
struct RefusedRequestTests {
    // MARK: - What is noted

    private static let now = Timestamp(millisecondsSinceEpoch: 1_800_000_059_999)
    private static let program = Principal(tenant: "acme", actor: "key:0123456789ab")

    private static func noted(_ problem: Problem, _ principal: Principal) throws -> RefusedRequest? {
        RefusedRequests.request(problem, principal, try Endpoint.named("createSubmission"), at: now)
    }

    @Test func aRequestIsNotedByTheMinuteWithNothingOfWhatItSaid() throws {
        let minute = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)
        #expect(
            try Self.noted(.forbidden("jane@acme.example may not"), Self.program)
                == RefusedRequest(
                    tenant: "acme", minute: minute, actor: "key:0123456789ab", operation: "createSubmission", status: 403,
                    problem: "forbidden"))
        // A token may name a person.
        #expect(try Self.noted(.notFound, Principal(tenant: "acme", actor: "user:jane"))?.actor == "token")
        #expect(try Self.noted(.notFound, Principal(tenant: "acme", actor: "key:jane"))?.actor == "token")
    }

    @Test(arguments: Role.allCases) func ofPersonsAndOthersNothingIsNoted(_ role: Role) throws {
        let somebody = Principal(tenant: "acme", actor: "user:jane", permissions: role.permissions)
        #expect(try (Self.noted(.notFound, somebody) != nil) == (role == .backend))
        let developer = Principal(tenant: "acme", actor: "portal:1", permissions: PortalLink.permissions)
        #expect(try Self.noted(.notFound, developer) == nil)
    }

    @Test func aQuestionIsNoRefusal() throws {
        #expect(try Self.noted(Problem(.confirmationRequired, detail: "Sure?"), Self.program) == nil)
    }

    // MARK: - What is told

    @Test func whatWasRefusedIsCountedForItsTenantAlone() async throws {
        try await GatewayUnderTest.run { gateway in
            let (browser, _, _) = try await PortalBrowser.opened(gateway)
            for _ in 1...3 {
                let refused = try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": 7}"#)
                #expect(refused.status == 422)
            }
            #expect(try await gateway.client.send("GET", "/v1/webhook-endpoints/\(SubmissionID.random())").status == 404)
            #expect(try await gateway.foreigner.send("GET", "/v1/deliveries/\(SubmissionID.random())").status == 404)
            #expect(try await browser.send("GET", "/v1/submissions").status == 403)
            // As many of one minute as there were; a test may go on into the next one.
            for _ in 1...2 {
                let items = try await browser.send("GET", "/v1/integration/refused-requests").json()["items"]?.array ?? []
                let created = items.filter { $0["operation"]?.string == "createSubmission" }
                #expect(created.compactMap { $0["count"]?.integer }.reduce(0, +) == 3)
                #expect(created.first?["status"]?.integer == 422 && created.first?["problem"]?.string == "invalid-request")
                #expect(created.first?["path"]?.string == "/v1/submissions" && created.first?["method"]?.string == "POST")
                #expect(created.first?["actor"]?.string == "token")
                #expect(Set(items.compactMap { $0["operation"]?.string }) == ["createSubmission", "readEndpoint"])
            }
            #expect(try await browser.send("GET", "/v1/integration/refused-requests?colour=red").status == 400)
        }
    }

    @Test func aProgramWhoseKeyIsOverIsFoundByIt() async throws {
        let start = Timestamp.now
        let time = Mutex(start)
        try await GatewayUnderTest.run(.init(now: { time.withLock { $0 } })) { gateway in
            let erna = AuditOrigin(actor: "operator:erna")
            let keys = APIKeyStore(pool: gateway.pool)
            func key(_ tenant: TenantID, _ role: Role = .backend, until end: Timestamp? = nil) async throws -> OpaqueToken {
                let made = try await keys.create(NewAPIKey(tenant: tenant, role: role, expiresAt: end), by: erna)
                return made.token
            }
            let (revoked, expired) = (try await key("acme"), try await key("acme", until: start.adding(.seconds(60))))
            let (reviewers, others) = (try await key("acme", .reviewer), try await key("other"))
            for token in [revoked, reviewers, others] { _ = try await keys.revoke(token.prefix, by: erna) }
            time.withLock { $0 = $0.adding(.seconds(60)) }
            // Whoever knows how a key begins is none of the tenant's programs.
            let guessed = try #require(OpaqueToken("dk_\(revoked.prefix)_\(OpaqueToken(.key).text.suffix(43))"))
            for token in [revoked, revoked, expired, reviewers, others, guessed, OpaqueToken(.key)] {
                let answer = try await gateway.client.with(token: token.text).send("GET", "/v1/submissions")
                #expect(answer.status == 401)
            }
            func told(_ client: WireClient) async throws -> [String: Int] {
                let items = try await client.send("GET", "/v1/integration/refused-requests").json()["items"]?.array ?? []
                #expect(items.allSatisfy { $0["status"]?.integer == 401 && $0["problem"]?.string == "unauthenticated" })
                #expect(items.allSatisfy { $0["operation"]?.string == "listSubmissions" })
                return items.reduce(into: [:]) { counts, item in
                    counts[item["actor"]?.string ?? "", default: 0] += item["count"]?.integer ?? 0
                }
            }
            #expect(try await told(gateway.client) == ["key:\(revoked.prefix)": 2, "key:\(expired.prefix)": 1])
            #expect(try await told(gateway.foreigner) == ["key:\(others.prefix)": 1])
        }
    }

    @Test func countsOfTwoGatewaysAddUpAndAreForgotten() async throws {
        try await TestDatabase.runMigrated { database in
            let minute = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)
            func request(_ status: Int) -> RefusedRequest {
                RefusedRequest(
                    tenant: "acme", minute: minute, actor: "token", operation: "submit", status: status, problem: "incomplete")
            }
            let store = RefusedRequestStore(pool: database.pool) { minute }
            try await store.add([request(422): 2, request(409): 1])
            try await store.add([request(422): 40])
            let found = try await store.requests(of: "acme", limit: 10)
            #expect(found.map(\.count) == [1, 42] && found.map(\.request) == [request(409), request(422)])
            #expect(try await store.requests(of: "acme", limit: 1).count == 1)
            #expect(try await store.requests(of: "other", limit: 10).isEmpty)
            #expect(try await store.purge(limit: 10) == 0)
            let later = RefusedRequestStore(pool: database.pool) {
                minute.adding(RefusedRequestStore.remembrance + .seconds(1))
            }
            #expect(try await later.purge(limit: 1) == 1)
            #expect(try await later.purge(limit: 10) == 1)
        }
    }

    /// Of the trail what is about endpoints, keys and links; of persons and their submissions nothing.
    @Test func theTrailOfEndpointsTellsOfNoSubmission() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let (browser, link, key) = try await PortalBrowser.opened(gateway)
            _ = try await gateway.client.send("POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "status"}"#)
            for _ in 1...3 {
                let made = try await browser.send("POST", "/v1/webhook-endpoints", json: #"{"url": "https://acme.example"}"#)
                #expect(made.status == 201)
            }
            var (actions, path): ([String], String?) = ([], "/v1/integration/audit?limit=2")
            while let next = path {
                let part = try await browser.send("GET", next).json()
                let items = part["items"]?.array ?? []
                #expect(items.count <= 2 && items.allSatisfy { $0["submission"] == nil && $0["address"] == nil })
                actions += items.compactMap { $0["action"]?.string }
                path = part["next"]?.string
            }
            let made = [String](repeating: "webhook-endpoint.create", count: 3)
            #expect(actions == made + ["portal-link.open", "portal-link.create", "key.create"], "\(actions)")
            #expect(link.id.isEmpty == false && key.tenant == "acme")
        }
    }
}
