/// The one thing that a short-lived link of a submission is for.
public enum LinkPurpose: String, CaseIterable, Sendable, Codable {
    /// Adds documents and files while the submission is open for them.
    case upload
    /// Says where the submission stands, and how it ended.
    case status

    public var permissions: Set<Permission> {
        switch self {
        case .upload: [.status, .upload]
        case .status: [.status]
        }
    }
}
