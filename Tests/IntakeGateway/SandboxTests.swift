import Domain
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A tenant that tries things out, with a key of its sandbox.
@Suite(.timeLimit(.minutes(1)))
struct SandboxTests {
    private static func run(
        _ options: GatewayUnderTest.Options = .init(), _ body: (GatewayUnderTest, WireClient) async throws -> Void
    ) async throws {
        try await GatewayUnderTest.run(options) { gateway in
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme.test", role: .backend), by: AuditOrigin(actor: "operator:erna"))
            try await body(gateway, gateway.client.with(token: token.text))
        }
    }

    @Test func whatIsInASandboxIsApartFromWhatIsReal() async throws {
        try await Self.run { gateway, tester in
            let (real, test) = (try await gateway.draft(), try await gateway.draft(as: tester))
            #expect(try await tester.send("GET", "/v1/submissions/\(real)").status == 404)
            #expect(try await gateway.client.send("GET", "/v1/submissions/\(test)").status == 404)
            for (client, own) in [(gateway.client, real), (tester, test)] {
                let listed = try await client.send("GET", "/v1/submissions").json()["items"]?.array ?? []
                #expect(listed.map { $0["id"]?.string } == [own])
            }
            #expect(try await tester.send("GET", "/v1/submissions/\(test)").json()["test"]?.boolean == true)
            #expect(try await gateway.submission(real)["test"] == nil)
        }
    }

    @Test func anEndpointHearsOfRealThingsOrOfTestsAndSaysOfWhich() async throws {
        try await Self.run { gateway, tester in
            let body = #"{"url": "https://acme.example/hook"}"#
            #expect(try await tester.send("POST", "/v1/webhook-endpoints", json: body).json()["test"]?.boolean == true)
            let real = try await gateway.client.send("POST", "/v1/webhook-endpoints", json: body).json()
            #expect(real["id"] != nil && real["test"] == nil)
        }
    }

    @Test func aTestThatThereIsNotIsRefusedWhenItIsMade() async throws {
        try await Self.run { gateway, tester in
            let body = #"{"journey": "identity", "reference": "test:acepted"}"#
            let refused = try await tester.send("POST", "/v1/submissions", json: body)
            #expect(refused.status == 422)
            let errors = try refused.json()["errors"]?.array ?? []
            #expect(errors.count == 1 && errors[0]["pointer"]?.string == "/reference")
            #expect(errors[0]["detail"]?.string?.contains("test:accepted") == true)
            #expect(try await gateway.client.send("POST", "/v1/submissions", json: body).status == 201, "it is real, and its own")
            let forced = #"{"journey": "identity", "reference": "test:refused:document.issue-date-recent"}"#
            #expect(try await tester.send("POST", "/v1/submissions", json: forced).status == 201)
        }
    }

    @Test func aPersonsPageSaysThatItIsATestAndLooksAsTheTenantsDo() async throws {
        var options = GatewayUnderTest.Options()
        options.looks = TenantLooks(["acme": SampleLook.look])
        options.returnHosts = try ReturnHosts.parse(["acme=acme.example", "acme.test=try.acme.example"])
        try await Self.run(options) { gateway, tester in
            func page(_ client: WireClient, _ language: String) async throws -> WireResponse {
                let made = try await client.send(
                    "POST", "/v1/submissions/\(try await gateway.draft(as: client))/links", json: #"{"purpose": "upload"}"#)
                let path = try TestLink.path(of: try made.json())
                return try await gateway.client.with(token: nil).send(
                    "GET", "\(path)?lang=\(language)", headers: [("Accept", "text/html")])
            }
            for (language, sign) in [("en", "Test"), ("de", "Test"), ("fr", "Test"), ("es", "Prueba"), ("ja", "テスト")] {
                #expect(try await page(tester, language).text.contains("<span class=\"chip\">\(sign)</span>"), "\(language)")
            }
            let (real, test) = (try await page(gateway.client, "en"), try await page(tester, "en"))
            #expect(!real.text.contains("<span class=\"chip\">Test</span>"))
            #expect(test.text.contains("Acme &lt;Bank&gt;"))
            let frames = test.headers["content-security-policy"] ?? ""
            #expect(frames.contains("https://acme.example") && frames.contains("https://try.acme.example"))
            #expect(real.headers["content-security-policy"]?.contains("try.acme.example") == false)
        }
    }

    @Test func itsKeyIsMadeOverTheGatewayAndOverTheDatabase() async throws {
        try await OperatorsGround.run { ground in
            for way in OperatorsGround.Way.allCases {
                let words = ["keys", "create", "--tenant", "acme", "--test", "--reason", "to try it out", "--json"]
                let made = try await ground.docket(way, words)
                let key = try CanonicalJSON.decode(TestJSON.self, from: Array(made.text.utf8))
                #expect(key["tenant"]?.string == "acme.test", "\(made.complaints)")
            }
        }
    }
}
