import Crypto
import Domain
import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// What signing in holds to, without an issuer.
@Suite struct SignInRulesTests {
    // MARK: - Where somebody goes on

    @Test(arguments: [
        "/desk", "/desk/", "/desk/queue", "/desk/submissions/0190/pages", "/desk?journey=identity",
        "/desk/queue?a=//b/..&c=%2F#d",
        "/desk#top", "/desk/a.b", "/desk/...",
    ])
    func pagesOfTheDeskAreGoneOnAt(path: String) { #expect(ReturnPath(path)?.text == path) }

    @Test(arguments: [
        "", "/", "desk", "/desks", "/deskx/queue", "/Desk", "//desk", "///desk", "/desk//stranger.example", "/desk/queue//",
        "/\\stranger.example", "/desk\\..", "/desk/\\stranger.example", "https://stranger.example/desk",
        "javascript:alert(1)//desk",
        "//stranger.example/desk", "/desk/../v1/submissions", "/desk/..", "/desk/./queue", "/desk/%2e%2e/v1",
        "/desk/%2f%2fstranger",
        "/desk/%5c", "/desk/a b", "/desk/a\r\nSet-Cookie: x=1", "/desk/é", "/desk/sign-in?return=/desk", "/desk/signed-in",
        "/desk/session", "/v1/submissions", "/desk\u{0}",
    ])
    func nothingElseIs(path: String) { #expect(ReturnPath(path) == nil) }

    @Test func aPathHasItsLength() {
        #expect(ReturnPath("/desk/" + String(repeating: "a", count: 506)) != nil)
        #expect(ReturnPath("/desk/" + String(repeating: "a", count: 507)) == nil)
    }

    // MARK: - What binds the answer to the browser

    @Test func theChallengeIsTheStandards() {
        // RFC 7636, appendix B.
        #expect(
            SignInSecrets.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func allSecretsFollowFromTheCookieAndDiffer() {
        let token = OpaqueToken(.signIn)
        let (one, again, other) = (SignInSecrets(token), SignInSecrets(token), SignInSecrets(OpaqueToken(.signIn)))
        #expect(one == again)
        let all = [one, other].flatMap { [$0.state, $0.nonce, $0.verifier, $0.challenge] }
        #expect(Set(all).count == 8 && all.allSatisfy { $0.utf8.count == 43 })
        #expect(one.isState(one.state) && !one.isState(other.state) && !one.isState("") && !one.isState(one.nonce))
    }

    // MARK: - What comes back

    private static let issuer = "https://sign-in.example"
    private static let secrets = SignInSecrets(OpaqueToken(.signIn))

    private static func outcome(_ query: String, namesItself: Bool = false) throws -> String {
        let query = try QueryParameters(query.replacing("STATE", with: secrets.state))
        do throws(SignInFailure) {
            return try AuthorizationAnswer.code(in: query, for: secrets, issuer: issuer, namesItself: namesItself)
        } catch {
            return "trouble: \(error.trouble.rawValue)"
        }
    }

    @Test(arguments: [
        ("code=c&state=STATE", "c"), ("code=c&state=STATE&iss=https%3A%2F%2Fsign-in.example", "c"), ("", "trouble: expired"),
        ("code=c", "trouble: expired"), ("code=c&state=", "trouble: expired"), ("code=c&state=STATE0", "trouble: expired"),
        ("error=access_denied", "trouble: expired"), ("error=access_denied&state=STATE", "trouble: refused"),
        ("error=server_error&state=STATE", "trouble: issuer"), ("code=c&error=x&state=STATE", "trouble: issuer"),
        ("state=STATE", "trouble: issuer"), ("code=&state=STATE", "trouble: issuer"),
        ("code=c&code=d&state=STATE", "trouble: issuer"), ("code=c&state=STATE&state=STATE", "trouble: issuer"),
        ("code=c&state=STATE&iss=https://stranger.example", "trouble: issuer"),
        ("code=c&state=STATE&iss=https://sign-in.example/", "trouble: issuer"),
    ])
    func onlyTheAnswerToThisBrowserCounts(query: String, outcome: String) throws {
        #expect(try Self.outcome(query) == outcome)
    }

    @Test func anIssuerThatAlwaysNamesItselfHasToBeNamed() throws {
        #expect(try Self.outcome("code=c&state=STATE", namesItself: true) == "trouble: issuer")
        #expect(try Self.outcome("code=c&state=STATE&iss=https://sign-in.example", namesItself: true) == "c")
    }

    @Test func aLogHoldsAnErrorsNameAlone() {
        #expect(AuthorizationAnswer.word("invalid_grant") == "invalid_grant")
        for text in ["Eve was here", "a\nb", String(repeating: "a", count: 65)] {
            #expect(AuthorizationAnswer.word(text) == "an error")
        }
    }

    // MARK: - Whom a token speaks of

    private func identity(
        _ more: String, roles: [String] = ["reviewer"], tenant: String? = "acme", nonce: String? = "n", client: String = "docket"
    ) throws -> Result<DeskIdentity, SignInFailure> {
        let issuer = try TokenIssuer()
        let token = try issuer.token("mia", roles, tenant: tenant, more: more)
        let verifier = TokenVerifier(issuer: "https://sign-in.example", audiences: ["docket"])
        let now = Double(Timestamp.now.millisecondsSinceEpoch) / 1000
        let claims = try verifier.verify(token, with: JSONWebKeySet(Array(try issuer.keySet.utf8)), now: now)
        do throws(SignInFailure) {
            return .success(try DeskIdentity(claims, nonce: nonce, client: client, names: TokenClaimNames()))
        } catch {
            return .failure(error)
        }
    }

    @Test func aTokenSaysWhoSomebodyIs() throws {
        let mia = try identity(#""nonce":"n","name":"Mia Kuhn","email":"mia@acme.example","#).get()
        #expect(mia.actor == "user:mia" && mia.name == "Mia Kuhn" && mia.tenant == "acme" && mia.roles == [.reviewer])
        #expect(try identity(#""nonce":"n","email":"mia@acme.example","#).get().name == "mia@acme.example")
        #expect(try identity(#""nonce":"n","name":"a\nb","#).get().name == "mia")
        let several = try identity(#""nonce":"n","#, roles: ["person", "editor", "auditor", "reviewer"]).get()
        #expect(several.roles == [.reviewer, .auditor])
        // Who runs the installation is of no tenant: that is said by naming none, and then no other role counts.
        let ops = try identity(#""nonce":"n","#, roles: ["reviewer", "operator"], tenant: nil).get()
        #expect(ops.tenant == .standard && ops.roles == [.operator])
        // One that is refreshed need not repeat it.
        #expect(try identity("", nonce: nil).get().subject == "mia")
    }

    @Test func aTokenThatIsNotForThisSignInIsRefused() throws {
        func trouble(_ result: Result<DeskIdentity, SignInFailure>) -> DeskTrouble? {
            if case .failure(let failure) = result { failure.trouble } else { nil }
        }
        #expect(trouble(try identity("")) == .issuer)
        #expect(trouble(try identity(#""nonce":"m","#)) == .issuer)
        #expect(trouble(try identity(#""nonce":"","#)) == .issuer)
        #expect(trouble(try identity(#""nonce":"n","azp":"another","#)) == .issuer)
        #expect(trouble(try identity(#""nonce":"n","azp":"docket","#)) == nil)
        #expect(trouble(try identity(#""nonce":"n","#, roles: ["person"])) == .noRole)
        #expect(trouble(try identity(#""nonce":"n","#, roles: ["editor"])) == .noRole)
        #expect(trouble(try identity(#""nonce":"n","#, tenant: "No tenant")) == .noRole)
        #expect(trouble(try identity(#""nonce":"n","#, tenant: nil)) == .noRole)
        #expect(trouble(try identity(#""nonce":"n","tenant":7,"#, roles: ["operator"], tenant: nil)) == .noRole)
    }

    // MARK: - What an issuer says of itself

    private func metadata(_ more: String = "", issuer: String = issuer, token: String = "https://sign-in.example/token") throws
        -> IssuerMetadata
    {
        let text = #"""
            {"issuer": "\#(issuer)", "authorization_endpoint": "https://sign-in.example/authorize?realm=a",
            "token_endpoint": "\#(token)", "jwks_uri": "https://keys.example/jwks"\#(more)}
            """#
        return try IssuerMetadata(Array(text.utf8), of: Self.issuer)
    }

    @Test func anIssuersWordIsRead() throws {
        let plain = try metadata()
        #expect(plain.endSessionEndpoint == nil && !plain.namesItself && !plain.takesSecretInBody)
        let more = try metadata(
            #"""
            , "end_session_endpoint": "https://sign-in.example/bye", "authorization_response_iss_parameter_supported": true,
            "code_challenge_methods_supported": ["plain", "S256"], "token_endpoint_auth_methods_supported": ["client_secret_post"]
            """#)
        #expect(more.endSessionEndpoint == "https://sign-in.example/bye" && more.namesItself && more.takesSecretInBody)
        #expect(
            FormText.url(plain.authorizationEndpoint, [("a", "b c&d"), ("é", "~")])
                == "https://sign-in.example/authorize?realm=a&a=b%20c%26d&%C3%A9=~")
    }

    @Test func anIssuerThatCannotBeTrustedIsRefused() {
        #expect(throws: IssuerMetadata.Fault.self) { try metadata(issuer: "https://sign-in.example/") }
        #expect(throws: IssuerMetadata.Fault.self) { try metadata(issuer: "https://stranger.example") }
        #expect(throws: IssuerMetadata.Fault.self) { try metadata(token: "http://sign-in.example/token") }
        #expect(throws: IssuerMetadata.Fault.self) { try metadata(token: "https://sign-in.example/a b") }
        #expect(throws: IssuerMetadata.Fault.self) { try metadata(#", "end_session_endpoint": "javascript:alert(1)""#) }
        #expect(throws: IssuerMetadata.Fault.self) { try metadata(#", "code_challenge_methods_supported": ["plain"]"#) }
        #expect(throws: IssuerMetadata.Fault.self) { try IssuerMetadata(Array("[]".utf8), of: Self.issuer) }
    }

    @Test(arguments: ["https://sign-in.example", "https://sign-in.example/"])
    func anIssuersWordIsBesideIt(issuer: String) {
        #expect(IssuerMetadata.address(of: issuer) == "https://sign-in.example/.well-known/openid-configuration")
    }

    @Test func theAnswerOfATokenEndpointIsRead() throws {
        let answer = try #require(TokenAnswer(Array(#"{"id_token": "i", "refresh_token": "r", "expires_in": 299.9}"#.utf8)))
        #expect(answer.idToken == "i" && answer.refreshToken == "r" && answer.expiresIn == 299)
        #expect(TokenAnswer(Array(#"{"expires_in": 1e300}"#.utf8))?.expiresIn == nil)
        #expect(TokenAnswer(Array(#"{"expires_in": -5}"#.utf8))?.expiresIn == 0)
        #expect(TokenAnswer(Array("no".utf8)) == nil)
        #expect(TokenAnswer.error(in: Array(#"{"error": "invalid_grant"}"#.utf8)) == "invalid_grant")
        let kept = KeptTokens(id: "old", refresh: "old")
        let sparse = try #require(TokenAnswer(Array(#"{"refresh_token": "new"}"#.utf8)))
        #expect(kept.updated(by: sparse) == KeptTokens(id: "old", refresh: "new"))
    }
}
