import Binding
import BlobStore
import Domain
import EventLoop
import Jail
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

@testable import ReadingWorker

/// Reads what it is told that a page says, by the bytes of its file.
struct ScriptedReader: PageReader {
    let text: @Sendable (_ content: String, ReadRequest) throws(JailError) -> PageText

    /// Each page takes 600 µs.
    func read(_ file: BlobFile, _ request: ReadRequest) async throws -> (text: PageText, processor: Duration) {
        let content = String(decoding: try file.read(at: 0, count: file.size), as: UTF8.self)
        return (try text(content, request), .microseconds(600))
    }

    func read(_ picture: [UInt8], _ request: ReadRequest) async throws -> PageText {
        try text(String(decoding: picture, as: UTF8.self), request)
    }

    var models: [String: String] {
        get async { ["eng": "1"] }
    }
}

extension PageText {
    /// Lines of words that stand one below the other.
    static func written(_ lines: String...) -> PageText {
        var words: [PageWord] = []
        for (number, line) in lines.enumerated() {
            for (place, word) in line.split(at: " ").enumerated() {
                let box = PageBox(
                    left: 1_000 + place * 900, top: 500 + number * 400, right: 1_800 + place * 900, bottom: 750 + number * 400)
                words.append(PageWord(text: String(word), box: box, confidence: 95, line: number))
            }
        }
        return PageText(source: .recognized, proportion: 0.7, words: words)
    }
}

@Suite struct ReadingStageTests {
    private static let journey = JourneyDefinition(
        id: "bills", title: "Bills", summary: "",
        documentTypes: [
            DocumentType(id: "utility-bill", title: "Utility bill", hint: "", icon: "doc", issueDate: .issuedWithin(days: 90))
        ], documents: CountRange(1...3), reading: .check)

    /// A submission whose pages are clean, of one document with these files.
    private func submitted(
        _ contents: [String], journey: JourneyDefinition = journey, pdf: Bool = true
    ) async throws -> SubmittedFixture {
        var submitted = try await SubmittedFixture(
            journey: journey, state: .processing, documents: [contents.map { (Array($0.utf8), .jpeg) }])
        submitted.cleanPages(withPDF: pdf)
        return submitted
    }

    private func decide(
        on submitted: SubmittedFixture, proof: @escaping CodeProof = { _ in nil },
        _ text: @escaping @Sendable (_ content: String, ReadRequest) throws(JailError) -> PageText
    ) async throws -> (record: ReadingRecord, pdfs: [DocumentID: StoredFile], verdict: SubmissionVerdict) {
        let change = try await change(by: submitted, proof: proof, text)
        guard case .read(let record, let pdfs, let verdict, _) = change else { throw Unexpected(outcome: .nothing) }
        return (record, pdfs, verdict)
    }

    private func change(
        by submitted: SubmittedFixture, proof: @escaping CodeProof = { _ in nil },
        _ text: @escaping @Sendable (_ content: String, ReadRequest) throws(JailError) -> PageText
    ) async throws -> StageChange {
        var readers = ProcessorFactory<any PageReader>(.reading)
        readers.register { _ in ScriptedReader(text: text) }
        let outcome = await (try await stage(for: submitted, readers, proof)).decide(on: submitted.event(.submissionNormalized))
        guard case .commit(let transition) = outcome else { throw Unexpected(outcome: outcome) }
        #expect(transition.expectedVersion == submitted.submission.version)
        return transition.change
    }

    private func stage(
        for submitted: SubmittedFixture, _ readers: ProcessorFactory<any PageReader> = ProcessorFactory(.reading),
        _ proof: @escaping CodeProof = { _ in nil }
    ) async throws -> ReadingStage {
        ReadingStage(
            reader: submitted.store,
            reading: SubmissionReading(
                documents: DocumentReader(
                    blobs: submitted.blobs, readers: readers, limits: FileLimits(), concurrency: 2),
                binding: PDFBinding(blobs: submitted.blobs, pool: try await Program.group.value.blocking), mostPages: 3,
                proof: proof))
    }

    struct Unexpected: Error {
        let outcome: StageOutcome
    }

    @Test func everyPageIsReadInItsPlace() async throws {
        let submitted = try await submitted(["one", "two"])
        let (record, pdfs, _) = try await decide(on: submitted) { content, _ in
            .written("Invoice date: 3 March 2026", "page \(content)", "Electricity bill, meter reading, kWh")
        }
        let document = try #require(record.documents.first)
        #expect(record.models == ["eng": "1"] && pdfs.isEmpty)
        #expect(document.pages.map(\.page) == submitted.submission.documents[0].pages.map(\.id))
        #expect(document.pages.allSatisfy { $0.source == .recognized && $0.confidence == 95 && $0.number == 1 })
        #expect(document.certain(.issued)?.day == CalendarDate("2026-03-03"))
    }

