import Configuration
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Whom a person may have told, and where they may have themselves be sent back to.
@Suite(.timeLimit(.minutes(1)))
struct ContactTests {
    private static func run(_ body: (GatewayUnderTest, TokenIssuer) async throws -> Void) async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        var options = GatewayUnderTest.Options(signed: try issuer.access(in: folder))
        options.returnHosts = try ReturnHosts.parse(["acme=app.example", "other=other.example"])
        try await GatewayUnderTest.run(options) { try await body($0, issuer) }
    }

    private func create(_ client: WireClient, _ members: String) async throws -> WireResponse {
        try await client.send("POST", "/v1/submissions", json: #"{"journey": "identity", \#(members)}"#)
    }

    private func told(_ created: WireResponse, _ gateway: GatewayUnderTest) async throws -> String? {
        let id = SubmissionID(try #require(try created.json()["id"]?.string))
        let store = SubmissionStore(
            pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
        return try await store.submission(try #require(id), tenant: "acme")?.contact?.email
    }

    private static let verified = #""email":"Ann@Example.org","email_verified":true,"#

    @Test func aPersonIsToldAtTheirVerifiedAddressAlone() async throws {
        try await Self.run { gateway, issuer in
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"], more: Self.verified))
            let created = try await create(ann, #""contact": {"email": "ann@example.ORG", "pushToken": "00fc"}"#)
            #expect(created.status == 201)
            // As it was verified: a mailbox may tell capitals from small letters.
            #expect(try await told(created, gateway) == "Ann@Example.org")
            for address in ["stranger@example.com", "ann@example.orq", "ann@example.org.evil.example", "\u{e4}nn@example.org"] {
                let refused = try await create(ann, #""contact": {"email": "\#(address)"}"#)
                #expect(refused.status == 422 && refused.problem == "invalid-request", "\(address)")
                #expect(try refused.json()["errors"]?[0]?["pointer"]?.string == "/contact/email")
                #expect(!refused.text.contains("Ann@Example.org"))
            }
            #expect(try await told(try await create(ann, #""contact": {"pushToken": "00fc"}"#), gateway) == nil)
        }
    }

    @Test(arguments: [
        "", #""email":"ann@example.org","#, #""email":"ann@example.org","email_verified":false,"#,
        #""email":"ann@example.org","email_verified":"false","#, #""email":"ann@example.org","email_verified":1,"#,
        #""email_verified":true,"#, #""email":["ann@example.org"],"email_verified":true,"#,
    ])
    func anAddressThatNobodyVerifiedIsNotTold(claims: String) async throws {
        try await Self.run { gateway, issuer in
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"], more: claims))
            let refused = try await create(ann, #""contact": {"email": "ann@example.org"}"#)
            #expect(refused.status == 422)
            #expect(refused.text.contains("no verified address"))
            #expect(try await create(ann, #""contact": {"pushToken": "00fc"}"#).status == 201)
        }
    }

    @Test func theTextTrueOfSomeIssuersIsUnderstood() async throws {
        try await Self.run { gateway, issuer in
            let claims = #""email":"ann@example.org","email_verified":"true","#
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"], more: claims))
            #expect(try await create(ann, #""contact": {"email": "ann@example.org"}"#).status == 201)
        }
    }

    /// Another role beside it makes nobody the tenant.
    @Test(arguments: [["person"], ["person", "reviewer"]])
    func aPersonIsSentBackToHostsThatTheTenantNamed(roles: [String]) async throws {
        try await Self.run { gateway, issuer in
            let ann = gateway.client.with(token: try issuer.token("ann", roles))
            for url in ["https://app.example", "https://APP.example:443/done?case=7#x", "HTTPS://app.example/"] {
                #expect(try await create(ann, #""returnUrl": "\#(url)""#).status == 201, "\(url)")
            }
            for url in [
                "https://evil.example/", "https://other.example/", "http://app.example/", "https://app.example.evil.example/",
                "https://app.example:8443/", "https://app.example@evil.example/", "https://evil.example/app.example",
                "https://app.example\\\\.evil.example/", "https://app.example./", "https://evil.example?app.example",
            ] {
                let refused = try await create(ann, #""returnUrl": "\#(url)""#)
                #expect(refused.status == 422, "\(url)")
                #expect(try refused.json()["errors"]?[0]?["pointer"]?.string == "/returnUrl", "\(url)")
            }
            let stranger = gateway.client.with(token: try issuer.token("zoe", roles, tenant: "third"))
            #expect(try await create(stranger, #""returnUrl": "https://app.example/""#).status == 422)
            let mail = try await create(ann, #""contact": {"email": "stranger@example.com"}"#)
            #expect(mail.status == 422)
        }
    }

    @Test func theTenantsOwnProgramsMaySayAnything() async throws {
        try await Self.run { gateway, issuer in
            let signed = gateway.client.with(token: try issuer.token("batch", ["backend"]))
            for client in [gateway.client, signed] {
                let created = try await create(
                    client, #""contact": {"email": "anybody@example.com"}, "returnUrl": "https://anywhere.example/x""#)
                #expect(created.status == 201)
                #expect(try await told(created, gateway) == "anybody@example.com")
            }
        }
    }

    @Test(arguments: [
        "acme", "=app.example", "Acme!=app.example", "acme=", "acme=https://app.example", "acme=app.example/x", "acme=a..b",
        "acme=app.example:0", "acme=app.example:70000", "acme=user@app.example", "acme=*.example",
    ])
    func whatIsNoHostIsNamedAtTheStart(entry: String) {
        var reader = ConfigurationReader(environment: [
            "DOCKET_BLOBS": "/tmp/b", "DOCKET_SEALING": "off", "DOCKET_RETURN_HOSTS": "acme=app.example,\(entry)",
        ])
        _ = GatewayConfiguration(reading: &reader)
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(faults?.faults.map(\.name) == ["DOCKET_RETURN_HOSTS"])
    }

    @Test func aTenantMayNameSeveralHosts() throws {
        let hosts = try ReturnHosts.parse(["acme=app.example", "acme=Other.Example:8443"])
        #expect(hosts.allow("https://other.example:8443/x", of: "acme") && hosts.allow("https://app.example", of: "acme"))
        #expect(!hosts.allow("https://other.example/x", of: "acme"))
        #expect(!ReturnHosts().allow("https://app.example", of: "acme"))
    }
}
