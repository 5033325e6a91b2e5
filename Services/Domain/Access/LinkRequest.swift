public import Shared

/// A request for a link.
public struct LinkRequest: Sendable, Hashable {
    /// Identifies a repetition of an earlier request.
    public struct Repetition: Sendable, Hashable {
        /// The same only for the same request.
        public let seed: [UInt8]
        /// Whether the request is known to have had its effect. The answer is then the link of that time, whatever its
        /// state.
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
