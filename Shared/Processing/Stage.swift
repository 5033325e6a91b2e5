/// A step of the way that a submission goes.
public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    case validation
    /// The small pictures of drafts, beside the way.
    case preview
    case normalization
    /// What stands on clean pages, where the journey reads.
    case reading
    case notification

    /// The topic that it works from.
    public var topic: Topic {
        switch self {
        case .validation: .submitted
        case .preview: .uploads
        case .normalization: .validated
        case .reading: .normalized
        case .notification: .outcomes
        }
    }

    /// The types of event that it works on; others on its topic are passed over.
    public var eventTypes: Set<EventType> {
        switch self {
        case .validation: SubmissionSubmitted.eventTypes
        case .preview: UploadCompleted.eventTypes
        case .normalization: SubmissionValidated.eventTypes
        case .reading: SubmissionNormalized.eventTypes
        case .notification: SubmissionOutcome.eventTypes
        }
    }

    /// Whether the submission goes no further without it.
    public var isOnTheWay: Bool {
        switch self {
        case .validation, .normalization, .reading: true
        case .preview, .notification: false
        }
    }
}

extension EventType {
    /// The one stage that works on such events; nil when none does.
    public var stage: Stage? { Stage.allCases.first { $0.eventTypes.contains(self) } }
}
