import Binding
import BlobStore
import Domain
import Jail
import Shared

/// Makes the clean pages of one file, and stores them in the blob store.
struct PageNormalizer: Sendable {
    let blobs: any BlobStore
    let decoders: ProcessorFactory<any FileDecoder>
    let format: PageFormat
    var limits = FileLimits()

    /// The result for a file.
    struct Pages: Sendable {
        let page: NormalizedPage
        /// The images for binding.
        let bound: [BoundPage]
        /// The number of blank pages.
        let blank: Int

        /// With the data for binding later.
        var unbound: NormalizedPage {
            var making = page.making
            making?.papers = bound.map(\.paper)
            return NormalizedPage(page: page.page, images: page.images, making: making)
        }
    }

    /// The pages, or the reason for which the content is unusable. With `salvaging` a damaged file is decoded as far as
    /// possible. `onPage` gets the total after each page.
    ///
    /// With `keepsPicture` that of a single page stays in memory if it is small: it is bound next.
    func normalize(
        _ page: Page, source: DocumentSource?, in space: BlobSpace, salvaging: Bool = false, keepsPicture: Bool = false,
        onPage: @Sendable (_ total: Int) async -> Void = { _ in }
    ) async throws(ProcessingFailure) -> Result<Pages, ContentRefusal> {
        guard let original = page.original, let mediaType = original.mediaType else {
            return .failure(.unsupported(mediaType: page.original?.mediaType ?? .octetStream))
        }
        let request = DecodeRequest(
            mediaType: mediaType, rotation: page.rotation, crop: page.crop, box: format.box, quality: format.quality,
            preview: nil,
            salvages: salvaging, budget: DocumentBudget(limits))
        do {
            let decoder = try decoders.processor(for: ProcessorRequest(source: source, mediaType: mediaType))
            let file = try await blobs.open(space.key(original.digest))
            let pages = try await Jail.judged { alone in
                try await self.pages(
                    page.id, of: file, request, by: decoder, alone: alone, in: space, keepsPicture: keepsPicture, onPage)
            }
            return .success(pages)
        } catch let error as JailError {
            guard let refusal = error.refusal else { throw ProcessingFailure(error) }
            return .failure(refusal)
        } catch {
            throw ProcessingFailure(of: "normalization", error)
        }
    }

    private func pages(
        _ page: PageID, of file: BlobFile, _ request: DecodeRequest, by decoder: any FileDecoder, alone: Bool,
        in space: BlobSpace, keepsPicture: Bool, _ onPage: @Sendable (_ total: Int) async -> Void
    ) async throws -> Pages {
        // Before, because what decodes may die of it; behind, in case it was being replaced.
        var versions = await decoder.versions
        var bound: [BoundPage] = []
        var blank = 0
        var signals: [PageSignals] = []
        var isSigned = false
        let repairs = try await decoder.decode(file, request, alone: alone) { decoded in
            if decoded.isBlank { blank += 1 }
            if decoded.isSigned { isSigned = true }
            if let found = decoded.signals { signals.append(found) }
            let image = try await store(decoded.jpeg, PixelSize(width: decoded.width, height: decoded.height), space)
            bound.append(
                BoundPage(
                    image: image, paper: decoded.paper, isOfSignedFile: decoded.isSigned,
                    jpeg: keepsPicture && decoded.total == 1 && decoded.jpeg.count <= Self.keptAtMost ? decoded.jpeg : nil))
            await onPage(decoded.total)
        }.repairs
        let lost = repairs.count { if case .lostPage = $0 { true } else { false } }
        for _ in 0..<lost { await onPage(bound.count + lost) }
        if versions.isEmpty { versions = await decoder.versions }
        let making = PageMaking(decoders: versions, repairs: repairs, signals: signals, isSigned: isSigned ? true : nil)
        let made = NormalizedPage(page: page, images: bound.map(\.image), making: making)
        return Pages(page: made, bound: bound, blank: blank)
    }

    /// Bytes of a picture that stays in memory.
    private static let keptAtMost = 1 << 20

    private func store(_ jpeg: [UInt8], _ size: PixelSize, _ space: BlobSpace) async throws(BlobError) -> PageImage {
        let blob = try await blobs.put(jpeg, in: space)
        return PageImage(file: StoredFile(digest: blob.key.digest, size: blob.size, mediaType: .jpeg), size: size)
    }
}
