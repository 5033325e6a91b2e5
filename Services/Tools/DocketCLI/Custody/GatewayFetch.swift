import CommandLine
import CommandSupport
import EventLoop
import HTTPClient
import Shared

/// Requests the parts of evidence from a gateway.
struct GatewayFetch: Sendable {
    let url: String
    let token: String?
    let client: HTTPClient

    /// Runs `body` with the named gateway; `nobody` says why none is named, and what to do.
    static func with<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, orElse nobody: CommandFailure,
        _ body: (GatewayFetch) async throws -> T
    ) async throws -> T {
        let environment = GatewayOptions.environment(context, arguments)
        guard let url = environment["GATEWAY_URL"] else { throw nobody }
        let fetch = GatewayFetch(
            url: url.hasSuffix("/") ? String(url.dropLast()) : url, token: try CommandContext.token(of: environment),
            client: HTTPClient(loop: context.loop))
        return try await ending(with: fetch.client.close) { try await body(fetch) }
    }

    func bytes(_ path: String, atMost limit: Int) async throws(CommandFailure) -> [UInt8] {
        let answer: ClientResponse
        do throws(HTTPClientError) { answer = try await ask(path, atMost: limit) } catch { throw unreached(error, asked: path) }
        guard answer.isSuccess else { throw failure(answer, asked: path) }
        return answer.body
    }

    /// A stored file, or why the gateway cannot give it: it is gone, cannot be read, or is cut off where its bytes were changed.
    ///
    /// - Throws: Where the gateway itself does not answer, or refuses.
    func file(_ path: String, atMost limit: Int) async throws(CommandFailure) -> (bytes: [UInt8]?, fault: String?) {
        let answer: ClientResponse
        do throws(HTTPClientError) { answer = try await ask(path, atMost: limit) } catch {
            guard error.code == .connectionLost else { throw unreached(error, asked: path) }
            return (nil, "the answer is cut off")
        }
        if answer.isSuccess { return (answer.body, nil) }
        guard [404, 500].contains(answer.status) else { throw failure(answer, asked: path) }
        return (nil, failure(answer, asked: path).problem)
    }

    private func ask(_ path: String, atMost limit: Int) async throws(HTTPClientError) -> ClientResponse {
        var request = ClientRequest("GET", url + path)
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        request.maximumResponseBytes = limit
        request.timeout = .seconds(600)
        return try await client.send(request)
    }

    private func unreached(_ error: HTTPClientError, asked path: String) -> CommandFailure {
        CommandFailure(
            .unavailable, "the gateway at \(ShownURL.text(url)) cannot be asked for \(path): \(error)",
            advice: "Does it run, and does --gateway or GATEWAY_URL name it?")
    }

    func json(_ path: String, atMost limit: Int) async throws(CommandFailure) -> JSONValue {
        let bytes = try await bytes(path, atMost: limit)
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: bytes) else { throw notUnderstood }
        return json
    }

    /// What is told of an answer that no gateway gives.
    var notUnderstood: CommandFailure {
        CommandFailure(.failure, "the gateway at \(ShownURL.text(url)) does not answer as a gateway does")
    }

    private func failure(_ answer: ClientResponse, asked path: String) -> CommandFailure {
        let problem = try? CanonicalJSON.decode(JSONValue.self, from: answer.body)
        let words = if case .string(let detail)? = problem?["detail"] { detail } else { "it answers \(answer.status)" }
        switch answer.status {
        case 401, 403:
            return CommandFailure(
                .notAccepted, words, advice: "Set DOCKET_TOKEN, or DOCKET_TOKEN_FILE, to a token that may read the submission.")
        case 404: return CommandFailure(.notFound, "\(path): \(words)")
        default: return CommandFailure(.unavailable, "\(path): \(words)")
        }
    }
}
