/// What somebody may do with a tenant's submissions.
enum Permission: String, CaseIterable, Sendable {
    /// See submissions, their files and results.
    case read
    /// Open, fill, hand in and withdraw submissions.
    case write
    /// Accept or reject what is in review.
    case decide
    /// Read the audit trail.
    case audit
    /// Change what belongs to the tenant as a whole, such as endpoints and links.
    case administer
}

/// What a token or key names; the raw values are what issuers write.
enum Role: String, CaseIterable, Sendable {
    /// The one whose documents they are: their own submissions only, those whose `subject` is the token's.
    case person
    /// Looks at submissions and decides.
    case reviewer
    /// Sees all and changes nothing.
    case auditor
    /// The tenant's own program: everything.
    case backend

    var permissions: Set<Permission> {
        switch self {
        case .person: [.read, .write]
        case .reviewer: [.read, .decide]
        case .auditor: [.read, .audit]
        case .backend: Set(Permission.allCases)
        }
    }
}
