import Domain
import PostgresStore
import Shared

@testable import IntakeGateway

/// A browser at the desk: it keeps the session's cookie, and its pages send what ours send.
struct DeskBrowser {
    let gateway: GatewayUnderTest
    /// As it stands in the header; nil for none.
    var cookie: String?

    /// One that has signed in with a new key of this role.
    static func signedIn(
        _ gateway: GatewayUnderTest, _ role: Role = .reviewer, expiresAt: Timestamp? = nil
    ) async throws -> (browser: DeskBrowser, key: APIKey, token: OpaqueToken) {
        let (key, token) = try await APIKeyStore(pool: gateway.pool).create(
            NewAPIKey(tenant: "acme", role: role, name: "Mia Kuhn", expiresAt: expiresAt), by: AuditOrigin(actor: "operator:erna")
        )
        var browser = DeskBrowser(gateway: gateway)
        let answer = try await browser.signIn(token.text)
        guard answer.status == 200, let cookie = answer.cookie else { throw UnexpectedAnswer(answer) }
        browser.cookie = cookie
        return (browser, key, token)
    }

    func signIn(_ key: String, headers: [(String, String)] = []) async throws -> WireResponse {
        try await send("POST", "/desk/session", json: #"{"key": "\#(key)"}"#, headers: headers)
    }

    /// As a page of ours.
    func send(
        _ method: String, _ path: String, json: String? = nil, headers: [(String, String)] = []
    ) async throws -> WireResponse {
        try await plain(method, path, json: json, headers: [("Docket-Desk", "1"), ("Sec-Fetch-Site", "same-origin")] + headers)
    }

    /// With the cookie, and nothing else that a page of ours sends.
    func plain(
        _ method: String, _ path: String, json: String? = nil, headers: [(String, String)] = []
    ) async throws -> WireResponse {
        let all = headers + (cookie.map { [("Cookie", $0)] } ?? []) + (json == nil ? [] : [("Content-Type", "application/json")])
        return try await gateway.client.with(token: nil).send(method, path, headers: all, body: json.map { Array($0.utf8) })
    }
}

extension WireResponse {
    /// The name and the value of the first cookie that it sets, as they stand in the header of a request.
    var cookie: String? { cookies.first.map { "\($0.name)=\($0.value)" } }

    /// None of ours holds a comma.
    var cookies: [(name: String, value: String)] {
        (headers["set-cookie"] ?? "").split(separator: ",").compactMap { field in
            let pair = field.split(separator: ";")[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            return (String(pair[0].drop { $0 == " " }), String(pair[1]))
        }
    }
}
