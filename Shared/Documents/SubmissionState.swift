/// The state of a submission. `SubmissionStateMachine` has the transitions.
public enum SubmissionState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The person collects documents.
    case draft
    /// Submitted, and waits for the rules.
    case submitted
    /// The rules passed it. Its clean pages are being made.
    case processing
    case accepted
    /// Some documents were refused. The person may replace them.
    case needsInput = "needs_input"
    /// A reviewer has to decide.
    case inReview = "in_review"
    /// Refused for good.
    case rejected
    /// Docket could not process it. An operator can retry it.
    case failed
    /// The person, or the tenant, took it back.
    case withdrawn
    /// It was not continued in time.
    case expired

    /// Whether the person may add, change and remove documents.
    public var allowsChanges: Bool { self == .draft || self == .needsInput }

    /// Whether the state can never change again.
    public var isFinal: Bool {
        switch self {
        case .accepted, .rejected, .withdrawn, .expired: true
        case .draft, .submitted, .processing, .needsInput, .inReview, .failed: false
        }
    }

    /// Whether its last event is the one of its outcome: nothing but a decision or a retry goes on from there.
    public var isSettled: Bool { isOutcome && !allowsChanges }

    /// Whether the tenant learns of it on `docket.outcomes`.
    public var isOutcome: Bool {
        switch self {
        case .accepted, .needsInput, .inReview, .rejected, .failed, .withdrawn, .expired: true
        case .draft, .submitted, .processing: false
        }
    }
}

/// The state of a document. `DocumentStateMachine` has the transitions.
public enum DocumentState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The person collects its pages, or replaces what was refused.
    case open
    /// Submitted, not yet decided.
    case checking
    case accepted
    case refused
    case removed

    public var allowsChanges: Bool { self == .open }
}