    @Test func aPageThatCannotBeReadKeepsNothingFromGoingOn() async throws {
        let submitted = try await submitted(["good", "hostile"])
        let (record, _, verdict) = try await decide(on: submitted) { content, _ throws(JailError) in
            if content.hasPrefix("hostile") { throw .exhausted }
            return .written("Invoice date: 3 March 2026")
        }
        #expect(record.documents[0].pages.map(\.source) == [.recognized, nil])
        #expect(verdict.verdict != .refused)
    }

    @Test func `the processor time of the pages that could be read is told with them`() async throws {
        let submitted = try await submitted(["one", "hostile", "two"])
        let change = try await change(by: submitted) { content, _ throws(JailError) in
            if content.hasPrefix("hostile") { throw .exhausted }
            return .written("Invoice date: 3 March 2026")
        }
        guard case .read(_, _, _, processor: let time) = change else {
            Issue.record("\(change)")
            return
        }
        #expect(time == .microseconds(1_200))
    }

    @Test func whatTheMachineLacksIsTriedAgain() async throws {
        let submitted = try await submitted(["good"])
        await #expect(throws: Unexpected.self) {
            try await decide(on: submitted) { _, _ throws(JailError) in throw .unavailable(detail: "away") }
        }
    }

    /// What is behind them is neither missing nor without text.
    @Test func onlySoManyPagesAreRead() async throws {
        let submitted = try await submitted(["1", "2", "3", "4", "5"])
        let (record, _, verdict) = try await decide(on: submitted) { content, _ in
            .written("Invoice date: 3 March 2026", "Page \(content) of 5", "Electricity bill, meter reading, kWh")
        }
        #expect(record.documents[0].pages.count == 3)
        #expect(!record.documents[0].faults.map(\.kind).contains(.missing))
        #expect(!verdict.allReasons.map(\.rule).contains("document.pages-belong"), "\(verdict.allReasons)")
    }

    @Test func aCodeThatIsNotAsItWasSignedIsRefusedWhereTheJourneyWantsThat() async throws {
        let strict = JourneyDefinition(
            id: "bills", title: "Bills", summary: "", documentTypes: Self.journey.documentTypes, documents: CountRange(1...3),
            rules: ["document.code-signed": .refuse], reading: .check)
        let submitted = try await submitted(["1"], journey: strict)
        let code = PageCode(
            symbology: .dataMatrix, bytes: Array("DC03FR000001123F1636000126FR25METZ\u{1D}\u{1F}AAAA".utf8),
            box: PageBox(left: 1000, top: 1000, right: 2000, bottom: 2000))
        for holds in [true, false, nil] {
            let (record, _, verdict) = try await decide(on: submitted, proof: { _ in holds }) { _, _ in
                let written = PageText.written("Facture", "Electricity bill, meter reading, kWh", "page 1")
                return PageText(source: .recognized, proportion: 0.7, words: written.words, codes: [code])
            }
            #expect(record.documents[0].facts.first { $0.fact == .code }?.holds == holds)
            let reasons = verdict.allReasons.filter { $0.rule == "document.code-signed" }
            #expect(reasons.map(\.severity) == (holds == false ? [.refuse] : []))
        }
    }

    @Test func anEventThatIsOldReadsNothing() async throws {
        let submitted = try await submitted(["1"])
        var late = submitted
        late.moveOn()
        guard case .nothing = await (try await stage(for: late)).decide(on: submitted.event(.submissionNormalized)) else {
            Issue.record("an old event was worked on")
            return
        }
    }

    /// What reads is away: that is no fault of the submission, and the stage waits for it.
    @Test func aJailThatIsAwayIsToldAsSuch() async throws {
        let submitted = try await submitted(["1"])
        let group = try await Program.group.value
        let jail = try await Jail.start(
            configuration: .reader(path: try BuiltPrograms.path("ReaderJail"), languages: [.english]), group: group,
            logger: Logger(label: "test", level: .critical))
        await jail.shutdown()
        let image = submitted.submission.documents[0].pages[0].images[0]
        let file = try await submitted.blobs.open(submitted.space.key(image.file.digest))
        let failure = await #expect(throws: ProcessingFailure.self) {
            try await JailPageReader(jail: jail).read(file, ReadRequest(.picture))
        }
        #expect(failure?.outage == Outage(of: .readerJail) && failure?.isRetriable == true)
    }
}
