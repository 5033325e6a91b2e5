/// What is open between a stage and its items in the store.
struct ClaimState: Hashable {
    enum Question: CaseIterable {
        /// Retries are being claimed: what the store has begun may not be here yet.
        case retries
        /// The answer to a claim or a start was lost: the store may have begun items that are not here.
        case lostAnswer
        /// The store has items whose process died: one at a time, alone.
        case abandoned
    }

    private(set) var open: Set<Question> = []

    mutating func opened(_ question: Question) { open.insert(question) }

    mutating func settled(_ question: Question) { open.remove(question) }

    var hasAbandoned: Bool { open.contains(.abandoned) }

    /// Whether nothing is open that more retries would be confused with.
    var mayClaimRetries: Bool { open.isEmpty }

    /// Whether all that a claim has begun and that is not here never will be.
    var mayGiveBack: Bool { open.contains(.lostAnswer) && !open.contains(.retries) }
}
