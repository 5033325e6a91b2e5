/// The digests of what an outcome settles, by which rows and manifests can be held against it later.
public struct OutcomeRecord: Sendable, Hashable, Codable {
    /// Of states, verdicts, and the files that last as long as the submission.
    public var lasting: ContentDigest
    /// Of the files as they came, which a journey may remove earlier.
    public var originals: ContentDigest
    /// Of what was found out of the files and what call-outs answered, as it is stored; nil where an earlier version has stored some of it,
    /// or has told the outcome.
    public var facts: ContentDigest?

    public init(lasting: ContentDigest, originals: ContentDigest, facts: ContentDigest? = nil) {
        (self.lasting, self.originals, self.facts) = (lasting, originals, facts)
    }

    public enum Comparison: Sendable, Hashable {
        case same
        /// The same, and all files as they came are gone.
        case withoutOriginals
        case other
    }

    /// Compares all but the facts of the current record with the one that the outcome was told with.
    public func compared(with told: OutcomeRecord) -> Comparison {
        guard lasting == told.lasting else { return .other }
        if originals == told.originals { return .same }
        return originals == Self.noFile ? .withoutOriginals : .other
    }

    /// Whether the facts are those that the outcome was told with; nil if it was told without.
    public func hasFacts(of told: OutcomeRecord) -> Bool? { told.facts.map { $0 == facts } }

    /// The member of a signed manifest that has `facts`.
    public static let factsInManifest = "storedFactsDigest"

    /// Of an empty list.
    private static let noFile = ContentDigest(of: JSONCanonicalization.bytes(of: .array([])))
}
