/// What is open between a stage and its items in the store.
struct ClaimState: Hashable {
    enum Question: CaseIterable {
        /// Items are being claimed: what the store has given to this process may not be here yet.
        case claim
        /// The answer to a claim or a start was lost: the store may have begun items that are not here.
        case lostAnswer
    }

    private(set) var open: Set<Question> = []

    mutating func opened(_ question: Question) { open.insert(question) }

    mutating func settled(_ question: Question) { open.remove(question) }

    /// Whether nothing is open that a further claim would be confused with.
    var mayClaim: Bool { open.isEmpty }

    /// Whether all that a claim has begun and that is not here never will be.
    var mayGiveBack: Bool { open == [.lostAnswer] }
}
