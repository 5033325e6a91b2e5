import Crypto
import Domain
import FoundationEssentials
import Shared
import Support
import Testing

@testable import NotificationService

@Suite struct MailMessageTests {
    @Test(arguments: ["anna@example.org", "a.b+c@mail.example.org", "o'neil@example.org", "x@localhost"])
    func addressesAreRead(text: String) {
        #expect(MailAddress(text)?.description == text)
    }

    @Test(arguments: [
        "", "anna", "@example.org", "anna@", "a@b@c", "anna@example.org\r\nBcc: eve@example.org", "anna@example.org\n",
        "<anna@example.org>", "anna <anna@example.org>", "anna@example.org,eve@example.org", "a b@example.org",
        ".anna@example.org", "an..na@example.org", "anna@-example.org", "anna@exa_mple.org", "anna@example..org",
        "änna@example.org", "\"anna\"@example.org", "anna@[127.0.0.1]",
        String(repeating: "a", count: 65) + "@example.org",
    ])
    func whatIsNoneIsRefused(text: String) {
        #expect(MailAddress(text) == nil)
    }

    @Test func htmlEscapesWhateverIsNoHTML() {
        let name = "<script>alert('1')</script> & \"co\"\u{0}\nnext"
        let inner: HTMLText = "<b>\(name)</b>"
        #expect(
            "\(inner)" as HTMLText
                == "<b>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;co&quot; <br>next</b>")
    }

    @Test(arguments: ["<", "\"", "&", "'"]) func aScalarThatJoinsMarkupDoesNotHideIt(sign: String) {
        let html: HTMLText = "\("\u{600}\(sign)b\n\u{301}")"
        #expect(html.description.utf8.elementsEqual("\u{600}\(HTML.escaped(sign))b<br>\u{301}".utf8))
    }

    @Test(arguments: [
        "A plain subject", "Zwölf Boxkämpfer", "書類を再度お送りください", "a\r\nBcc: eve@example.org", "=?utf-8?B?eA==?=", "",
        String(repeating: "long ", count: 60), String(repeating: "é", count: 200), "tab\tand\u{2028}separator",
    ])
    func aHeaderHoldsWhateverItIsGiven(text: String) throws {
        let encoded = MailMessage.encodedText(text, after: 9)
        let lines = encoded.components(separatedBy: "\r\n")
        #expect(encoded.utf8.allSatisfy { $0 < 0x7F } && lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.contains("\n") && !$0.contains("\r") })
        // What a reader makes of it.
        var bytes: [UInt8] = []
        for word in lines.map({ $0.drop { $0 == " " } }) {
            if word.hasPrefix("=?utf-8?B?") {
                bytes += try #require(Base64.decode(word.dropFirst(10).dropLast(2)))
            } else {
                bytes += Array(word.utf8)
            }
        }
        let expected = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    private func subject(locale: String?, title: String = "Letter", returnUrl: String? = "https://app.example/go?a=1&b=2") throws
        -> (StageSubject, SubmissionOutcome)
    {
        let base = SampleSubmissions.journey
        let type = DocumentType(
            id: "letter", title: title, hint: "Any letter.", icon: "letter", pages: CountRange(1...3),
            documents: CountRange(1...2))
        let journey = JourneyDefinition(
            id: base.id, title: base.title, summary: base.summary, documentTypes: [type], documents: CountRange(1...2))
        let document = Document(id: .random(), type: "letter")
        let submission = Submission(
            id: .random(), journey: journey.id, journeyVersion: journey.version, locale: locale,
            contact: Contact(email: "anna@example.org"), returnUrl: returnUrl, documents: [document], createdAt: Samples.now)
        let outcome = SubmissionOutcome(state: .needsInput, attempt: 1, verdict: SampleSubmissions.refusal(submission))
        return (StageSubject(submission: submission, journey: journey), outcome)
    }

    @Test(arguments: ["en", "de-AT", "fr", "es-MX", "ja", "sv"])
    func thereAreWordsForEveryStateInEveryLanguage(locale: String) throws {
        var (subject, outcome) = try subject(locale: locale)
        var subjects: Set<String> = []
        for state in SubmissionState.allCases where state.isOutcome {
            outcome.state = state
            let mail = OutcomeMail(outcome, of: subject)
            #expect((mail != nil) == MailTexts.told.contains(state), "\(state)")
            guard let mail else { continue }
            subjects.insert(mail.subject)
            #expect(mail.subject.hasPrefix("Sample: ") && mail.html.description.contains("lang=\"\(mail.language.tag)\""))
            #expect(mail.language.tag == (locale == "sv" ? "en" : String(locale.prefix(2))))
        }
        #expect(subjects.count == MailTexts.told.count)
        subject = try self.subject(locale: locale).0
    }

    @Test(arguments: [
        ("en", "Sent: 31 October 2026", "Number: "), ("de", "Abgeschickt: 31. Oktober 2026", "Nummer: "),
        ("fr", "Envoi\u{a0}: 31 octobre 2026", "Numéro\u{a0}: "), ("es", "Envío: 31 de octubre de 2026", "Número: "),
        ("ja", "送信日: 2026年10月31日", "番号: "),
    ])
    func whatWasSentStandsInIt(locale: String, day: String, number: String) throws {
        let (draft, outcome) = try subject(locale: locale)
        let without = try #require(OutcomeMail(outcome, of: draft))
        #expect(!without.text.contains(number))
        var submission = draft.submission
        submission.submittedAt = Samples.now
        let mail = try #require(OutcomeMail(outcome, of: StageSubject(submission: submission, journey: draft.journey)))
        for text in [mail.text, mail.html.description] {
            #expect(text.contains(day) && text.contains("\(number)\(submission.id)"), "\(text)")
        }
    }

    @Test func whatPeopleAndTenantsWriteCannotBecomeMarkup() throws {
        let (subject, outcome) = try subject(
            locale: nil, title: "<img src=x onerror=alert(1)>", returnUrl: "https://app.example/\"><script>")
        let mail = try #require(OutcomeMail(outcome, of: subject))
        let html = mail.html.description
        #expect(!html.contains("<img") && !html.contains("<script") && html.contains("&lt;img src=x onerror=alert(1)&gt;"))
        #expect(html.contains("href=\"https://app.example/&quot;&gt;&lt;script&gt;\""))
        #expect(mail.text.contains("The page cannot be read.") && html.contains("The page cannot be read."))
        var hostile = subject.submission
        hostile.returnUrl = "javascript:alert(1)"
        let other = try #require(OutcomeMail(outcome, of: StageSubject(submission: hostile, journey: subject.journey)))
        #expect(!other.html.description.contains("javascript:") && !other.text.contains("javascript:"))
    }

    @Test func theMessageHasBothFormsAndNoLongLines() throws {
        let (subject, outcome) = try subject(locale: "de")
        let mail = try #require(OutcomeMail(outcome, of: subject))
        let event = EventID.random()
        let message = MailMessage(
            from: try #require(MailAddress("docket@example.org")), fromName: "Bürgerbüro\r\nBcc: eve@example.org",
            to: try #require(MailAddress("anna@example.org")), subject: mail.subject, language: mail.language.tag,
            text: mail.text, html: mail.html, event: event, time: Samples.now)
        let text = String(decoding: message.encoded(), as: UTF8.self)
        let head = text.split(separator: "\r\n\r\n", maxSplits: 1)[0]
        #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 100 && !$0.contains("\n") })
        #expect(!head.contains("\r\nBcc:"))
        #expect(head.contains("To: <anna@example.org>\r\n") && head.contains("Message-ID: <\(event)@example.org>\r\n"))
        #expect(head.contains("Date: 31 Oct 2026 09:05:07 +0000\r\n") && head.contains("Content-Language: de\r\n"))
        #expect(
            text.contains("Content-Type: text/plain; charset=utf-8") && text.contains("Content-Type: text/html; charset=utf-8"))
    }

    @Test func theServersCodesDecide() {
        func end(_ code: Int, attempt: Int = 1) -> DeliveryEnd {
            MailDecision.end(of: .success(code), attempt: attempt, random: 0)
        }
        #expect(end(250) == .delivered(status: 250))
        for code in [421, 450, 452, 530, 535] {
            guard case .retry(.seconds(30), code, _) = end(code) else {
                Issue.record("\(code) is not tried again")
                continue
            }
        }
        for code in [550, 553, 554] {
            guard case .givenUp(code, _) = end(code) else {
                Issue.record("\(code) is not given up")
                continue
            }
        }
        guard case .givenUp = end(450, attempt: MailDecision.schedule.maximumAttempts) else {
            Issue.record("tried for ever")
            return
        }
    }
}
