import CommandLine
import CommandSupport
import Domain
import HTTPClient
import Shared

/// Links to the portal, as the tenant's own back end makes them: over the gateway, with its token.
struct GatewayPortal: Sendable {
    /// A link as the gateway tells of it; the secret of a new one is told this once.
    struct Link: Codable, Sendable {
        let id: String
        var name: String?
        let state: String
        let createdAt: String
        let createdBy: String
        let expiresAt: String
        var lastUsedAt: String?
        var url: String?
    }

    private struct Listing: Decodable, Sendable { let items: [Link] }

    private static let path = "/v1/portal-links"
    private let fetch: GatewayFetch

    static func run<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (GatewayPortal) async throws -> T
    ) async throws -> T {
        let nobody = CommandFailure(
            .configuration,
            "no gateway is named, and no `docket up` runs in \(GatewayOptions.homeDirectory(context, arguments).path)",
            advice: "Name it with --gateway URL or GATEWAY_URL, or start `docket up`.")
        return try await GatewayFetch.with(context, arguments, orElse: nobody) { try await body(GatewayPortal(fetch: $0)) }
    }

    func create(name: String?, lifetime: Int?) async throws -> Link {
        var body: [String: JSONValue] = [:]
        body["name"] = name.map(JSONValue.string)
        body["lifetime"] = lifetime.map { .number(Double($0)) }
        return try await answer("POST", Self.path, .object(body))
    }

    func links() async throws -> [Link] { (try await answer("GET", Self.path) as Listing).items }

    func revoke(_ id: PortalLinkID) async throws { _ = try await send("DELETE", "\(Self.path)/\(id)", nil) }

    // MARK: - One exchange

    private func answer<Value: Decodable>(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Value {
        let answer = try await send(method, path, body)
        guard let value = try? CanonicalJSON.decode(Value.self, from: answer.body) else {
            throw CommandFailure(
                .unavailable, "the gateway at \(ShownURL.text(fetch.url)) answers what this docket cannot read",
                advice: "Are both of the same version?")
        }
        return value
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> ClientResponse {
        var request = ClientRequest(method, fetch.url + path)
        if let token = fetch.token { request.headers["Authorization"] = "Bearer \(token)" }
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = .bytes(try CanonicalJSON.encode(body))
        }
        let answer: ClientResponse
        do throws(HTTPClientError) {
            answer = try await fetch.client.send(request)
        } catch {
            throw CommandFailure(
                .unavailable, "the gateway at \(ShownURL.text(fetch.url)) cannot be reached: \(error)",
                advice: "Does it run, and does --gateway or GATEWAY_URL name it?")
        }
        guard answer.isSuccess else { throw failure(answer) }
        return answer
    }

    private func failure(_ answer: ClientResponse) -> CommandFailure {
        let problem = try? CanonicalJSON.decode(JSONValue.self, from: answer.body)
        let words = if case .string(let detail)? = problem?["detail"] { detail } else { "it answers \(answer.status)" }
        switch answer.status {
        case 401, 403:
            return CommandFailure(
                .notAccepted, words, advice: "Set DOCKET_TOKEN, or DOCKET_TOKEN_FILE, to a key of the tenant's back end.")
        case 404: return CommandFailure(.notFound, words, advice: "`docket portal list` shows what is.")
        case 500...: return CommandFailure(.unavailable, words)
        default: return CommandFailure(.notAccepted, words)
        }
    }
}
