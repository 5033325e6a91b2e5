/// What a caller may do with a tenant's submissions.
public enum Permission: String, CaseIterable, Sendable {
    /// See a submission's state and what it still lacks.
    case status
    /// See everything in submissions: files, results and listings.
    case read
    /// Add documents and files to a submission.
    case upload
    /// See the pages of a submission as previews and clean images, never the originals.
    case preview
    /// Arrange, replace and remove documents of a submission, submit it, and withdraw it.
    case arrange
    /// Create submissions, and check files in a dry run that stores nothing.
    case write
    /// Accept or reject submissions in review.
    case decide
    /// Read the audit trail.
    case audit
    /// Look after what the tenant is told over HTTP: its endpoints, and what was sent to them.
    case integrate
    /// Change what belongs to the tenant as a whole, such as links.
    case administer
    /// Run the installation: stuck work, access, retention. It covers all tenants and shows no document contents.
    case operate
}

/// The role that a token or key names. Issuers write the raw values.
public enum Role: String, CaseIterable, Sendable {
    /// A person, limited to their own submissions: `subject` equals the token's subject.
    case person
    /// Reads submissions and decides on them.
    case reviewer
    /// Reads everything and changes nothing.
    case auditor
    /// The tenant's own program. It may do everything within the tenant.
    case backend
    /// Runs the installation, for all tenants. Sees no document without break-glass access.
    case `operator`

    public var permissions: Set<Permission> {
        switch self {
        case .person: [.status, .read, .preview, .upload, .arrange, .write]
        case .reviewer: [.status, .read, .preview, .decide]
        case .auditor: [.status, .read, .preview, .audit]
        case .backend: Set(Permission.allCases).subtracting([.operate])
        case .operator: [.operate]
        }
    }
}
