import Shared

/// What the scripts of the page begin with, beside what they ask the gateway for.
struct BrowserStart: Encodable, Sendable {
    let submission: SubmissionID
    let journey: JourneyID
    let title: String
    let summary: String
    /// As the submission was made under them.
    let documentTypes: [DocumentType]
    /// By type and field: the first and the last day that the rules certainly let pass.
    let days: [String: [String: Days]]
    let documents: CountRange
    let consent: ConsentText?
    let guide: JourneyGuide
    let returnUrl: String?
    let today: CalendarDate
    let maximumFileBytes: Int
    /// Whether nothing can be changed, whatever the state is.
    let isReadOnly: Bool
    let mayPreview: Bool
    /// By its id, what each kind is called that a page may look like; empty where nothing is read.
    let kinds: [String: String]
    let language: String
    let words: [String: String]

    /// What the scripts would ask for at once: the screen and the submission, as the gateway answers them.
    struct First: Encodable, Sendable {
        let screen: JSONValue
        let submission: JSONValue
    }
    let first: First?
    /// Origins of the pages that may show this one in a frame, and are told how it goes. Nil where it is no page.
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
