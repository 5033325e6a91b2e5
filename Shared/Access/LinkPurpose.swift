/// What a short-lived link to a submission permits.
public enum LinkPurpose: String, CaseIterable, Sendable, Codable {
    /// The person adds, views and arranges documents and submits them, while the submission allows changes.
    case upload
    /// Shows the submission's state and its outcome.
    case status

    public var permissions: Set<Permission> {
        switch self {
        case .upload: [.status, .preview, .upload, .arrange]
        case .status: [.status]
        }
    }

    /// The permissions that remain once the submission takes no more changes.
    public var permissionsAtTheEnd: Set<Permission> { permissions.subtracting([.upload, .arrange]) }
}
