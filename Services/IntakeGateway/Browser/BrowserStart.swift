import Shared

/// What the scripts of the page begin with, beside what they ask the gateway for.
struct BrowserStart: Encodable, Sendable {
    let submission: SubmissionID
    let journey: JourneyID
    let title: String
    let summary: String
    /// As the submission was made under them.
    let documentTypes: [DocumentType]
    let documents: CountRange
    let consent: ConsentText?
    let returnUrl: String?
    let today: CalendarDate
    let maximumFileBytes: Int
    /// Whether nothing can be changed, whatever the state is.
    let isReadOnly: Bool
    let mayPreview: Bool
    let language: String
    let words: [String: String]

    init(_ view: BrowserView, isReadOnly: Bool) {
        submission = view.submission.id
        journey = view.journey.id
        title = view.journey.title
        summary = view.journey.summary
        documentTypes = view.journey.documentTypes
        documents = view.journey.documents
        consent = view.journey.consent
        returnUrl = view.submission.returnUrl
        today = view.today
        maximumFileBytes = view.maximumFileBytes
        self.isReadOnly = isReadOnly || !view.permissions.contains(.arrange) && view.submission.state.allowsChanges
        mayPreview = view.permissions.contains(.preview)
        language = view.say.language.tag
        words = view.say.words
    }
}
