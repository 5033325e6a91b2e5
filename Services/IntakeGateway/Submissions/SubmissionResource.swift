import Domain
import HTTPServer
import Shared

/// A submission for its tenant. It never shows contacts, or whether there are any.
struct SubmissionResource: Resource {
    let submission: Submission
    let journey: JourneyDefinition
    let missing: [MissingItem]
    var progress: StageProgress?
    let links: Links
    let language: Language
    /// A caller with a link does not see the tenant's notes about the person.
    var forLink = false

    private var allowsChanges: Bool { submission.state.allowsChanges }
    private var address: String { links.submission(submission.id) }

    /// Nil unless it is of this version and pages are being made.
    private var currentProgress: ProgressResource? {
        guard let progress, progress.version == submission.version, submission.state == .processing else { return nil }
        return ProgressResource(progress: progress)
    }

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.submission.id.description },
        .required("journey", .named("Name")) { $0.submission.journey.rawValue },
        .required("journeyVersion", .named("Digest")) { $0.submission.journeyVersion.description },
        .required("state", .named("SubmissionState")) { $0.submission.state.rawValue },
        .required("version", .integer(1 ... .max), "One more with every change.") { $0.submission.version },
        .optional("test", .boolean, "That it is in a sandbox, where nothing is real.") {
            $0.submission.tenant.isSandbox ? true : nil
        },
        .optional("subject", .string()) { $0.forLink ? nil : $0.submission.subject },
        .optional("reference", .string()) { $0.forLink ? nil : $0.submission.reference },
        .optional("locale", .string()) { $0.submission.locale },
        .required("metadata", .map(of: .string())) { $0.forLink ? [:] : $0.submission.metadata },
        .optional(
            "expected",
            .answer([.optional("name", .string()), .optional("address", .string()), .optional("dateOfBirth", .named("Day"))]),
            "Whose documents are expected."
        ) { $0.forLink ? nil : $0.submission.expected.map(Encoded.init) },
        .optional("returnUrl", .string()) { $0.submission.returnUrl },
        .optional("consent", .answer([.required("version", .string()), .required("at", .named("Timestamp"))])) {
            $0.submission.consent.map(Encoded.init)
        },
        .required("createdAt", .named("Timestamp")) { $0.submission.createdAt.description },
        .required("updatedAt", .named("Timestamp")) { $0.submission.changedAt.description },
        .optional("submittedAt", .named("Timestamp")) { $0.submission.submittedAt?.description },
        .optional("expiresAt", .named("Timestamp"), "When it expires unless somebody goes on with it.") {
            $0.submission.expiresAt?.description
        },
        .required("isValid", .boolean, "Whether it could be submitted as it is.") { $0.allowsChanges && $0.missing.isEmpty },
        .required("missing", .array(of: .named("MissingItem")), "What keeps it from being submitted.") { $0.missing },
        .optional("progress", .named("Progress"), "While pages are made, and where that takes longer than a moment.") {
            $0.currentProgress
        },
        .required("reasons", .array(of: .named("Reason")), "What concerns it as a whole.") { resource in
            Encoded(resource.submission.reasons.map { $0.localized(in: resource.language, of: resource.journey) })
        },
        .required("documents", .array(of: .named("Document"))) { $0.documents },
        .object(
            "links", .required("self", .address) { $0.address },
            .required("journey", .address) { $0.links.journey($0.submission.journey) },
            .optional("documents", .address) { $0.allowsChanges ? $0.links.documents($0.submission.id) : nil },
            .optional("submit", .address) { $0.allowsChanges ? "\($0.address)/submit" : nil },
            .required("manifest", .address) { "\($0.address)/manifest" }))

    private var documents: [DocumentResource] {
        submission.documents.filter { $0.state != .removed }.map { document in
            DocumentResource(document: document, submission: submission, journey: journey, links: links, language: language)
        }
    }
}

/// The progress of a submission's pages.
struct ProgressResource: Resource {
    let progress: StageProgress

    static let shape = Shape<Self>(
        .required("pagesDone", .integer(0 ... .max)) { $0.progress.done },
        .required("pagesTotal", .integer(0 ... .max), "As far as they have been counted.") { $0.progress.total })
}

/// A submission in a listing: a row, and its address.
struct SubmissionSummaryResource: Resource {
    let summary: SubmissionSummary
    let links: Links

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.summary.id.description },
        .required("journey", .named("Name")) { $0.summary.journey.rawValue },
        .required("state", .named("SubmissionState")) { $0.summary.state.rawValue },
        .required("version", .integer(1 ... .max)) { $0.summary.version },
        .optional("subject", .string()) { $0.summary.subject },
        .optional("reference", .string()) { $0.summary.reference },
        .required("createdAt", .named("Timestamp")) { $0.summary.createdAt.description },
        .required("updatedAt", .named("Timestamp")) { $0.summary.updatedAt.description },
        .optional("submittedAt", .named("Timestamp")) { $0.summary.submittedAt?.description },
        .optional("expiresAt", .named("Timestamp")) { $0.summary.expiresAt?.description },
        .required("documents", .integer(0 ... .max), "How many there are.") { $0.summary.documents },
        .object("links", .required("self", .address) { $0.links.submission($0.summary.id) }))
}
