/// The `type` attribute of an event. The number at its end is the version of its data.
public enum EventType: String, Sendable, Hashable, Codable, CaseIterable {
    case uploadCompleted = "com.docket.upload.completed.v1"
    case uploadRefused = "com.docket.upload.refused.v1"
    case uploadAborted = "com.docket.upload.aborted.v1"
    case submissionCreated = "com.docket.submission.created.v1"
    case documentAdded = "com.docket.document.added.v1"
    case documentChanged = "com.docket.document.changed.v1"
    case documentRemoved = "com.docket.document.removed.v1"
    case documentReordered = "com.docket.document.reordered.v1"
    case pageRemoved = "com.docket.page.removed.v1"
    case pageReplaced = "com.docket.page.replaced.v1"
    case pageRotated = "com.docket.page.rotated.v1"
    case pageCropped = "com.docket.page.cropped.v1"
    case submissionSubmitted = "com.docket.submission.submitted.v1"
    case submissionAsked = "com.docket.submission.asked.v1"
    case submissionValidated = "com.docket.submission.validated.v1"
    case submissionNormalized = "com.docket.submission.normalized.v1"
    case submissionAccepted = "com.docket.submission.accepted.v1"
    case submissionNeedsInput = "com.docket.submission.needs_input.v1"
    case submissionInReview = "com.docket.submission.in_review.v1"
    case submissionRejected = "com.docket.submission.rejected.v1"
    case submissionFailed = "com.docket.submission.failed.v1"
    case submissionWithdrawn = "com.docket.submission.withdrawn.v1"
    case submissionExpired = "com.docket.submission.expired.v1"

    /// The topic of the event; nil if only the events table has it, for live streams and the audit trail.
    public var topic: Topic? {
        switch self {
        case .uploadCompleted, .uploadRefused, .uploadAborted, .pageReplaced: .uploads
        case .submissionSubmitted: .submitted
        case .submissionAsked: .callOuts
        case .submissionValidated: .validated
        case .submissionNormalized: .normalized
        case .submissionAccepted, .submissionNeedsInput, .submissionInReview, .submissionRejected, .submissionFailed,
            .submissionWithdrawn, .submissionExpired:
            .outcomes
        case .submissionCreated, .documentAdded, .documentChanged, .documentRemoved, .documentReordered, .pageRemoved,
            .pageRotated, .pageCropped:
            nil
        }
    }

    /// The event of a submission that entered a state.
    public init(entering state: SubmissionState) {
        self =
            switch state {
            case .draft: .submissionCreated
            case .submitted: .submissionSubmitted
            case .processing: .submissionValidated
            case .accepted: .submissionAccepted
            case .needsInput: .submissionNeedsInput
            case .inReview: .submissionInReview
            case .rejected: .submissionRejected
            case .failed: .submissionFailed
            case .withdrawn: .submissionWithdrawn
            case .expired: .submissionExpired
            }
    }

    /// The prefix of all of Docket's types.
    package static let prefix = "com.docket."

    /// Whether a text is a known type with a version that this version of Docket does not know.
    static func isNewVersion(_ type: String) -> Bool {
        guard EventType(rawValue: type) == nil, let unversioned = unversioned(type) else { return false }
        return allCases.contains { Self.unversioned($0.rawValue) == unversioned }
    }

    /// The type without its version, such as `com.docket.upload.completed`.
    static func unversioned(_ type: String) -> Substring? {
        guard type.hasPrefix(prefix), let dot = type.lastIndex(of: "."), type[dot...].hasPrefix(".v"),
            let version = Int(type[type.index(dot, offsetBy: 2)...]), version > 0
        else { return nil }
        return type[..<dot]
    }
}
