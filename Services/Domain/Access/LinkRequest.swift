public import Shared

/// A link that is asked for.
public struct LinkRequest: Sendable, Hashable {
    /// What makes the request the same as an earlier one.
    public struct Repetition: Sendable, Hashable {
        /// The same for the same request only.
        public let seed: [UInt8]
        /// Whether the request is known to have had its effect: the link of then is the answer, whatever has become of it.
        public let wasAnswered: Bool

        public init(seed: [UInt8], wasAnswered: Bool) {
            self.seed = seed
            self.wasAnswered = wasAnswered
        }
    }

    public let purpose: LinkPurpose
    public let submission: SubmissionID
    public let tenant: TenantID
    public let lifetime: Duration
    /// Nil for a request that makes a new link each time.
    public let repetition: Repetition?

    public init(
        _ purpose: LinkPurpose, for submission: SubmissionID, tenant: TenantID, lasting lifetime: Duration,
        repetition: Repetition? = nil
    ) {
        self.purpose = purpose
        self.submission = submission
        self.tenant = tenant
        self.lifetime = lifetime
        self.repetition = repetition
    }
}
