import Domain
import Shared
import Support
import Testing

/// The event of a stage says what the stage has done.
@Suite struct StageWorkTests {
    private static let journey = SampleSubmissions.journey
    private static let asking = JourneyDefinition(
        id: "asking", title: "Asking", summary: "", documentTypes: journey.documentTypes, documents: journey.documents,
        replacements: 1, callOuts: [CallOut(name: "risk", url: "https://risk.example.org/", after: .reading)])

    /// Two pages: of the first there are two images, of the second one.
    private static func processing(_ journey: JourneyDefinition = journey) -> Submission {
        let pages = [
            Page(id: .random(), original: SampleSubmissions.file()), Page(id: .random(), original: SampleSubmissions.file("b")),
        ]
        return Submission(
            id: .random(), tenant: .standard, journey: journey.id, journeyVersion: journey.version, state: .processing,
            version: 5,
            attempt: 1, documents: [Document(id: .random(), type: "letter", state: .checking, pages: pages)],
            createdAt: Timestamp(millisecondsSinceEpoch: 0))
    }

    private static func made(_ submission: Submission) -> [NormalizedDocument] {
        submission.documents.map { document in
            NormalizedDocument(
                document: document.id,
                pages: document.pages.enumerated().map { index, page in
                    NormalizedPage(
                        page: page.id, images: (0..<(index == 0 ? 2 : 1)).map { SampleSubmissions.image("\(page.id) \($0)") })
                }, pdf: SampleSubmissions.pdf("\(document.id)"))
        }
    }

    private static func record(_ submission: Submission) -> ReadingRecord {
        var record = ReadingRecord(models: [:])
        record.documents = submission.documents.map { document in
            ReadDocument(
                document: document.id,
                pages: document.pages.enumerated().map { index, page in
                    ReadPage(page: page.id, number: 1, source: index == 0 ? .recognized : nil, words: 3, confidence: 90)
                })
        }
        return record
    }

    private static func apply(
        _ change: StageChange, to submission: Submission, _ journey: JourneyDefinition = journey
    ) throws -> (submission: Submission, counts: UsageCounts, type: EventType) {
        let edit = try SubmissionEditor(submission, journey: journey, now: Timestamp(millisecondsSinceEpoch: 1)).apply(change)
        let header = EventHeader(
            id: .random(), type: edit.event.type, source: "/docket/test", submission: submission.id,
            time: Timestamp(millisecondsSinceEpoch: 1), sequence: 6, tenant: submission.tenant, journey: journey.id)
        let bytes = try edit.event.encoded(header)
        return (edit.submission, try UsageCounts(of: edit.event.type.rawValue, bytes), edit.event.type)
    }

    @Test(arguments: [true, false]) func `normalization tells how many clean pages it has made`(isReadNext: Bool) throws {
        let submission = Self.processing()
        let change = StageChange.normalized(
            Self.made(submission), verdict: SampleSubmissions.acceptance(submission), isReadNext: isReadNext)
        let done = try Self.apply(change, to: submission)
        #expect(done.type == (isReadNext ? .submissionNormalized : .submissionAccepted))
        #expect(done.counts == UsageCounts(pagesMade: 3))
    }

    @Test func `what refuses at the end has made pages all the same, and what asks somebody tells of them`() throws {
        let submission = Self.processing(Self.asking)
        let refused = try Self.apply(
            .normalized(Self.made(submission), verdict: SampleSubmissions.refusal(submission)), to: submission, Self.asking)
        #expect(refused.type == .submissionNeedsInput && refused.counts == UsageCounts(pagesMade: 3))
        let asked = try Self.apply(
            .normalized(Self.made(submission), verdict: SampleSubmissions.acceptance(submission)), to: submission, Self.asking)
        #expect(asked.type == .submissionAsked && asked.counts == UsageCounts(pagesMade: 3))
    }

    @Test func `pages that are made again after a retry count once, and those of a page that was turned again`() throws {
        var submission = Self.processing()
        let change = StageChange.normalized(
            Self.made(submission), verdict: SampleSubmissions.acceptance(submission), isReadNext: true)
        submission = try Self.apply(change, to: submission).submission
        #expect(try Self.apply(change, to: submission).counts == .zero)
        // As turning it leaves it.
        submission.documents[0].pages[0].images = []
        #expect(try Self.apply(change, to: submission).counts == UsageCounts(pagesMade: 2))
    }

    @Test func `reading tells how many pages it could read, and the processor time in whole milliseconds`() throws {
        let submission = Self.processing()
        let change = StageChange.read(
            Self.record(submission), pdfs: [:], verdict: SampleSubmissions.acceptance(submission),
            processor: .microseconds(1_999))
        #expect(try Self.apply(change, to: submission).counts == UsageCounts(pagesRead: 1, readingMilliseconds: 1))
        let nothing = StageChange.read(
            ReadingRecord(models: [:]), pdfs: [:], verdict: SampleSubmissions.acceptance(submission))
        #expect(try Self.apply(nothing, to: submission).counts == .zero)
    }
}
