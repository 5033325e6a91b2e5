import FoundationEssentials
import Shared

/// Small journeys and submissions to ask questions of.
enum Fixture {
    static let now = Timestamp(millisecondsSinceEpoch: 1_793_437_507_123)
    static let today = CalendarDate(now, in: .utc)

    static func type(
        _ id: DocumentTypeID = "letter", mediaTypes: [MediaType] = [.jpeg, .pdf], pages: CountRange = CountRange(1...3),
        maximumBytes: Int = 1000, documents: CountRange = CountRange(0...2), issueDate: DateRule = .none,
        duplicates: DuplicatePolicy = .warn, minimumBytes: Int = 1, pixels: PixelLimits = PixelLimits(),
        coverage: CoverageRule? = nil, expires: ExpiryRule = .none, looksLike: TellTaleWords? = nil,
        signature: SignatureRule = .none
    ) -> DocumentType {
        DocumentType(
            id: id, title: "Letter", hint: "Any letter.", icon: "envelope", mediaTypes: mediaTypes, pages: pages,
            maximumBytes: maximumBytes, documents: documents, issueDate: issueDate, duplicates: duplicates,
            minimumBytes: minimumBytes, pixels: pixels, coverage: coverage, expires: expires, looksLike: looksLike,
            signature: signature)
    }

    static func journey(
        types: [DocumentType]? = nil, documents: CountRange = CountRange(1...2), replacements: Int = 3,
        review: ReviewPolicy = .never, timeZone: String = "UTC", rules: [RuleID: RulePolicy] = [:], consent: ConsentText? = nil,
        reading: ReadingPolicy = .off
    ) -> JourneyDefinition {
        JourneyDefinition(
            id: "test", title: "Test", summary: "A test.", documentTypes: types ?? [type()], documents: documents,
            replacements: replacements, review: review, timeZone: timeZone, rules: rules, consent: consent, reading: reading)
    }

    static func file(
        size: Int = 10, content: MediaType? = .jpeg, declared: MediaType? = nil, fileExtension: String? = nil, pages: Int? = nil,
        digest: ContentDigest? = nil, integrity: PageFacts.Integrity = .intact, protection: PageFacts.Protection = .none,
        secondOpinion: MediaType? = nil, excess: PageFacts.Excess? = nil, _ change: (inout PageFacts) -> Void = { _ in }
    ) -> PageFacts {
        var facts = PageFacts(
            id: .random(), size: size, digest: digest, mediaType: content, declaredMediaType: declared,
            fileExtension: fileExtension, pageCount: pages, integrity: integrity, protection: protection,
            secondOpinion: secondOpinion, excess: excess)
        change(&facts)
        return facts
    }

    static func document(
        _ type: DocumentTypeID = "letter", date: StatedDate = .absent, period: DatePeriod? = nil, pages: [PageFacts]? = nil,
        settled: [Reason]? = nil, expires: StatedDate = .absent
    ) -> DocumentFacts {
        DocumentFacts(
            id: .random(), type: type, issueDate: date, period: period, pages: pages ?? [file()], settled: settled,
            expiryDate: expires)
    }

    static func facts(
        _ documents: [DocumentFacts], journey: JourneyDefinition? = nil, consent: String? = nil
    ) -> SubmissionFacts {
        SubmissionFacts(journey: journey ?? Fixture.journey(), documents: documents, today: today, consent: consent)
    }

    static func submission(
        journey: JourneyID = "test", state: SubmissionState = .draft, attempt: Int = 0, reference: String? = nil,
        documents: [Document] = [], reasons: [Reason] = [], createdAt: Timestamp = now
    ) -> Submission {
        Submission(
            id: .random(), journey: journey, journeyVersion: ContentDigest(of: []), state: state, attempt: attempt,
            reference: reference, documents: documents, reasons: reasons, createdAt: createdAt)
    }

    static func page(_ content: String = "a", mediaType: MediaType? = .jpeg) -> Page {
        Page(
            id: .random(),
            original: OriginalFile(
                digest: ContentDigest(of: Array(content.utf8)), size: content.utf8.count, mediaType: mediaType,
                receivedAt: now))
    }

    static func reason(
        _ rule: RuleID = "file.size", _ severity: Reason.Severity = .refuse, document: DocumentID? = nil, page: PageID? = nil
    ) -> Reason {
        Reason(
            rule: rule, severity: severity, document: document, page: page, found: "this", expected: "that",
            message: "Do that.")
    }
}
