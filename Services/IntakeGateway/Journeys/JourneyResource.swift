import Shared

/// A journey as a client sees it: what it needs, in words for a person and in numbers for a program.
struct JourneyResource: Encodable, Sendable {
    let id: JourneyID
    let title: String
    let summary: String
    let version: ContentDigest
    let documents: CountRange
    let documentTypes: [DocumentType]
    let replacements: Int
    let review: ReviewPolicy
    let draftRetentionDays: Int
    let retention: Retention
    let timeZone: String
    /// What this journey says of rules beside what they say themselves.
    let rules: [RuleID: RulePolicy]
    /// What the person must agree to.
    let consent: ConsentText?
    let links: JourneyLinks

    init(_ journey: JourneyDefinition, links: Links) {
        id = journey.id
        title = journey.title
        summary = journey.summary
        version = journey.version
        documents = journey.documents
        documentTypes = journey.documentTypes
        replacements = journey.replacements
        review = journey.review
        draftRetentionDays = journey.draftRetentionDays
        retention = journey.retention
        timeZone = journey.timeZone
        rules = journey.rules
        consent = journey.consent
        self.links = JourneyLinks(self: links.journey(journey.id), submissions: links.submissions, check: links.check(journey.id))
    }
}

struct JourneyLinks: Encodable, Sendable {
    let `self`: String
    let submissions: String
    /// Where files can be tried without being kept.
    let check: String
}

/// The answer to a listing. `next` is there when there is more.
struct Listing<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    var next: String?
}
