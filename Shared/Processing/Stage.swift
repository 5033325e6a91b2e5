/// A step of the way that a submission goes.
public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    case validation
    /// The small pictures of drafts, beside the way.
    case preview
    case normalization
    case notification

    /// The topic that it works from.
    public var topic: Topic {
        switch self {
        case .validation: .submitted
        case .preview: .uploads
        case .normalization: .validated
        case .notification: .outcomes
        }
    }
}
