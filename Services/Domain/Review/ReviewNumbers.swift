/// A reviewer's decisions in some days, in numbers.
public struct ReviewNumbers: Sendable, Hashable {
    public let reviewer: Reviewer
    public let decided: Int
    public let accepted: Int
    /// The median time from claim to verdict, in seconds; nil without claims.
    public let medianSeconds: Double?
    /// Verdicts that differ from the final decision.
    public let overturned: Int
    /// The share of documents, from 0 to 1, on which the rules agree; nil without documents.
    public let agreement: Double?

    public var refused: Int { decided - accepted }

    package init(
        reviewer: Reviewer, decided: Int = 0, accepted: Int = 0, medianSeconds: Double? = nil, overturned: Int = 0,
        agreement: Double? = nil
    ) {
        (self.reviewer, self.decided, self.accepted) = (reviewer, decided, accepted)
        (self.medianSeconds, self.overturned, self.agreement) = (medianSeconds, overturned, agreement)
    }

    /// For a reviewer without decisions.
    public static func none(of reviewer: Reviewer) -> ReviewNumbers { ReviewNumbers(reviewer: reviewer) }
}
