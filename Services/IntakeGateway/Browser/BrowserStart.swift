import Shared

/// The first data of the page's scripts, in addition to the gateway's answers.
struct BrowserStart: Encodable, Sendable {
    let submission: SubmissionID
    let journey: JourneyID
    let title: String
    let summary: String
    /// At the submission's version.
    let documentTypes: [DocumentType]
    /// By type and field: the first and the last date that the rules certainly accept.
    let days: [String: [String: Days]]
    let documents: CountRange
    let consent: ConsentText?
    let guide: JourneyGuide
    let returnUrl: String?
    let today: CalendarDate
    let maximumFileBytes: Int
    /// Whether nothing can be changed, in any state.
    let isReadOnly: Bool
    let mayPreview: Bool
    /// The titles of the kinds that a page may look like, by id; empty without reading.
    let kinds: [String: String]
    let language: String
    let words: [String: String]

    /// The scripts' first requests, answered in advance: the screen and the submission.
    struct First: Encodable, Sendable {
        let screen: JSONValue
        let submission: JSONValue
    }
    let first: First?
    /// Origins of pages that may frame this one and receive its progress. Nil if it is no page.
    let frames: [String]?

    struct Days: Encodable, Sendable {
        let min: CalendarDate?
        let max: CalendarDate?
    }

    init(_ view: BrowserView, isReadOnly: Bool, frames: [String]? = nil, first: First?) {
        submission = view.submission.id
        journey = view.journey.id
        title = view.journey.title
        summary = view.journey.summary
        documentTypes = view.journey.documentTypes
        days = Dictionary(
            uniqueKeysWithValues: view.journey.documentTypes.map { type in
                let (earliest, latest) = view.journey.issueDays(of: type, today: view.today)
                let expiry = Days(min: view.journey.earliestExpiry(of: type, today: view.today), max: nil)
                return (type.id.rawValue, ["issueDate": Days(min: earliest, max: latest), "expiryDate": expiry])
            })
        documents = view.journey.documents
        consent = view.journey.consent
        guide = view.journey.guide
        returnUrl = view.submission.returnUrl
        today = view.today
        maximumFileBytes = view.maximumFileBytes
        self.isReadOnly = isReadOnly || !view.permissions.contains(.arrange) && view.submission.state.allowsChanges
        mayPreview = view.permissions.contains(.preview)
        kinds = view.journey.reading == .off ? [:] : view.journey.kindNames(in: view.say.language)
        language = view.say.language.tag
        words = view.say.words
        self.first = first
        self.frames = frames
    }
}
