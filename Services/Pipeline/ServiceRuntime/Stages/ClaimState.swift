/// The open calls between a stage and its items in the store.
struct ClaimState: Hashable {
    enum Question: CaseIterable {
        /// Items are being claimed: the store may have given this process items that have not arrived.
        case claim
        /// The answer to a claim or a start was lost: the store may have begun items that are not here.
        case lostAnswer
        /// Begun items that are not here are given back. An answer that is lost meanwhile is another one.
        case giveBack
    }

    private(set) var open: Set<Question> = []

    mutating func opened(_ question: Question) { open.insert(question) }

    mutating func settled(_ question: Question) { open.remove(question) }

    /// Whether no open call could be confused with a further claim.
    var mayClaim: Bool { open.isEmpty }

    /// Whether begun items that are not here will never arrive.
    var mayGiveBack: Bool { open == [.lostAnswer] }
}
