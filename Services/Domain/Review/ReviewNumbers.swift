/// What somebody has decided in some days, in numbers.
public struct ReviewNumbers: Sendable, Hashable {
    public let reviewer: Reviewer
    public let decided: Int
    public let accepted: Int
    /// From the claim to the verdict, at the median; nil where nothing was claimed.
    public let medianSeconds: Double?
    /// Verdicts that came out otherwise, for others said otherwise.
    public let overturned: Int
    /// Of how many documents, from 0 to 1, the rules say the same; nil where none was judged.
    public let agreement: Double?

    public var refused: Int { decided - accepted }

    package init(
        reviewer: Reviewer, decided: Int = 0, accepted: Int = 0, medianSeconds: Double? = nil, overturned: Int = 0,
        agreement: Double? = nil
    ) {
        (self.reviewer, self.decided, self.accepted) = (reviewer, decided, accepted)
        (self.medianSeconds, self.overturned, self.agreement) = (medianSeconds, overturned, agreement)
    }

    /// Of somebody who has decided nothing.
    public static func none(of reviewer: Reviewer) -> ReviewNumbers { ReviewNumbers(reviewer: reviewer) }
}
