import Crypto
import Domain
import HTTPServer
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

/// Lets a POST with an `Idempotency-Key` have its effect once, however often it is repeated
/// (draft-ietf-httpapi-idempotency-key-header).
///
/// - The same key with the same request gets the first answer, with `Idempotency-Replayed: true`. With another request it
///   is refused (422), and while the first one still runs it is rejected (409).
/// - A key is scoped to its tenant, and a person's or a link's key to them. Two requests are the same if method, path and
///   content are: the bytes of a JSON body, or of the file only, since the boundaries of forms differ.
/// - The answer is stored in the transaction of the change. A crash before COMMIT leaves neither, and the key is free
///   once its claim expires. A crash after COMMIT leaves both.
/// - A refusal is not stored: the same request may succeed later, or be corrected under its key.
struct IdempotencyGate: Sendable {
    /// The kind of body of a route's requests.
    enum Content: Sendable {
        case json
        /// JSON whose answer contains a secret. That answer is not stored: the handler makes it again.
        case jsonForSecret
        case file
    }

    let keys: IdempotencyStore
    /// The maximum of bytes that are read of a repeated file.
    let maximumFileBytes: Int
    let logger: Logger

    func pass(
        _ call: Call, _ content: Content, _ handle: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard let key = try IdempotencyKey(of: call) else { return try await handle(call) }
        switch content {
        case .json, .jsonForSecret:
            let body = try await call.request.jsonBytes()
            let fingerprint = call.fingerprint(ContentDigest(of: body))
            var call = call
            call.request = call.request.carrying(body)
            let status = try await keys.claim(key, fingerprint: fingerprint)
            if content == .jsonForSecret { call.repetition = LinkRequest.Repetition(key, fingerprint, status) }
            switch status {
            case .claimed(let claim):
                return try await run(call, IdempotentTry(claim, fingerprint: fingerprint), keepsAnswer: content == .json, handle)
            case .running(let other): throw other == nil || other == fingerprint ? Problem.keyInUse : Problem.keyReused
            case .answered(let answer, let other):
                let kept = try replay(answer, of: other, for: fingerprint)
                guard content == .jsonForSecret else { return kept }
                var response = try await handle(call)
                response.headers = response.headers.merging(kept.headers)
                return response
            }
        case .file:
            switch try await keys.claim(key, fingerprint: nil) {
            case .claimed(let claim): return try await run(call, IdempotentTry(claim, fingerprint: nil), handle)
            case .running: throw Problem.keyInUse
            case .answered(let answer, let other):
                return try replay(answer, of: other, for: call.fingerprint(try await digest(of: call.request)))
            }
        }
    }

    private func replay(
        _ answer: KeptAnswer, of kept: ContentDigest, for fingerprint: ContentDigest
    ) throws(Problem) -> HTTPResponse {
        guard kept == fingerprint else { throw .keyReused }
        var response = HTTPResponse(answer)
        response.headers["Idempotency-Replayed"] = "true"
        return response
    }

    /// Digests the file of a repeated request, and stores nothing of it.
    private func digest(of request: HTTPRequest) async throws -> ContentDigest {
        let file = try await IncomingFile.open(request)
        var digest = Digest(.sha256)
        var count = 0
        while let piece = try await file.next() {
            count += piece.count
            guard count <= maximumFileBytes else { throw Problem.keyReused }
            digest.update(piece)
        }
        guard let whole = ContentDigest(bytes: digest.finalize()) else { throw Problem.internalError }
        return whole
    }

    // MARK: - Running

    private func run(
        _ call: Call, _ attempt: IdempotentTry, keepsAnswer: Bool = true,
        _ handle: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var call = call
        call.attempt = attempt
        return try await ClaimHolder(keys, logger: logger).holding(attempt.claim) { [call] in
            let response = try await handle(call)
            let answer = keepsAnswer ? KeptAnswer(response) : KeptAnswer(status: response.status, headers: [], body: [])
            if let fingerprint = attempt.pendingFingerprint, let answer {
                try await keys.keep(answer, fingerprint: fingerprint, for: attempt.claim)
            }
            return response
        }
    }
}

extension LinkRequest.Repetition {
    /// Equal for the same request with the same key of the tenant.
    fileprivate init(_ key: IdempotencyKey, _ fingerprint: ContentDigest, _ status: IdempotencyStatus) {
        let wasAnswered = if case .answered = status { true } else { false }
        self.init(seed: Array("\(key.tenant)\u{0}\(key.text)\u{0}\(fingerprint)".utf8), wasAnswered: wasAnswered)
    }
}
