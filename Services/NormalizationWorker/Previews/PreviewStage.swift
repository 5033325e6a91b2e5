import Binding
import BlobStore
import Domain
import Jail
import ServiceRuntime
import Shared

/// Makes a preview of each arriving file for its person: a browser cannot show every kind of photo. Its findings are
/// stored, so that the person learns of a blurred photo while they have the document at hand.
///
/// It is upright by the file's own orientation. The client applies the person's rotation, which so takes effect at once.
struct PreviewStage: StageHandler {
    let stage = Stage.preview
    let eventTypes = Stage.preview.eventTypes

    let reader: any StageReader
    let blobs: any BlobStore
    let decoders: ProcessorFactory<any FileDecoder>
    let format: PreviewRequest
    var limits = FileLimits()

    func decide(on event: StageEvent) async -> StageOutcome {
        do {
            let upload = try EventReader.event(UploadCompleted.self, from: event.payload).data
            guard let subject = try await reader.stageSubject(event.header.submission),
                let page = subject.submission.document(upload.document)?.page(upload.page),
                page.original?.digest == upload.digest, page.look == nil, let mediaType = upload.mediaType
            else { return .nothing }
            let space = BlobSpace(tenant: subject.submission.tenant, submission: subject.submission.id)
            guard let (preview, look) = try await look(at: page, upload.digest, mediaType, upload.source, in: space) else {
                return .nothing
            }
            return .change(subject.submission, .previewed(page.id, of: upload.digest, preview, look), because: event)
        } catch is NoProcessor {
            return .nothing
        } catch {
            return StageOutcome(ProcessingFailure(of: "preview", error))
        }
    }

    /// The preview, if one can be made, and the findings; nil for a file without a page.
    private func look(
        at page: Page, _ digest: ContentDigest, _ mediaType: MediaType, _ source: DocumentSource?, in space: BlobSpace
    ) async throws -> (PageImage?, FirstLook)? {
        do {
            return try await picture(of: digest, mediaType, source, in: space)
        } catch let error as JailError {
            guard let refusal = error.refusal, var facts = PageFacts(page) else { throw error }
            facts.add(refusal)
            return (nil, FirstLook(refused: facts))
        }
    }

    private func picture(
        of digest: ContentDigest, _ mediaType: MediaType, _ source: DocumentSource?, in space: BlobSpace
    ) async throws -> (PageImage?, FirstLook)? {
        let decoder = try decoders.processor(for: ProcessorRequest(source: source, mediaType: mediaType))
        let request = DecodeRequest(
            mediaType: mediaType, box: Self.box, preview: format, maximumPages: 1,
            // What is left of a damaged file helps to recognise it.
            salvages: true, describes: true, budget: DocumentBudget(limits))
        let file = try await blobs.open(space.key(digest))
        let basis = await decoder.basis(of: request.budget)
        return try await Jail.judged { alone in
            var seen: (image: PageImage, look: FirstLook)?
            let decoded = try await decoder.decode(file, request, alone: alone) { page in
                guard let small = page.preview else { return }
                let blob = try await blobs.put(small.jpeg, in: space)
                let file = StoredFile(digest: blob.key.digest, size: blob.size, mediaType: .jpeg)
                let image = PageImage(file: file, size: small.size)
                let look = FirstLook(
                    pageCount: page.pageCount, signals: page.signals.map { [$0] } ?? [], blankPages: page.isBlank ? 1 : 0)
                seen = (image, look)
            }
            seen?.look.repairs = decoded.repairs
            if let basis, let facts = decoded.description {
                seen?.look.picture = PictureDescription(facts, as: mediaType, basis: basis)
            }
            return seen.map { ($0.image, $0.look) }
        }
    }

    /// Twice the measured size, so that a page is as sharp as in its clean form.
    private static let box = PixelBox(shortSide: 2 * GreyPicture.longSide, longSide: 2 * GreyPicture.longSide)
}
