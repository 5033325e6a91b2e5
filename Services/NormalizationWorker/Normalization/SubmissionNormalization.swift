import Binding
import BlobStore
import Domain
import EventLoop
import Jail
import ServiceRuntime
import Shared

/// Makes the clean form of all documents of a submission.
struct SubmissionNormalization: Sendable {
    let pages: PageNormalizer
    let assembler: any DocumentAssembler
    let known: any KnownPictures
    /// The number of files that are decoded at a time.
    let concurrency: Int
    /// The receiver of progress; nil for none.
    var audience: PageProgress.Audience?
    /// Whether pages are read next, if their journey reads.
    var isReadingOn = false

    /// The result, and the faults found meanwhile.
    func normalize(
        _ submission: Submission, journey: JourneyDefinition
    ) async throws -> (documents: [NormalizedDocument], verdict: SubmissionVerdict) {
        // Documents that were accepted before have their clean form already.
        let pending = submission.documents.filter { $0.state == .checking && !$0.pages.isEmpty }
        return try await PageProgress.following(pending, of: submission, to: audience) { progress in
            try await normalize(pending, of: submission, journey: journey, progress)
        }
    }

    private func normalize(
        _ pending: [Document], of submission: Submission, journey: JourneyDefinition, _ progress: PageProgress?
    ) async throws -> (documents: [NormalizedDocument], verdict: SubmissionVerdict) {
        let space = BlobSpace(tenant: submission.tenant, submission: submission.id)
        var normalized: [NormalizedDocument] = []
        var reasons: [Reason] = []
        for document in pending {
            // A journey that does not refuse what is cut off takes what is left of it.
            let salvaging = journey.policy(of: FileComplete()) != .refuse
            let results = try await results(of: document, in: space, salvaging: salvaging, progress)
            let alike = try await alike(results, of: submission, journey: journey)
            let found = findings(of: document, results, alike: alike, journey: journey)
            reasons += found
            guard !found.contains(where: { $0.severity == .refuse }) else { continue }
            let made = results.compactMap { try? $0.get() }
            if journey.pdfText == .read, isReadNext(in: journey) {
                normalized.append(NormalizedDocument(document: document.id, pages: made.map(\.unbound), pdf: nil))
                continue
            }
            let clean = made.map(\.page)
            switch try await pdf(of: document, made, journey: journey, in: space) {
            case .success(let pdf): normalized.append(NormalizedDocument(document: document.id, pages: clean, pdf: pdf))
            case .failure(let refusal):
                reasons += try refusal.reasons(against: document, in: journey)
            }
        }
        return (normalized, SubmissionVerdict(sorting: reasons, under: pending.map(\.id)))
    }

    func isReadNext(in journey: JourneyDefinition) -> Bool { isReadingOn && journey.reading != .off }

    /// Keeps the letters if the journey wants them and the document is one complete PDF. Otherwise binds the pages.
    private func pdf(
        of document: Document, _ made: [PageNormalizer.Pages], journey: JourneyDefinition, in space: BlobSpace
    ) async throws -> Result<StoredFile, ContentRefusal> {
        if journey.pdfText == .kept, document.pages.count == 1, let page = document.pages.first, page.rotation == .none,
            let original = page.original, original.mediaType == .pdf, made.first?.page.making?.repairs.isEmpty != false,
            let drawn = try await assembler.redraw(original.digest, in: space)
        {
            return .success(drawn)
        }
        return try await assembler.assemble(made.flatMap(\.bound), in: space)
    }

    /// One result for each page, in order.
    private func results(
        of document: Document, in space: BlobSpace, salvaging: Bool, _ progress: PageProgress?
    ) async throws -> [Result<PageNormalizer.Pages, ContentRefusal>] {
        try await document.pages.concurrentMap(atMost: concurrency) { page in
            let result = try await pages.normalize(
                page, source: document.source, in: space, salvaging: salvaging, keepsPicture: document.pages.count == 1
            ) {
                await progress?.made(pageOf: page.id, of: $0)
            }
            if case .failure = result { progress?.gaveUp(on: page.id) }
            return result
        }
    }

    /// In how many other submissions there are pages like these; nil if the journey does not ask.
    private func alike(
        _ results: [Result<PageNormalizer.Pages, ContentRefusal>], of submission: Submission, journey: JourneyDefinition
    ) async throws -> [PerceptualHash: Int]? {
        guard journey.policy(of: FileNotAlike()) != .allow else { return nil }
        let signals = results.compactMap { try? $0.get() }.flatMap { $0.page.making?.signals ?? [] }
        let pictures = Set(signals.filter(\.isTellingApart).map(\.likeness))
        do {
            return try await known.submissionsShowing(Array(pictures), tenant: submission.tenant, besides: submission.id)
        } catch {
            throw ProcessingFailure(error)
        }
    }

    /// As findings of the file rules.
    private func findings(
        of document: Document, _ results: [Result<PageNormalizer.Pages, ContentRefusal>], alike: [PerceptualHash: Int]?,
        journey: JourneyDefinition
    ) -> [Reason] {
        zip(document.pages, results).flatMap { page, result -> [Reason] in
            guard var facts = PageFacts(page), let type = journey.documentType(document.type) else { return [] }
            switch result {
            case .failure(let refusal): facts.add(refusal)
            case .success(let pages):
                facts.integrity = .intact
                facts.pageCount = pages.page.images.count
                facts.blankPages = pages.blank
                facts.signals = pages.page.making?.signals ?? []
                facts.repairs = pages.page.making?.repairs ?? []
                facts.alikeElsewhere = alike.map { alike in
                    facts.signals.filter(\.isTellingApart).compactMap { alike[$0.likeness] }.max() ?? 0
                }
            }
            return RuleEngine.decoding.reasons(for: facts, of: type, in: DocumentFacts(document), journey: journey)
        }
    }
}
