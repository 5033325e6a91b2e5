import BlobStore
import EventLoop
import Shared

/// Gathers what the rules have to know of a submission: what the database says, and what its files hold.
struct SubmissionInspection: Sendable {
    let blobs: any BlobStore
    let factory: ProcessorFactory
    let pool: BlockingPool

    func facts(
        of submission: Submission, journey: JourneyDefinition, at moment: Timestamp, attempt: Int
    ) async throws(ProcessingFailure) -> SubmissionFacts {
        var facts = SubmissionFacts(submission, journey: journey, at: moment)
        let space = BlobSpace(tenant: submission.tenant, submission: submission.id)
        for document in facts.documents.indices where facts.documents[document].settled == nil {
            let source = submission.document(facts.documents[document].id)?.source
            for page in facts.documents[document].pages.indices {
                let known = facts.documents[document].pages[page]
                facts.documents[document].pages[page] = try await inspected(known, source, space, attempt)
            }
        }
        return facts
    }

    private func inspected(
        _ known: PageFacts, _ source: DocumentSource?, _ space: BlobSpace, _ attempt: Int
    ) async throws(ProcessingFailure) -> PageFacts {
        guard let digest = known.digest, known.size > 0 else { return known }
        let file: BlobFile
        let structure: FileFacts
        do {
            file = try await blobs.open(space.key(digest))
            structure = try await StructureReader(pool: pool).facts(of: file)
        } catch {
            throw ProcessingFailure(error)
        }
        var facts = known
        // By its bytes, whatever anybody said or stored of it.
        facts.add(structure)
        guard let mediaType = facts.mediaType else { return facts }
        do {
            let inspector: any FileInspector = try factory.processor(
                for: ProcessorRequest(stage: .validation, source: source, mediaType: mediaType))
            var inspected = try await inspector.inspect(file, known: facts, attempt: attempt)
            // libmagic knows one type of a file. That it has two at once outweighs its opinion.
            inspected.add(structure)
            return inspected
        } catch ProcessorFactoryError.noProcessor {
            // A type that nobody can look into is one that no journey accepts; the rules say so.
            return facts
        } catch let failure as ProcessingFailure {
            throw failure
        } catch {
            throw ProcessingFailure(
                code: "validation.no-inspector", isRetriable: false, description: "Nothing can look into this kind of file.",
                detail: String(describing: error))
        }
    }
}
