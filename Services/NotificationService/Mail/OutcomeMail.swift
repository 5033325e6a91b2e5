import DocketStore
import Shared

/// The message that tells a person what became of their submission. Pure.
///
/// It says all that ended together: the outcome carries the verdicts on every document, so several refused ones make one message.
struct OutcomeMail: Sendable {
    /// Documents that are listed; who has more of them reads the rest where the link leads.
    static let documentLimit = 20
    private static let reasonLimit = 10

    let language: Language
    let subject: String
    let text: String
    let html: HTMLText

    /// Nil for a state that nobody is told of by mail.
    init?(_ outcome: SubmissionOutcome, of subject: StageSubject) {
        let submission = subject.submission
        language = Language.choose(acceptLanguage: nil, locale: submission.locale)
        let texts = MailTexts.in(language)
        guard let words = texts.states[outcome.state] else { return nil }
        self.subject = "\(subject.journey.title): \(words.subject)"
        let language = language
        let parts = (outcome.verdict?.documents ?? []).filter { !$0.reasons.isEmpty }.prefix(Self.documentLimit).map { verdict in
            let type = submission.document(verdict.document)?.type
            let title = subject.journey.documentTypes.first { $0.id == type }?.title ?? subject.journey.title
            return (title, verdict.reasons.prefix(Self.reasonLimit).map { $0.localized(in: language).message })
        }
        let whole = (outcome.verdict?.reasons ?? []).prefix(Self.reasonLimit).map { $0.localized(in: language).message }
        let groups = (whole.isEmpty ? [] : [(subject.journey.title, Array(whole))]) + parts
        let address = submission.returnUrl.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
        text = Self.text(words, texts, groups, address)
        html = Self.html(words, texts, groups, address, title: subject.journey.title, language: language)
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

    private static func html(
        _ words: MailTexts.Words, _ texts: MailTexts, _ groups: [(title: String, reasons: [String])], _ address: String?,
        title: String, language: Language
    ) -> HTMLText {
        let lists = groups.map { group -> HTMLText in
            let items = HTMLText.joined(group.reasons.map { "<li style=\"margin:4px 0\">\($0)</li>" })
            return
                "<h2 style=\"font-size:16px;margin:24px 0 4px\">\(group.title)</h2><ul style=\"margin:0;padding-left:20px\">\(items)</ul>"
        }
        let button: HTMLText =
            address.map {
                """
                <p style="margin:28px 0"><a href="\($0)" style="background:#1d4ed8;color:#ffffff;padding:12px 24px;\
                border-radius:6px;text-decoration:none;font-weight:600">\(texts.link)</a></p>
                """
            } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="\(language.tag)"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <title>\(words.subject)</title></head>
            <body style="margin:0;background:#f3f4f6;color:#111827;font:16px/1.5 sans-serif">
            <div style="max-width:560px;margin:24px auto;padding:32px;background:#ffffff;border-radius:8px">
            <p style="margin:0;color:#4b5563">\(title)</p>
            <h1 style="font-size:22px;margin:4px 0 16px">\(words.subject)</h1>
            <p style="margin:0">\(words.body)</p>
            \(HTMLText.joined(lists))
            \(button)
            <p style="margin:32px 0 0;color:#6b7280;font-size:13px">\(texts.closing)</p>
            </div></body></html>
            """
    }
}
