/// Where a submission stands. `SubmissionStateMachine` says how it gets there.
public enum SubmissionState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The person collects documents.
    case draft
    /// Submitted, waits for the check of its rules.
    case submitted
    /// The rules let it pass; clean pages are being made.
    case processing
    case accepted
    /// Some documents were refused; the person may replace them.
    case needsInput = "needs_input"
    /// A person of the tenant has to decide.
    case inReview = "in_review"
    /// Refused for good.
    case rejected
    /// Docket could not process it; an operator can send it again.
    case failed
    /// The person, or the tenant, took it back.
    case withdrawn
    /// Nobody went on with it in time.
    case expired

    /// Whether the person may add, change and remove documents.
    public var allowsChanges: Bool { self == .draft || self == .needsInput }

    /// Whether nothing will ever change it again.
    public var isFinal: Bool {
        switch self {
        case .accepted, .rejected, .withdrawn, .expired: true
        case .draft, .submitted, .processing, .needsInput, .inReview, .failed: false
        }
    }

    /// Whether the tenant is told of it on `docket.outcomes`.
    public var isOutcome: Bool {
        switch self {
        case .accepted, .needsInput, .inReview, .rejected, .failed, .withdrawn, .expired: true
        case .draft, .submitted, .processing: false
        }
    }
}

/// Where a document stands. `DocumentStateMachine` says how it gets there.
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
