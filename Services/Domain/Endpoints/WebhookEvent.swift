public import Shared

/// An event that a webhook endpoint can be told of.
public enum WebhookEvent: Hashable, Sendable {
    /// An outcome of a submission.
    case outcome(EventType)
    /// A signed head of the tenant's log of custody.
    case custodyHead
    /// One that only another version knows. It is kept: an endpoint that wants nothing else must not be told everything.
    case unknown(String)

    /// All that this version tells of, in the order of their types.
    public static let all: [WebhookEvent] =
        (SubmissionOutcome.eventTypes.map(WebhookEvent.outcome) + [.custodyHead]).sorted { $0.type < $1.type }

    /// `type` is the attribute of the event, such as `com.docket.submission.accepted.v1`.
    public init(_ type: String) {
        if type == CustodyHeadEvent.type {
            self = .custodyHead
        } else if let outcome = EventType(rawValue: type), SubmissionOutcome.eventTypes.contains(outcome) {
            self = .outcome(outcome)
        } else {
            self = .unknown(type)
        }
    }

    public var type: String {
        switch self {
        case .outcome(let type): type.rawValue
        case .custodyHead: CustodyHeadEvent.type
        case .unknown(let type): type
        }
    }
}

extension Collection<WebhookEvent> {
    /// Whether an endpoint that wants these is told of an outcome. One that names none is told of all.
    public func includesOutcome(_ type: EventType) -> Bool { isEmpty || contains(.outcome(type)) }
}
