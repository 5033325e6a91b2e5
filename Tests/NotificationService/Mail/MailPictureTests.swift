import Domain
import EventLoop
import FoundationEssentials
import PostgresStore
import Shared
import Support
import Testing

@testable import NotificationService

/// Mails as people see them, in Debian's Chromium: light and dark, on a small phone, a phone and a desk, each with axe's opinion. The
/// pictures stay beside the built programs, or where `DOCKET_TEST_PICTURES` says.
@Suite(.timeLimit(.minutes(5))) struct MailPictureTests {
    private struct Seen: Decodable {
        let pictures: [String]
        let axe: [String]
        let wide: [String]
        let requests: [String]
    }

    @Test func mailsCanBeReadOnEveryScreen() async throws {
        for program in ["/usr/bin/chromium", "/usr/bin/chromedriver"] where !FileManager.default.isExecutableFile(atPath: program)
        {
            try Test.cancel("\(program) is not installed: Debian's chromium and chromium-driver show the mails.")
        }
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["axe-core-python==0.1.0", "selenium==4.51.0"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing)")
        }
        let folder = try TemporaryFolder("mails")
        let mails = try Self.mails()
        for (name, mail) in mails {
            try Data(mail.description.utf8).write(to: URL(filePath: "\(folder.path)/mail-\(name).html"))
        }
        let script = String(#filePath.dropLast("MailPictureTests.swift".count)) + "pictures.py"
        let result = try await Program.run(
            python, [script, folder.path], environment: ["HOME": folder.path], limit: .seconds(200))
        try KeptPictures.keep(of: folder.path)
        try #require(result.status.isSuccess, "\(result.complaints.suffix(3000))\(result.text.suffix(1000))")
        let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output))
        #expect(seen.pictures.count == mails.count * 6)
        #expect(seen.axe == [])
        #expect(seen.wide == [], "a mail that is wider than its screen")
        #expect(seen.requests == [], "a mail that asks for something tells who reads it")
    }

    /// By name: what is asked of a person in each language, the other states in English, and what an endpoint's owner gets.
    private static func mails() throws -> [String: HTMLText] {
        var mails: [String: HTMLText] = [:]
        for language in ["en", "de", "fr", "es", "ja"] {
            mails["needs-input-\(language)"] = try mail(.needsInput, language, refused: true)
        }
        for state in MailTexts.told where state != .needsInput {
            mails[state.rawValue.replacing("_", with: "-")] = try mail(state, "en", refused: state == .rejected)
        }
        var environment = ["DOCKET_SMTP_SERVER": "localhost:25", "DOCKET_SMTP_SECURITY": "none"]
        environment["DOCKET_MAIL_FROM"] = "documents@example.org"
        let configuration = try #require(try MailConfiguration.read(environment))
        let to = try #require(MailAddress("ops@acme.example"))
        mails["endpoint-disabled"] = OwnerNotices.message(.failing(at: Samples.now), from: configuration, to: to).html
        return mails
    }

    private static func mail(_ state: SubmissionState, _ language: String, refused: Bool) throws -> HTMLText {
        let titles = ["en": "Proof of address", "de": "Adressnachweis", "fr": "Justificatif de domicile"]
        let types = [("bill", titles[language] ?? "Comprobante de domicilio"), ("statement", "Kontoauszug / bank statement")].map
        {
            DocumentType(
                id: .init(rawValue: $0.0) ?? "bill", title: $0.1, hint: "x", icon: "letter", pages: CountRange(1...3),
                documents: CountRange(1...2))
        }
        let base = SampleSubmissions.journey
        let journey = JourneyDefinition(
            id: base.id, title: titles[language] ?? "Domicilio", summary: base.summary, documentTypes: types,
            documents: CountRange(1...2))
        let documents = types.map { Document(id: .random(), type: $0.id) }
        let submission = Submission(
            id: .random(), journey: journey.id, journeyVersion: journey.version, locale: language,
            returnUrl: state == .failed ? nil : "https://acme.example/documents/continue?case=4711&step=2", documents: documents,
            createdAt: Samples.now)
        let day = try #require(CalendarDate("2026-01-03"))
        let old = Finding(
            "document.issue-date-recent",
            [
                "type": .text(types[0].title), "day": .day(day), "age": .count(301), "limit": .count(90),
                "earliest": .day(day.adding(days: 211)),
            ])
        let large = Finding("file.size/too-large", ["size": .bytes(31_400_000), "limit": .bytes(25_000_000)])
        let long = Reason(
            rule: "file.readable", found: "x", expected: "y",
            message: "“\(String(repeating: "a-long-word-without-a-blank", count: 4))” cannot be read.")
        let verdict = SubmissionVerdict(documents: [
            DocumentVerdict(document: documents[0].id, reasons: [Reason(old), Reason(large)]),
            DocumentVerdict(document: documents[1].id, reasons: language == "en" ? [long] : [Reason(large)]),
        ])
        let outcome = SubmissionOutcome(state: state, attempt: 1, verdict: refused ? verdict : nil)
        return try #require(OutcomeMail(outcome, of: StageSubject(submission: submission, journey: journey))).html
    }
}
