import Domain
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A browser at the portal: it keeps the link's cookie, and its pages send what ours send.
struct PortalBrowser {
    let gateway: GatewayUnderTest
    /// As it stands in the header; nil for none.
    var cookie: String?

    /// One that has come by a link which a new key of the tenant `acme` has made.
    static func opened(
        _ gateway: GatewayUnderTest, lifetime: Int = 3600
    ) async throws -> (browser: PortalBrowser, link: TestPortalLink, key: APIKey) {
        let (key, token) = try await APIKeyStore(pool: gateway.pool).create(
            NewAPIKey(tenant: "acme", role: .backend), by: AuditOrigin(actor: "operator:erna"))
        let link = try await TestPortalLink.make(gateway, as: gateway.client.with(token: token.text), lifetime: lifetime)
        var browser = PortalBrowser(gateway: gateway)
        let answer = try await browser.open(link.token)
        guard answer.status == 200, let cookie = answer.cookie else { throw UnexpectedAnswer(answer) }
        browser.cookie = cookie
        return (browser, link, key)
    }

    func open(_ link: String, headers: [(String, String)] = []) async throws -> WireResponse {
        try await send("POST", "/portal/session", json: #"{"link": "\#(link)"}"#, headers: headers)
    }

    /// As a page of ours.
    func send(
        _ method: String, _ path: String, json: String? = nil, headers: [(String, String)] = []
    ) async throws -> WireResponse {
        try await plain(method, path, json: json, headers: [("Docket-Portal", "1"), ("Sec-Fetch-Site", "same-origin")] + headers)
    }

    /// With the cookie, and nothing else that a page of ours sends.
    func plain(
        _ method: String, _ path: String, json: String? = nil, headers: [(String, String)] = []
    ) async throws -> WireResponse {
        let all = headers + (cookie.map { [("Cookie", $0)] } ?? []) + (json == nil ? [] : [("Content-Type", "application/json")])
        return try await gateway.client.with(token: nil).send(method, path, headers: all, body: json.map { Array($0.utf8) })
    }
}

/// A link to the portal, as the answer that made it tells it.
struct TestPortalLink: Sendable {
    let id: String
    let token: String
    let url: String

    static func make(
        _ gateway: GatewayUnderTest, as client: WireClient? = nil, lifetime: Int = 3600
    ) async throws -> TestPortalLink {
        let made = try await (client ?? gateway.client).send(
            "POST", "/v1/portal-links", json: #"{"name": "jane", "lifetime": \#(lifetime)}"#)
        guard made.status == 201 else { throw UnexpectedAnswer(made) }
        let told = try made.json()
        return TestPortalLink(
            id: try #require(told["id"]?.string), token: try #require(told["token"]?.string),
            url: try #require(told["url"]?.string))
    }
}
