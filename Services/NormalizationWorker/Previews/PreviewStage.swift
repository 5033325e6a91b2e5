import BlobStore
import Domain
import Jail
import ServiceRuntime
import Shared

/// Makes a small picture of each file that arrives, for the person who sent it: a browser cannot show every kind of photo.
///
/// It is upright by what the file says of itself. The person's own turning of a page is left to who shows it, so that turning
/// takes effect at once.
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
                page.original?.digest == upload.digest, page.preview == nil, let mediaType = upload.mediaType
            else { return .nothing }
            let space = BlobSpace(tenant: subject.submission.tenant, submission: subject.submission.id)
            guard let preview = try await preview(of: upload.digest, mediaType, upload.source, in: space) else { return .nothing }
            return .change(subject.submission, .previewed(page.id, of: upload.digest, preview), because: event)
        } catch let error as JailError {
            // A file of which no picture can be made has none. What is wrong with it is said when it is submitted.
            if error.refusal != nil { return .nothing }
            return StageOutcome(ProcessingFailure(error))
        } catch let error as StoreError {
            return StageOutcome(ProcessingFailure(error))
        } catch let fault as EventFault {
            return .failed(ProcessingFailure(code: fault.code, isRetriable: false, description: fault.description))
        } catch is NoProcessor {
            return .nothing
        } catch {
            return StageOutcome(ProcessingFailure(of: "preview", error))
        }
    }

    private func preview(
        of digest: ContentDigest, _ mediaType: MediaType, _ source: DocumentSource?, in space: BlobSpace
    ) async throws -> PageImage? {
        let decoder = try decoders.processor(for: ProcessorRequest(source: source, mediaType: mediaType))
        let request = DecodeRequest(
            mediaType: mediaType, box: PageBox(shortSide: format.longestSide, longSide: format.longestSide),
            quality: format.quality, preview: nil, maximumPages: 1, measures: false,
            // What is left of a damaged file helps to recognise it; what is to be said of the damage is said when it is submitted.
            salvages: true, budget: DocumentBudget(limits))
        let file = try await blobs.open(space.key(digest))
        return try await Jail.judged { alone in
            var image: PageImage?
            try await decoder.decode(file, request, alone: alone) { page in
                let blob = try await blobs.put(page.jpeg, in: space)
                image = PageImage(
                    file: StoredFile(digest: blob.key.digest, size: blob.size, mediaType: .jpeg),
                    size: PixelSize(width: page.width, height: page.height))
            }
            return image
        }
    }
}
