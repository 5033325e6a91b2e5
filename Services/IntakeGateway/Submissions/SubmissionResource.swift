import Domain
import Shared

/// A submission as its tenant sees it. Contacts are told to nobody: not even whether there are any.
struct SubmissionResource: Encodable, Sendable {
    let id: SubmissionID
    let journey: JourneyID
    let journeyVersion: ContentDigest
    let state: SubmissionState
    let version: Int
    let subject: String?
    let reference: String?
    let locale: String?
    let metadata: [String: String]
    let returnUrl: String?
    /// What the person has agreed to, and when.
    let consent: GivenConsent?
    let createdAt: Timestamp
    let updatedAt: Timestamp
    let submittedAt: Timestamp?
    let expiresAt: Timestamp?
    /// Whether it could be submitted as it is. False once there is nothing to submit any more.
    let isValid: Bool
    let missing: [MissingItem]
    /// While pages are made, and where that takes longer than a moment.
    let progress: ProgressResource?
    let reasons: [Reason]
    let documents: [DocumentResource]
    let links: SubmissionLinks

    /// Who comes by a link learns nothing of what the tenant has written of the person.
    init(
        _ submission: Submission, journey definition: JourneyDefinition, missing: [MissingItem],
        progress: ProgressResource? = nil, links: Links, language: Language, forLink: Bool = false
    ) {
        id = submission.id
        journey = submission.journey
        journeyVersion = submission.journeyVersion
        state = submission.state
        version = submission.version
        subject = forLink ? nil : submission.subject
        reference = forLink ? nil : submission.reference
        locale = submission.locale
        metadata = forLink ? [:] : submission.metadata
        returnUrl = submission.returnUrl
        consent = submission.consent
        createdAt = submission.createdAt
        updatedAt = submission.changedAt
        submittedAt = submission.submittedAt
        expiresAt = submission.expiresAt
        isValid = submission.state.allowsChanges && missing.isEmpty
        self.missing = missing
        self.progress = progress
        reasons = submission.reasons.map { $0.localized(in: language, of: definition) }
        documents = submission.documents.filter { $0.state != .removed }.map { document in
            DocumentResource(document, of: submission, journey: definition, links: links, language: language)
        }
        self.links = SubmissionLinks(submission, links: links)
    }
}

/// How far the pages of a submission are.
struct ProgressResource: Encodable, Sendable {
    let pagesDone: Int
    let pagesTotal: Int

    /// Nil if it is of another version of the submission, or of none.
    init?(_ progress: StageProgress?, of submission: Submission) {
        guard let progress, progress.version == submission.version, submission.state == .processing else { return nil }
        pagesDone = progress.done
        pagesTotal = progress.total
    }
}

struct SubmissionLinks: Encodable, Sendable {
    let `self`: String
    let journey: String
    let documents: String?
    let submit: String?
    let manifest: String

    init(_ submission: Submission, links: Links) {
        let address = links.submission(submission.id)
        self.`self` = address
        journey = links.journey(submission.journey)
        documents = submission.state.allowsChanges ? links.documents(submission.id) : nil
        submit = submission.state.allowsChanges ? "\(address)/submit" : nil
        manifest = "\(address)/manifest"
    }
}

/// A submission in a listing: what a row of a table shows, and where the rest is.
struct SubmissionSummaryResource: Encodable, Sendable {
    let summary: SubmissionSummary
    let links: SelfLink

    init(_ summary: SubmissionSummary, links: Links) {
        self.summary = summary
        self.links = SelfLink(self: links.submission(summary.id))
    }

    private enum CodingKeys: CodingKey { case links }

    /// One object.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(links, forKey: .links)
    }
}

struct SelfLink: Encodable, Sendable {
    let `self`: String
}
