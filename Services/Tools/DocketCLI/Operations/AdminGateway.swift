import CommandLine
import CommandSupport
import Crypto
import EventLoop
import HTTPClient
import Shared

/// The gateway's API for operators, `/v1/admin`, used with the operator's token.
struct AdminGateway: Sendable {
    let url: String
    private let token: String
    private let client: HTTPClient
    private let context: CommandContext

    /// Runs `body` with the gateway if GATEWAY_URL and DOCKET_TOKEN are given and no database is; nil if the database is
    /// to be used. The variables of a `docket up` do not count: it has a database of its own.
    static func run<T: Sendable>(_ context: CommandContext, _ body: (AdminGateway) async throws -> T) async throws -> T? {
        guard let (url, token) = try named(context) else { return nil }
        let client = HTTPClient(loop: context.loop)
        return try await ending(with: client.close) {
            try await body(AdminGateway(url: url, token: token, client: client, context: context))
        }
    }

    /// Whether the gateway would be used.
    static func isNamed(_ context: CommandContext) throws -> Bool { try named(context) != nil }

    private static func named(_ context: CommandContext) throws -> (url: String, token: String)? {
        guard context.variable("DATABASE_URL") == nil, context.variable("DATABASE_URL_FILE") == nil,
            let url = context.variable("GATEWAY_URL"), let token = try CommandContext.token(of: context.environment)
        else { return nil }
        return (url, token)
    }

    /// The answer of a listing.
    struct Items<Item: Decodable & Sendable>: Decodable, Sendable {
        let items: [Item]
        /// The link to the next part.
        let next: String?
    }

    private struct Answer {
        let status: Int
        let body: [UInt8]
    }

    /// The problem of an answer (RFC 9457), with the question of a confirmation.
    private struct Trouble: Decodable {
        let title: String
        let detail: String?
        let message: String?
        let actionLabel: String?
        let token: String?
    }

    func get<Value: Decodable>(_ path: String, _ query: [(String, String?)] = []) async throws -> Value {
        let parts = query.compactMap { name, value in value.map { "\(name)=\(SignatureV4.escaped($0))" } }
        return try await read(send("GET", path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&")), nil))
    }

    /// Lists at most `limit` items, part by part; a part has at most `most`.
    func list<Item: Decodable & Sendable>(
        _ path: String, _ query: [(String, String?)], limit: Int, most: Int
    ) async throws -> [Item] {
        var part: Items<Item> = try await get(path, query + [("limit", "\(min(limit, most))")])
        var found = part.items
        while found.count < limit, let next = part.next, let place = next.firstRange(of: path + "?") {
            // The gateway names its public address, on which an operator may not be.
            part = try await get(String(next[place.lowerBound...]))
            found += part.items
        }
        return Array(found.prefix(limit))
    }

    /// Makes a request. If the gateway requires a confirmation, the person is asked, unless `isConfirmed`. Nil if the
    /// person says no.
    func act<Value: Decodable>(
        _ method: String, _ path: String, _ body: JSONValue? = nil, isConfirmed: Bool = false, isJSON: Bool = false
    ) async throws -> Value? {
        let first = try await send(method, path, body)
        guard first.status == 428 else { return try read(first) }
        let asked: Trouble = try decoded(first)
        guard let token = asked.token else { throw failure(first) }
        if !isConfirmed {
            let prompt = ConfirmationPrompt(
                title: asked.title, message: asked.message ?? "", actionLabel: asked.actionLabel ?? "Go on")
            guard try await Operator(context: context).confirms(prompt, isJSON: isJSON) else { return nil }
        }
        return try read(await send(method, path, body, [("Docket-Confirmation", token)]))
    }

    /// Makes a request, and confirms it without asking.
    func done<Value: Decodable>(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Value {
        try read(await confirmed(method, path, body))
    }

    /// Makes a request, and confirms it without asking; nil if the object does not exist.
    func doneIfThere<Value: Decodable>(_ method: String, _ path: String, _ body: JSONValue) async throws -> Value? {
        let answer = try await confirmed(method, path, body)
        return answer.status == 404 ? nil : try read(answer)
    }

    /// Makes a request, and confirms it if the gateway requires that.
    private func confirmed(_ method: String, _ path: String, _ body: JSONValue?) async throws -> Answer {
        let first = try await send(method, path, body)
        guard first.status == 428, let token = (try decoded(first) as Trouble).token else { return first }
        return try await send(method, path, body, [("Docket-Confirmation", token)])
    }

    /// The body of an answer that is not JSON, unchanged.
    func bytes(_ path: String) async throws -> [UInt8] {
        let answer = try await send("GET", path, nil)
        guard answer.status == 200 else { throw failure(answer) }
        return answer.body
    }

    /// A part of a file; fewer bytes than requested at its end.
    func bytes(_ path: String, at offset: Int, count: Int) async throws -> [UInt8] {
        let answer = try await send("GET", path, nil, [("Range", "bytes=\(offset)-\(offset + count - 1)")])
        guard answer.status == 206 || answer.status == 200 && offset == 0 else { throw failure(answer) }
        return answer.body
    }

    /// Makes a request without an answer. Returns whether there was something to do.
    func end(_ method: String, _ path: String) async throws -> Bool {
        let answer = try await send(method, path, nil)
        if answer.status == 404 { return false }
        guard (200..<300).contains(answer.status) else { throw failure(answer) }
        return true
    }

    // MARK: - One exchange

    private func send(
        _ method: String, _ path: String, _ body: JSONValue?, _ headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = ClientRequest(method, url.hasSuffix("/") ? String(url.dropLast()) + path : url + path)
        // A thousand dead letters, the bytes of a record, a look at all that was ever accepted: large, and long in coming.
        request.maximumResponseBytes = 128 << 20
        (request.timeout, request.idleTimeout) = (.seconds(600), .seconds(600))
        request.headers["Authorization"] = "Bearer \(token)"
        for (name, value) in headers { request.headers[name] = value }
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = .bytes(try CanonicalJSON.encode(body))
        }
        do throws(HTTPClientError) {
            let answer = try await client.send(request)
            return Answer(status: answer.status, body: answer.body)
        } catch {
            throw CommandFailure(
                .unavailable, "the gateway at \(ShownURL.text(url)) cannot be reached: \(error)",
                advice: "Does GATEWAY_URL name the address for operators?")
        }
    }

    private func read<Value: Decodable>(_ answer: Answer) throws -> Value {
        guard (200..<300).contains(answer.status) else { throw failure(answer) }
        return try decoded(answer)
    }

    private func decoded<Value: Decodable>(_ answer: Answer) throws(CommandFailure) -> Value {
        guard let value = try? CanonicalJSON.decode(Value.self, from: answer.body) else {
            throw CommandFailure(
                .unavailable, "the gateway at \(ShownURL.text(url)) answers what this docket cannot read",
                advice: "Are both of the same version?")
        }
        return value
    }

    private func failure(_ answer: Answer) -> CommandFailure {
        let trouble = try? CanonicalJSON.decode(Trouble.self, from: answer.body)
        let words = trouble.map { $0.detail ?? $0.title } ?? "it answers \(answer.status)"
        switch answer.status {
        case 401, 403:
            return CommandFailure(.notAccepted, words, advice: "Set DOCKET_TOKEN to the key of an operator.")
        case 404:
            return CommandFailure(
                .notFound, words, advice: "Is it there, and does GATEWAY_URL name the address for operators?")
        case 500...: return CommandFailure(.unavailable, words)
        default: return CommandFailure(.notAccepted, words)
        }
    }
}
