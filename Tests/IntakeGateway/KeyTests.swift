import Domain
import FoundationEssentials
import HTTPServer
import PostgresStore
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// Back ends that come with a key.
@Suite(.timeLimit(.minutes(1)))
struct KeyTests {
    private static let erna = AuditOrigin(actor: "operator:erna")

    @Test func aKeyLetsInItsTenantAsItsRoleSays() async throws {
        try await GatewayUnderTest.run { gateway in
            let keys = APIKeyStore(pool: gateway.pool)
            let draft = try await gateway.draft()
            let expected: [(role: Role, read: Int, write: Int, audit: Int)] = [
                (.backend, 200, 201, 200), (.reviewer, 200, 403, 403), (.auditor, 200, 403, 200),
            ]
            for (role, read, write, audit) in expected {
                let (key, token) = try await keys.create(NewAPIKey(tenant: "acme", role: role), by: Self.erna)
                let client = gateway.client.with(token: token.text)
                #expect(try await client.send("GET", "/v1/submissions/\(draft)").status == read)
                #expect(try await client.send("POST", "/v1/submissions", json: #"{"journey": "identity"}"#).status == write)
                #expect(try await client.send("GET", "/v1/audit").status == audit)
                #expect(try await keys.keys().first { $0.prefix == key.prefix }?.lastUsedAt != nil)
            }
            let (_, foreign) = try await keys.create(NewAPIKey(tenant: "other", role: .backend), by: Self.erna)
            #expect(try await gateway.client.with(token: foreign.text).send("GET", "/v1/submissions/\(draft)").status == 404)
        }
    }

    @Test func whatIsNoKeyOfOursIsRefusedWithoutAWord() async throws {
        try await GatewayUnderTest.run { gateway in
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .backend), by: Self.erna)
            let invented = OpaqueToken(.key).text
            // The prefix of one, the secret of another.
            let mixed = token.text.prefix(16) + invented.dropFirst(16)
            let answers = try await [invented, String(mixed)].asyncMap { text in
                try await gateway.client.with(token: text).send(
                    "GET", "/v1/submissions", headers: [("X-Request-Id", "the-same-for-all")])
            }
            #expect(answers.allSatisfy { $0.status == 401 && $0.problem == "unauthenticated" })
            #expect(answers[0].body == answers[1].body)
        }
    }

    /// A revocation is believed at once by a gateway that has not asked before, and within five seconds by one that has.
    @Test func aRevocationCountsWithinFiveSeconds() async throws {
        try await TestDatabase.runMigrated { database in
            let store = APIKeyStore(pool: database.pool)
            let time = Mutex(Timestamp(Date()))
            let keys = KeyAuthenticator(store, logger: .silent) { time.withLock { $0 } }
            let (key, token) = try await store.create(NewAPIKey(tenant: "acme", role: .backend), by: Self.erna)
            #expect(try await keys.principal(of: token).actor == "key:\(key.prefix)")
            _ = try await store.revoke(key.prefix, by: Self.erna)
            time.withLock { $0 = $0.adding(.milliseconds(4999)) }
            #expect(try await keys.principal(of: token).tenant == "acme")
            time.withLock { $0 = $0.adding(.milliseconds(1)) }
            let problem = await #expect(throws: Problem.self) { try await keys.principal(of: token) }
            #expect(problem?.status == 401 && problem?.detail?.contains("revoked") == true)
            let another = KeyAuthenticator(store, logger: .silent) { time.withLock { $0 } }
            await #expect(throws: Problem.self) { try await another.principal(of: token) }
        }
    }

    @Test func aKeyEndsWhenItSaidSo() async throws {
        try await TestDatabase.runMigrated { database in
            let store = APIKeyStore(pool: database.pool)
            let start = Timestamp(Date())
            let time = Mutex(start)
            let keys = KeyAuthenticator(store, logger: .silent) { time.withLock { $0 } }
            let (_, token) = try await store.create(
                NewAPIKey(tenant: "acme", role: .auditor, expiresAt: start.adding(.seconds(2))), by: Self.erna)
            #expect(try await keys.principal(of: token).permissions == Role.auditor.permissions)
            // While it is still remembered, too.
            time.withLock { $0 = start.adding(.seconds(2)) }
            let problem = await #expect(throws: Problem.self) { try await keys.principal(of: token) }
            #expect(problem?.detail?.contains("expired") == true)
        }
    }
}

extension Sequence {
    func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
