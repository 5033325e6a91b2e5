import DocketStore
import Shared
import Support
import Testing

@testable import DocketCLI

/// `docket keys` and `docket audit` against a real database.
@Suite(.timeLimit(.minutes(1))) struct KeysCommandTests {
    private struct Line: Decodable {
        let prefix: String
        let state: String
        let key: String?
        let role: String
        let tenant: String
        let expiresAt: String?
    }

    @Test func aKeyIsMadeListedAndRevoked() async throws {
        try await OperatorGround.run { ground in
            let store = APIKeyStore(pool: ground.database.pool)
            let made = try await ground.docket(
                "keys", "create", "--tenant", "acme", "--role", "auditor", "--name", "books", "--expires", "90d", "--json")
            #expect(made.code == .success)
            let line = try made.json(Line.self)
            let text = try #require(line.key)
            let token = try #require(OpaqueToken(text))
            #expect(line.role == "auditor" && line.tenant == "acme" && line.state == "active" && line.expiresAt != nil)
            #expect(token.prefix == line.prefix)
            #expect(try await store.key(token.prefix).map { token.matches($0.digest) } == true)

            let second = try await ground.docket("keys", "create", "--tenant", "other")
            #expect(second.output.contains("dk_") && second.output.contains("backend of other"))
            let listed = try await ground.docket("keys", "list")
            #expect(listed.output.contains(token.prefix) && listed.output.contains("books"))
            #expect(!listed.output.contains(token.text))
            let own = try await ground.docket("keys", "list", "--tenant", "acme", "--json").json([Line].self)
            #expect(own.map(\.prefix) == [token.prefix] && own.allSatisfy { $0.key == nil })

            // A whole key is understood, too.
            let revoked = try await ground.docket("keys", "revoke", token.text)
            #expect(revoked.code == .success && revoked.output.contains("within five seconds"))
            #expect(!revoked.output.contains(token.text))
            #expect(try await ground.docket("keys", "revoke", token.prefix).output.contains("already"))
            #expect(try await ground.docket("keys", "revoke", "0123456789ab").code == .notFound)

            let trail = try await ground.docket("audit", "--tenant", "acme")
            let lines = trail.output.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].contains("key.revoke") && lines[1].contains("key.create"))
            #expect(lines.allSatisfy { $0.contains("operator:erna") && $0.contains("keys/\(token.prefix)") })
            #expect(try await ground.docket("audit", "--action", "key.revoke", "--json").output.contains(#""tenant":"acme""#))
            #expect(try await ground.docket("audit", "--actor", "nobody").output == "Nothing.\n")
        }
    }

    @Test(arguments: [
        ["keys", "create"], ["keys", "create", "--tenant", "ACME"], ["keys", "create", "--tenant", "acme", "--role", "person"],
        ["keys", "create", "--tenant", "acme", "--expires", "soon"], ["keys", "revoke", "no-key"],
        ["keys", "create", "--tenant", "acme", "--name", ""], ["audit", "--submission", "7"],
    ])
    func aWrongLineIsRefused(_ words: [String]) async throws {
        let outcome = try await OperatorGround.docket(words, environment: ["DATABASE_URL": "postgresql://127.0.0.1:1/docket"])
        #expect(outcome.code == .usage, "\(words)")
        #expect(try await OperatorGround.docket(["keys", "list"], environment: [:]).code == .configuration)
    }
}
