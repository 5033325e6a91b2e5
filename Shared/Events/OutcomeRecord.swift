/// The digests of what an outcome settles, by which rows and manifests can be held against it later.
public struct OutcomeRecord: Sendable, Hashable, Codable {
    /// Of states, verdicts, and the files that last as long as the submission.
    public var lasting: ContentDigest
    /// Of the files as they came, which a journey may remove earlier.
    public var originals: ContentDigest

    public init(lasting: ContentDigest, originals: ContentDigest) {
        self.lasting = lasting
        self.originals = originals
    }

    public enum Comparison: Sendable, Hashable {
        case same
        /// The same, and all files as they came are gone.
        case withoutOriginals
        case other
    }

    /// Compares the current record with the one that the outcome was told with.
    public func compared(with told: OutcomeRecord) -> Comparison {
        guard lasting == told.lasting else { return .other }
        if originals == told.originals { return .same }
        return originals == Self.noFile ? .withoutOriginals : .other
    }

    /// Of an empty list.
    private static let noFile = ContentDigest(of: JSONCanonicalization.bytes(of: .array([])))
}
