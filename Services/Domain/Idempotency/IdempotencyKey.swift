package import FoundationEssentials
public import Shared

/// A key by which a tenant makes a request safe to repeat. The same text of two tenants is two keys.
public struct IdempotencyKey: Hashable, Sendable {
    /// The longest text, in characters.
    public static let maximumLength = 255

    public let tenant: TenantID
    public let text: String

    /// Fails unless the text is 1 to 255 visible ASCII characters.
    public init?(_ text: String, tenant: TenantID) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.tenant = tenant
        self.text = text
    }
}

/// The right of one try of a request to be the one that has the effect.
///
/// It is held for a while and renewed as long as the request runs. When it runs out, because the process died, another try
/// takes the key over; from then on the first one can neither keep an answer nor make its change.
public struct IdempotencyClaim: Hashable, Sendable {
    public let key: IdempotencyKey
    package let holder: UUID
    /// How long the answer will be kept.
    package let retention: Duration

    package init(key: IdempotencyKey, holder: UUID, retention: Duration) {
        self.key = key
        self.holder = holder
        self.retention = retention
    }
}

/// What a key stands for when a request arrives with it.
public enum IdempotencyStatus: Hashable, Sendable {
    /// It was free, and is this request's now.
    case claimed(IdempotencyClaim)
    /// A request with it runs. The fingerprint of that one, where it is known already.
    case running(fingerprint: ContentDigest?)
    /// A request with it had its effect: that one's answer and fingerprint.
    case answered(KeptAnswer, fingerprint: ContentDigest)
}

/// An answer as it is given again.
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

/// Keeps the answer to a request in the very transaction that makes its change: whoever finds the one finds the other.
public struct AnswerKeeping: Sendable {
    package let claim: IdempotencyClaim
    package let fingerprint: ContentDigest
    package let answer: @Sendable (Submission, JourneyDefinition) throws -> KeptAnswer

    /// `answer` makes the answer from the submission as it is after the change.
    public init(
        _ claim: IdempotencyClaim, fingerprint: ContentDigest,
        answer: @escaping @Sendable (Submission, JourneyDefinition) throws -> KeptAnswer
    ) {
        self.claim = claim
        self.fingerprint = fingerprint
        self.answer = answer
    }
}
