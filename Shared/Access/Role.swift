/// What somebody may do with a tenant's submissions.
public enum Permission: String, CaseIterable, Sendable {
    /// See where a submission stands, and what is still missing from it.
    case status
    /// See all of submissions: files, results and listings.
    case read
    /// Add documents and files to a submission.
    case upload
    /// Look at the pages of a submission: small pictures and clean ones, never the originals.
    case preview
    /// Arrange, replace and remove what a submission holds, submit it, and take it back.
    case arrange
    /// Open submissions, and try files that nothing is kept of.
    case write
    /// Accept or reject what is in review.
    case decide
    /// Read the audit trail.
    case audit
    /// Change what belongs to the tenant as a whole, such as endpoints and links.
    case administer
    /// Run the installation: what is stuck, who may come in, what is kept. Of all tenants, and without the contents of documents.
    case operate
}

/// What a token or key names; the raw values are what issuers write.
public enum Role: String, CaseIterable, Sendable {
    /// The one whose documents they are: their own submissions only, those whose `subject` is the token's.
    case person
    /// Looks at submissions and decides.
    case reviewer
    /// Sees all and changes nothing.
    case auditor
    /// The tenant's own program: everything of the tenant.
    case backend
    /// Runs the installation, for all tenants. Sees no document, unless it breaks the glass.
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
