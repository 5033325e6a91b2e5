/// A step of the way that a submission goes.
public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    case validation
    /// Asks the process that a journey names what it says to a submission.
    case callOut = "callout"
    /// The small pictures of drafts, beside the way.
    case preview
    case normalization
    /// What stands on clean pages, where the journey reads.
    case reading
    /// What is read of drafts, for the person to confirm, beside the way.
    case suggestion
    case notification

    /// The topic that it works from.
    public var topic: Topic {
        switch self {
        case .validation: .submitted
        case .callOut: .callOuts
        case .preview, .suggestion: .uploads
        case .normalization: .validated
        case .reading: .normalized
        case .notification: .outcomes
        }
    }

    /// The types of event that it works on; others on its topic are passed over.
    public var eventTypes: Set<EventType> {
        switch self {
        case .validation: SubmissionSubmitted.eventTypes
        case .callOut: SubmissionAsked.eventTypes
        case .preview, .suggestion: UploadCompleted.eventTypes
        case .normalization: SubmissionValidated.eventTypes
        case .reading: SubmissionNormalized.eventTypes
        case .notification: SubmissionOutcome.eventTypes
        }
    }

    /// The service that works at it, by the name under which its processes have their leases.
    public var service: String {
        switch self {
        case .validation: "validation-worker"
        case .preview, .normalization: "normalization-worker"
        case .reading, .suggestion: "reading-worker"
        case .callOut, .notification: "notification-service"
        }
    }

    /// Whether the submission goes no further without it.
    public var isOnTheWay: Bool {
        switch self {
        case .validation, .callOut, .normalization, .reading: true
        case .preview, .suggestion, .notification: false
        }
    }

    /// Whether it works on drafts, soon after each file has come. What it cannot do keeps nobody from an outcome.
    public var isOfDrafts: Bool {
        switch self {
        case .preview, .suggestion: true
        case .validation, .callOut, .normalization, .reading, .notification: false
        }
    }

    /// Whether an event of its own is emitted again until it has worked on it. A suggestion that gets lost is missed by nobody, and
    /// where nothing is read nobody makes any.
    public var isFollowed: Bool { self != .suggestion }
}

extension EventType {
    /// The one stage that has to work on such events; nil when none does.
    public var stage: Stage? { Stage.allCases.first { $0.isFollowed && $0.eventTypes.contains(self) } }
}
