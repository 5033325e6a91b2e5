import BlobStore
import DocketStore
import Jail
import Shared

/// Makes the clean form of all documents of a submission.
struct SubmissionNormalization: Sendable {
    let pages: PageNormalizer
    let assembler: any DocumentAssembler
    /// Files that are decoded at a time.
    let concurrency: Int

    /// What was made, and what came to light meanwhile.
    func normalize(
        _ submission: Submission, journey: JourneyDefinition, attempt: Int
    ) async throws -> (documents: [NormalizedDocument], verdict: SubmissionVerdict) {
        let space = BlobSpace(tenant: submission.tenant, submission: submission.id)
        var normalized: [NormalizedDocument] = []
        var reasons: [Reason] = []
        // Documents that were accepted before have their clean form already.
        let pending = submission.documents.filter { $0.state == .checking && !$0.pages.isEmpty }
        for document in pending {
            let results = try await results(of: document, in: space, attempt: attempt)
            let refusals = refusals(of: document, results, journey: journey)
            guard refusals.isEmpty else {
                reasons += refusals
                continue
            }
            let clean = results.compactMap { try? $0.get() }
            let pdf = try await assembler.assemble(clean.flatMap(\.images), in: space)
            normalized.append(NormalizedDocument(document: document.id, pages: clean, pdf: pdf))
        }
        return (normalized, SubmissionVerdict(sorting: reasons, under: pending.map(\.id)))
    }

    /// One result for each page, in their order.
    private func results(
        of document: Document, in space: BlobSpace, attempt: Int
    ) async throws -> [Result<NormalizedPage, ContentRefusal>] {
        typealias Numbered = (number: Int, result: Result<NormalizedPage, ContentRefusal>)
        return try await withThrowingTaskGroup(of: Numbered.self) { group in
            var results: [Int: Result<NormalizedPage, ContentRefusal>] = [:]
            for (index, page) in document.pages.enumerated() {
                if index >= concurrency, let (done, result) = try await group.next() { results[done] = result }
                group.addTask {
                    (index, try await pages.normalize(page, source: document.source, in: space, attempt: attempt))
                }
            }
            for try await (done, result) in group { results[done] = result }
            return results.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// In the words of the rules for files.
    private func refusals(
        of document: Document, _ results: [Result<NormalizedPage, ContentRefusal>], journey: JourneyDefinition
    ) -> [Reason] {
        zip(document.pages, results).flatMap { page, result -> [Reason] in
            guard case .failure(let refusal) = result, var facts = PageFacts(page),
                let type = journey.documentType(document.type)
            else { return [] }
            facts.add(refusal)
            return RuleEngine.decoding.reasons(for: facts, of: type, in: document.id)
        }
    }
}
