import HTTPServer
import Shared

/// The model of a page: one submission, for one person, in one language.
struct BrowserView: Sendable {
    let submission: Submission
    let journey: JourneyDefinition
    let missing: [MissingItem]
    /// Certain refusals, apart from missing documents.
    let refusals: [Reason]
    /// The secret of the link, only for the addresses of the page's forms.
    let link: String
    /// In the journey's time zone: the latest possible date of a document.
    let today: CalendarDate
    let permissions: Set<Permission>
    let maximumFileBytes: Int
    let say: BrowserVoice

    var documents: [Document] { submission.documents.filter { $0.state != .removed } }
    var mayChange: Bool { submission.state.allowsChanges && permissions.contains(.arrange) }
    var isValid: Bool { submission.state.allowsChanges && missing.isEmpty && refusals.isEmpty }

    func title(of document: Document) -> String { journey.documentType(document.type)?.title ?? document.type.rawValue }

    /// The consent that the page still has to ask for. The submit gives it.
    var consent: ConsentText? {
        guard let asked = journey.consent, submission.consent?.version != asked.version else { return nil }
        return asked
    }

    func limit(of type: DocumentType) -> Int { min(type.maximumBytes, maximumFileBytes) }

    /// The names of the media types that a document type accepts.
    func kinds(of type: DocumentType) -> String {
        let names = type.mediaTypes.map { ($0.fileExtensions.first ?? $0.essence).uppercased() }
        return names.joined(separator: ", ")
    }

    /// The fault of a file, and what is accepted.
    func text(of problem: Problem, document: String?) -> String {
        let type = documents.first { $0.id.description == document }.flatMap { journey.documentType($0.type) }
        guard let type else { return say.text(of: problem) }
        switch problem.type {
        case ProblemType.tooLarge.rawValue: return say("err.too-large", ["size": ByteCount.text(limit(of: type))])
        case ProblemType.unsupportedMediaType.rawValue, ProblemType.mediaTypeMismatch.rawValue:
            return say("err.type", ["types": kinds(of: type)])
        default: return say.text(of: problem)
        }
    }
}
