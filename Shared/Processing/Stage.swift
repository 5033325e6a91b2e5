/// A stage of a submission's processing.
public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    case validation
    /// Asks the journey's call-out for a verdict.
    case callOut = "callout"
    /// Makes previews of drafts, outside the main path.
    case preview
    case normalization
    /// Reads the clean pages, if the journey reads.
    case reading
    /// Reads drafts to suggest values for the person to confirm, outside the main path.
    case suggestion
    case notification

    /// The topic that it consumes.
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

    /// The types of event that it handles. It passes over others on its topic.
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

    /// The service that runs it. The leases of the service's processes have this name.
    public var service: String {
        switch self {
        case .validation: "validation-worker"
        case .preview, .normalization: "normalization-worker"
        case .reading, .suggestion: "reading-worker"
        case .callOut, .notification: "notification-service"
        }
    }

    /// Whether the submission cannot continue without it.
    public var isOnTheWay: Bool {
        switch self {
        case .validation, .callOut, .normalization, .reading: true
        case .preview, .suggestion, .notification: false
        }
    }

    /// Whether it handles drafts, soon after each file has arrived. Its failure delays no outcome.
    public var isOfDrafts: Bool {
        switch self {
        case .preview, .suggestion: true
        case .validation, .callOut, .normalization, .reading, .notification: false
        }
    }

    /// Whether its event is emitted again until the stage has handled it. A lost suggestion does no harm, and journeys
    /// without reading make none.
    public var isFollowed: Bool { self != .suggestion }
}

extension EventType {
    /// The one stage that must handle such events; nil if there is none.
    public var stage: Stage? { Stage.allCases.first { $0.isFollowed && $0.eventTypes.contains(self) } }
}
