import Domain
import Glibc
import PostgresStore
import Shared
import Support
import Testing

@testable import CommandSupport
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
            let own = try await ground.docket("keys", "list", "--tenant", "acme", "--json").jsonLines(Line.self)
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

    @Test func aTestKeyIsOfTheTenantsSandbox() async throws {
        try await OperatorGround.run { ground in
            let made = try await ground.docket("keys", "create", "--tenant", "acme", "--test", "--json").json(Line.self)
            #expect(made.tenant == "acme.test" && made.role == "backend")
            #expect(try await ground.docket("keys", "list", "--tenant", "acme").output == "No keys.\n")
            #expect(try await ground.docket("keys", "list", "--tenant", "acme.test").output.contains(made.prefix))
            for words in [["acme.test"], ["acme.test", "--test"], [String(repeating: "a", count: 60), "--test"]] {
                let refused = try await OperatorGround.docket(
                    ["keys", "create", "--tenant"] + words, environment: ground.environment)
                #expect(refused.code == .usage && refused.errors.contains("sandbox"), "\(words)")
            }
            #expect(try await APIKeyStore(pool: ground.database.pool).keys().count == 1)
        }
    }

    /// As an installation's first start does it, each time it starts.
    @Test func theFirstKeyIsWrittenToAFileAndShownNowhere() async throws {
        try await OperatorGround.run { ground in
            let folder = try TemporaryFolder()
            let path = "\(folder.path)/key"
            let words = ["keys", "create", "--tenant", "acme", "--first", "--save", path]
            let made = try await OperatorGround.docket(words, environment: ground.environment)
            let text = try #require(FileText.read(path)?.split(separator: "\n").first.map(String.init))
            let token = try #require(OpaqueToken(text))
            #expect(made.code == .success && made.output.contains(path) && made.output.contains(token.prefix))
            #expect(!(made.output + made.errors).contains(token.text))
            var state = stat()
            #expect(stat(path, &state) == 0 && state.st_mode & 0o777 == 0o600)
            let store = APIKeyStore(pool: ground.database.pool)
            #expect(try await store.key(token.prefix).map { token.matches($0.digest) } == true)

            // The next start makes none, and touches nothing.
            let again = try await OperatorGround.docket(words, environment: ground.environment)
            #expect(again.code == .success && again.output.contains("none was made"))
            #expect(FileText.read(path) == text + "\n")
            #expect(try await store.keys().count == 1)
        }
    }

    /// The key of a replay, which is there for its time alone, keeps nobody from the first one.
    @Test func aShadowTenantsKeyIsNotTheFirst() async throws {
        try await OperatorGround.run { ground in
            let store = APIKeyStore(pool: ground.database.pool)
            for tenant in ["shadow", "shadow-2"] {
                _ = try await ground.docket("keys", "create", "--tenant", tenant)
                #expect(try await store.hasActive() == false)
            }
            #expect(try await ground.docket("keys", "create", "--tenant", "shadowy", "--first").output.contains("dk_"))
            #expect(try await store.hasActive())
        }
    }

    @Test func aKeyThatCannotBeWrittenOpensNothing() async throws {
        try await OperatorGround.run { ground in
            let made = try await ground.docket("keys", "create", "--tenant", "acme", "--save", "/nowhere/key")
            #expect(made.code == .cannotCreate && made.errors.contains("/nowhere/key"), "\(made.errors)")
            #expect(try await APIKeyStore(pool: ground.database.pool).hasActive() == false)
        }
    }

    @Test func aTokenIsReadFromItsFile() throws {
        let folder = try TemporaryFolder()
        try FileText.replace("\(folder.path)/token", with: "of-the-file\n")
        let file = ["DOCKET_TOKEN_FILE": "\(folder.path)/token"]
        #expect(try CommandContext.token(of: file) == "of-the-file")
        #expect(try CommandContext.token(of: file.merging(["DOCKET_TOKEN": "said"]) { $1 }) == "said")
        #expect(try CommandContext.token(of: [:]) == nil)
        let failure = #expect(throws: CommandFailure.self) {
            try CommandContext.token(of: ["DOCKET_TOKEN_FILE": "\(folder.path)/none"])
        }
        #expect(failure?.exitCode == .configuration && failure?.problem.contains("\(folder.path)/none") == true)
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
