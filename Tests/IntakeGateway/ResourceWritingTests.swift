import FoundationEssentials
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What is written by hand is what the type says by itself, byte for byte.
@Suite struct ResourceWritingTests {
    @Test(arguments: 0..<200) func bothFormsAreTheSame(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let submission = Self.submission(&random)
        let missing = Self.some(&random) {
            MissingItem(Reason(rule: "rule", found: Self.text(&$0), expected: "that", message: "No."), in: submission)
        }
        let progress = ProgressResource(nil, of: submission)
        let links = Links(publicURL: Bool.random(using: &random) ? "https://docket.example/\"quoted\"/" : nil)
        let language = Language.choose(acceptLanguage: ["en", "de", "fr"].randomElement(using: &random), locale: nil)
        let resource = SubmissionResource(
            submission, journey: JourneyDefinition(ProofOfAddress.self), missing: missing, progress: progress, links: links,
            language: language,
            forLink: Bool.random(using: &random))
        #expect(
            String(decoding: JSON.bytes(of: resource), as: UTF8.self) == String(decoding: Self.encoded(resource), as: UTF8.self))
        for document in resource.documents {
            #expect(JSON.bytes(of: document) == Self.encoded(document))
            for page in document.pages { #expect(JSON.bytes(of: page) == Self.encoded(page)) }
        }
    }

    @Test func aRowOfAListingIsOneObject() throws {
        let id = try #require(SubmissionID("6a2f3c1e-0b7d-4e5f-8a9b-0c1d2e3f4a5b"))
        let moment = try #require(Timestamp("2026-10-31T09:05:07.250Z"))
        let summary = SubmissionSummary(
            id: id, journey: "identity", state: .draft, version: 3, subject: "p-1", reference: nil, createdAt: moment,
            updatedAt: moment.adding(.milliseconds(500)), submittedAt: nil, expiresAt: nil, documents: 2)
        let row = SubmissionSummaryResource(summary, links: Links(publicURL: "https://docket.example"))
        #expect(
            String(decoding: JSON.bytes(of: row), as: UTF8.self)
                == #"{"createdAt":"2026-10-31T09:05:07.250Z","documents":2,"id":"\#(id)","journey":"identity","#
                + #""links":{"self":"https://docket.example/v1/submissions/\#(id)"},"state":"draft","subject":"p-1","#
                + #""updatedAt":"2026-10-31T09:05:07.750Z","version":3}"#)
    }

    /// By its `Encodable` form, whatever else it has.
    private static func encoded<Value: Encodable>(_ value: Value) -> [UInt8] { JSON.bytes(of: value) }

    private static func submission(_ random: inout SeededGenerator) -> Submission {
        let moment = Timestamp(millisecondsSinceEpoch: Int64.random(in: 0...4_000_000_000_000, using: &random))
        var metadata: [String: String] = [:]
        for _ in 0..<Int.random(in: 0...5, using: &random) { metadata[text(&random)] = text(&random) }
        return Submission(
            id: .random(), journey: "sample", journeyVersion: ContentDigest(of: [UInt8(truncatingIfNeeded: random.next())]),
            state: SubmissionState.allCases.randomElement(using: &random) ?? .draft, version: .random(in: 1...99, using: &random),
            subject: maybe(&random) { text(&$0) }, locale: maybe(&random) { _ in "de-AT" },
            reference: maybe(&random) { text(&$0) },
            metadata: metadata, returnUrl: maybe(&random) { text(&$0) },
            consent: maybe(&random) { GivenConsent(version: text(&$0), at: moment) },
            documents: some(&random) { document(&$0) }, reasons: some(&random) { reason(&$0) }, createdAt: moment,
            changedAt: moment.adding(.milliseconds(7)), submittedAt: maybe(&random) { _ in moment },
            expiresAt: maybe(&random) { _ in moment })
    }

    private static func document(_ random: inout SeededGenerator) -> Document {
        let day = CalendarDate("2026-10-31")
        return Document(
            id: .random(), type: "letter", state: DocumentState.allCases.randomElement(using: &random) ?? .open,
            issueDate: maybe(&random) { _ in day }.flatMap { $0 },
            period: maybe(&random) { _ in day.flatMap { DatePeriod(start: $0, end: $0) } }.flatMap { $0 },
            source: DocumentSource.allCases.randomElement(using: &random), pages: some(&random) { page(&$0) },
            verdict: maybe(&random) { _ in .accepted }, reasons: some(&random) { reason(&$0) },
            pdf: maybe(&random) { _ in SampleSubmissions.pdf("all") })
    }

    private static func page(_ random: inout SeededGenerator) -> Page {
        Page(
            id: .random(), rotation: Rotation.allCases.randomElement(using: &random) ?? .none,
            original: maybe(&random) { SampleSubmissions.file(text(&$0)) },
            preview: maybe(&random) { _ in SampleSubmissions.image("small") },
            images: some(&random) { SampleSubmissions.image(text(&$0)) })
    }

    private static func reason(_ random: inout SeededGenerator) -> Reason {
        Reason(rule: "legible", found: text(&random), expected: text(&random), message: text(&random))
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let letters: [Character] = [
            "a", "Z", "/", "\"", "\\", "\n", "\t", "\u{1}", "\u{1F}", "\u{7F}", "é", "漢", "👩‍👧", "\u{2028}",
        ]
        return String((0..<Int.random(in: 0...30, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
    }

    private static func maybe<Value>(_ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value) -> Value? {
        Bool.random(using: &random) ? make(&random) : nil
    }

    private static func some<Value>(_ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value) -> [Value] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&random) }
    }
}
