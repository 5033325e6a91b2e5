import Domain
import Shared

/// The message about the outcome of a submission, for its person. It is pure.
///
/// One message covers everything: the outcome has the verdicts on all documents.
struct OutcomeMail: Sendable {
    /// The maximum of listed documents. The page behind the link shows the rest.
    static let documentLimit = 20
    private static let reasonLimit = 10

    let language: Language
    let subject: String
    let text: String
    let html: HTMLText

    /// Nil for a state without a mail.
    init?(_ outcome: SubmissionOutcome, of subject: StageSubject) {
        let submission = subject.submission
        language = Language.choose(acceptLanguage: nil, locale: submission.locale)
        let texts = MailTexts.in(language)
        guard let words = texts.states[outcome.state] else { return nil }
        let journey = subject.journey.said(in: language)
        self.subject = "\(journey.title): \(words.subject)"
        let language = language
        let parts = (outcome.verdict?.documents ?? []).filter { !$0.reasons.isEmpty }.prefix(Self.documentLimit).map { verdict in
            let type = submission.document(verdict.document)?.type
            let title = type.flatMap(journey.documentType)?.title ?? journey.title
            let known = submission.document(verdict.document)?.reasons ?? []
            return (
                title,
                verdict.reasons.prefix(Self.reasonLimit).map {
                    $0.unmasked(by: known).localized(in: language, of: journey).message
                }
            )
        }
        let whole = (outcome.verdict?.reasons ?? []).prefix(Self.reasonLimit).map {
            $0.localized(in: language, of: journey).message
        }
        let groups = (whole.isEmpty ? [] : [(journey.title, Array(whole))]) + parts
        let receipt = subject.receipt(texts, in: language, of: journey)
        let address = submission.returnUrl.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
        text = Self.text(words, texts, groups + receipt, address)
        let tone = MailFrame.Tone(outcome.state)
        html =
            MailFrame(
                tone: tone, language: language.tag, context: journey.title, heading: words.subject, body: words.body,
                details: .joined((groups + receipt).map { MailFrame.group($0.0, $0.1, tone: tone) }),
                action: address.map { (texts.link, $0) }, closing: texts.closing
            ).html
    }

    private static func text(
        _ words: MailTexts.Words, _ texts: MailTexts, _ groups: [(title: String, reasons: [String])], _ address: String?
    ) -> String {
        var lines = [words.body, ""]
        for group in groups { lines += [oneLine(group.title)] + group.reasons.map { "  - \(oneLine($0))" } + [""] }
        if let address { lines += ["\(texts.link): \(address)", ""] }
        return (lines + ["-- ", texts.closing, ""]).joined(separator: "\r\n")
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

extension StageSubject {
    /// The submitted documents, the date and the number; nil if it was never submitted.
    fileprivate func receipt(
        _ texts: MailTexts, in language: Language, of journey: JourneyDefinition
    ) -> [(String, [String])] {
        guard let moment = submission.submittedAt else { return [] }
        let documents = submission.documents.prefix(OutcomeMail.documentLimit).map { document in
            let title = journey.documentType(document.type)?.title ?? document.type.rawValue
            return "\(title), \(language.pages(document.pageCount))"
        }
        let facts = [
            "\(texts.receipt.sent)\(texts.receipt.colon) \(language.write(.day(journey.day(at: moment))))",
            "\(texts.receipt.number)\(texts.receipt.colon) \(submission.id)",
        ]
        return [(texts.receipt.title, facts + documents)]
    }
}

extension MailFrame.Tone {
    fileprivate init(_ state: SubmissionState) {
        switch state {
        case .accepted: self = .good
        case .needsInput: self = .attention
        case .rejected, .failed, .expired, .withdrawn: self = .bad
        case .inReview, .draft, .submitted, .processing: self = .waiting
        }
    }
}

extension Reason {
    /// The reason as the submission has it, if it still does: events omit the values read, but the person may know them.
    fileprivate func unmasked(by known: [Reason]) -> Reason {
        known.first { $0.wording == wording && $0.document == document && $0.page == page && $0.severity == severity } ?? self
    }
}
