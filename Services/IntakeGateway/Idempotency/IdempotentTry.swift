import Domain
import HTTPServer
import Shared
import Synchronization

/// A request that holds an idempotency key while it is handled.
final class IdempotentTry: Sendable {
    let claim: IdempotencyClaim
    private let state: Mutex<(fingerprint: ContentDigest?, isKept: Bool)>

    init(_ claim: IdempotencyClaim, fingerprint: ContentDigest?) {
        self.claim = claim
        state = Mutex((fingerprint, false))
    }

    /// The fingerprint, unless the answer was stored with a change.
    var pendingFingerprint: ContentDigest? { state.withLock { $0.isKept ? nil : $0.fingerprint } }

    /// Sets the fingerprint of an upload's content, once it has arrived.
    func received(_ fingerprint: ContentDigest) { state.withLock { $0.fingerprint = fingerprint } }

    fileprivate func keeping(
        _ answer: @escaping @Sendable (Submission, JourneyDefinition) throws -> HTTPResponse
    ) -> AnswerKeeping? {
        guard let fingerprint = state.withLock({ $0.fingerprint }) else { return nil }
        return AnswerKeeping(claim, fingerprint: fingerprint) { [self] submission, journey in
            guard let kept = KeptAnswer(try answer(submission, journey)) else { throw Problem.internalError }
            state.withLock { $0.isKept = true }
            return kept
        }
    }
}

extension Call {
    /// Stores the answer with the change, if the request has a key; nil otherwise.
    func keeping(
        _ answer: @escaping @Sendable (Submission, JourneyDefinition) throws -> HTTPResponse
    ) -> AnswerKeeping? {
        attempt?.keeping(answer)
    }

    /// The identity of a request within the tenant: method, path and content.
    func fingerprint(_ content: ContentDigest) -> ContentDigest {
        ContentDigest(of: Array("\(request.method)\n\(request.path)\n\(content)".utf8))
    }
}

extension KeptAnswer {
    /// Nil for a streamed body, which no POST has.
    init?(_ response: HTTPResponse) {
        // What was left of a budget then is not what is left of it when the answer is given again.
        let headers = response.headers.fields.filter { field in
            !HTTPHeaders.quotaNames.contains { $0.lowercased() == field.name.lowercased() }
        }.map { Header(name: $0.name, value: $0.value) }
        switch response.body {
        case .empty: self.init(status: response.status, headers: headers, body: [])
        case .bytes(let bytes): self.init(status: response.status, headers: headers, body: bytes)
        case .file, .pieces, .stream: return nil
        }
    }
}

extension HTTPResponse {
    init(_ answer: KeptAnswer) {
        self.init(
            status: answer.status, headers: HTTPHeaders(answer.headers.map { .init(name: $0.name, value: $0.value) }),
            body: answer.body.isEmpty ? .empty : .bytes(answer.body))
    }
}
