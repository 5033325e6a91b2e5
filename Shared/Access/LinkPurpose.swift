/// The one thing that a short-lived link of a submission is for.
public enum LinkPurpose: String, CaseIterable, Sendable, Codable {
    /// The way of the person: adds, looks at and arranges documents and submits them, while the submission is open for that.
    case upload
    /// Says where the submission stands, and how it ended.
    case status

    public var permissions: Set<Permission> {
        switch self {
        case .upload: [.status, .preview, .upload, .arrange]
        case .status: [.status]
        }
    }

    /// What is left of them once nothing can be added any more.
    public var permissionsAtTheEnd: Set<Permission> { permissions.subtracting([.upload, .arrange]) }
}
