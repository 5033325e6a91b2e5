import Binding
import BlobStore
import FoundationEssentials
import ServiceRuntime
import Shared

/// Reads all documents of a submission, and checks the rules for the values.
struct SubmissionReading: Sendable {
    let documents: DocumentReader
    let binding: PDFBinding
    /// Of one submission. Further pages are not read.
    var mostPages = 200
    /// Verifies signed codes.
    var proof: CodeProof = { _ in nil }
    /// The receiver of progress; nil for none.
    var audience: PageProgress.Audience?
    var now: @Sendable () -> Timestamp = { Timestamp(Date()) }

    struct Result: Sendable {
        var record: ReadingRecord
        /// Of all pages whose words were read.
        var processor = Duration.zero
        var pdfs: [DocumentID: StoredFile] = [:]
        var verdict = SubmissionVerdict(documents: [])
    }

    func read(_ submission: Submission, journey: JourneyDefinition) async throws -> Result {
        // Documents that were accepted before were read then.
        let pending = submission.documents.filter { $0.state == .checking && !$0.pages.isEmpty }
        return try await PageProgress.following(pending, of: submission, to: audience) { progress in
            try await read(pending, of: submission, journey: journey, progress)
        }
    }

    private func read(
        _ pending: [Document], of submission: Submission, journey: JourneyDefinition, _ progress: PageProgress?
    ) async throws -> Result {
        let (space, moment) = (BlobSpace(tenant: submission.tenant, submission: submission.id), now())
        var result = Result(record: ReadingRecord(models: await documents.models, salt: UUID()))
        var facts = SubmissionFacts(submission, journey: journey, at: moment)
        let kinds = KindReader(for: journey)
        var refusals: [Reason] = []
        var left = mostPages
        for document in pending {
            let pages = try await documents.read(document, atMost: left, in: space) { await progress?.made(pageOf: $0, of: $1) }
            left -= pages.count
            result.processor = pages.reduce(result.processor) { $0 + $1.processor }
            // Of what nobody has read there is nothing to say.
            if !pages.isEmpty, let index = facts.documents.firstIndex(where: { $0.id == document.id }) {
                let read = Self.meaning(of: pages, document, submission, kinds: kinds, proof: proof, on: facts.today)
                result.record.documents.append(read)
                facts.documents[index].reading = read
            }
            guard document.pdf == nil else { continue }
            switch try await binding.bind(Self.bound(pages, document), in: space) {
            case .success(let pdf): result.pdfs[document.id] = pdf
            case .failure(let refusal): refusals += try refusal.reasons(against: document, in: journey)
            }
        }
        let reasons = RuleEngine.reading.reasons(for: facts)
        result.verdict = SubmissionVerdict(sorting: refusals + reasons, under: pending.map(\.id))
        return result
    }

    // MARK: - Meaning

    /// Pure.
    static func meaning(
        of pages: [DocumentReader.Page], _ document: Document, _ submission: Submission, kinds: KindReader, proof: CodeProof,
        on today: CalendarDate
    ) -> ReadDocument {
        let reading = DocumentReading(
            pages.map { $0.text ?? PageText(source: .recognized, proportion: $0.image.proportion, words: []) },
            hints: ReadingHints(today: today, locale: submission.locale), kinds: kinds)
        var read = ReadDocument(
            document.id, pages: pages.map(ReadPage.init), reading, declared: document.type, expected: submission.expected,
            proof: proof)
        // Pages that were not read are not missing.
        if pages.count < document.pageCount { read.faults.removeAll { $0.kind == .missing } }
        return read
    }

    // MARK: - PDF

    /// Pages after those that were read have no words.
    private static func bound(_ pages: [DocumentReader.Page], _ document: Document) -> [BoundPage] {
        let images = document.pages.flatMap { page in
            page.images.enumerated().map { ($1, page.making?.papers?.dropFirst($0).first ?? nil, page.making?.isSigned == true) }
        }
        return images.enumerated().map { index, page in
            BoundPage(
                image: page.0, paper: page.1, words: pages.dropFirst(index).first?.text?.words ?? [], isOfSignedFile: page.2)
        }
    }
}

extension PageImage {
    fileprivate var proportion: Double { Double(size.width) / Double(max(1, size.height)) }
}

extension ReadPage {
    init(_ page: DocumentReader.Page) {
        self.init(
            page: page.file, number: page.number, source: page.text?.source, words: page.text?.words.count ?? 0,
            confidence: page.text?.meanConfidence ?? 0)
    }
}
