package import FoundationEssentials
public import Shared

/// A tenant's key that makes a request safe to repeat. The same text of two tenants is two keys.
public struct IdempotencyKey: Hashable, Sendable {
    /// The longest text, in characters.
    public static let maximumLength = 255

    public let tenant: TenantID
    public let text: String

    /// Nil unless the text has 1 to 255 visible ASCII characters.
    public init?(_ text: String, tenant: TenantID) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.tenant = tenant
        self.text = text
    }
}

/// The exclusive right of one attempt of a request to have the effect.
///
/// It is renewed while the request runs. If it expires because the process died, another attempt takes over the key. The
/// first one can then neither store an answer nor make its change.
public struct IdempotencyClaim: Hashable, Sendable {
    public let key: IdempotencyKey
    package let holder: UUID
    /// How long the answer is stored.
    package let retention: Duration

    package init(key: IdempotencyKey, holder: UUID, retention: Duration) {
        self.key = key
        self.holder = holder
        self.retention = retention
    }
}

/// The state of a key when a request arrives with it.
public enum IdempotencyStatus: Hashable, Sendable {
    /// The key was free, and now belongs to this request.
    case claimed(IdempotencyClaim)
    /// A request with it is running. `fingerprint` is that request's, if known already.
    case running(fingerprint: ContentDigest?)
    /// A request with it had its effect. Has that answer and fingerprint.
    case answered(KeptAnswer, fingerprint: ContentDigest)
}

/// A stored answer for repetitions.
public struct KeptAnswer: Hashable, Sendable {
    public struct Header: Hashable, Sendable, Codable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public let status: Int
    public let headers: [Header]
    public let body: [UInt8]

    public init(status: Int, headers: [Header], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Stores the answer to a request in the transaction of its change, so that both exist or neither.
public struct AnswerKeeping: Sendable {
    package let claim: IdempotencyClaim
    package let fingerprint: ContentDigest
    package let answer: @Sendable (Submission, JourneyDefinition) throws -> KeptAnswer

    /// `answer` makes the answer from the changed submission.
    public init(
        _ claim: IdempotencyClaim, fingerprint: ContentDigest,
        answer: @escaping @Sendable (Submission, JourneyDefinition) throws -> KeptAnswer
    ) {
        self.claim = claim
        self.fingerprint = fingerprint
        self.answer = answer
    }
}
