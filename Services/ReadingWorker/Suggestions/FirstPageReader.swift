import Binding
import BlobStore
import Domain
import Jail
import Shared

/// Reads the first page of a file as it came: of a PDF by its letters where it has them, and else by a picture of it.
struct FirstPageReader: Sendable {
    let blobs: any BlobStore
    let decoders: ProcessorFactory<any FirstPageDecoder>
    let readers: ProcessorFactory<any PageReader>
    var limits = FileLimits()

    /// Nil for a file of which no page can be made or read: the person is told of that elsewhere.
    ///
    /// - Throws: `JailError` for what passes, `BlobStoreError`, `NoProcessor`.
    func text(
        of original: OriginalFile, _ mediaType: MediaType, _ source: DocumentSource?, turned rotation: Rotation,
        in space: BlobSpace
    ) async throws -> PageText? {
        do {
            let file = try await blobs.open(space.key(original.digest))
            if mediaType == .pdf {
                let reader = try readers.processor(for: ProcessorRequest(source: source, mediaType: .pdf))
                return try await reader.read(
                    file, ReadRequest(.page(1), rotation: rotation, budget: DocumentBudget(limits)))
            }
            guard let page = try await picture(of: file, mediaType, source, turned: rotation) else { return nil }
            let reader = try readers.processor(for: ProcessorRequest(source: source, mediaType: .jpeg))
            return try await reader.read(page.jpeg, ReadRequest(.picture, budget: DocumentBudget(limits)))
        } catch let error as JailError where error.isOfPage {
            return nil
        }
    }

    /// In the size in which clean pages are read, so that what is suggested is what is read of them.
    private func picture(
        of file: BlobFile, _ mediaType: MediaType, _ source: DocumentSource?, turned rotation: Rotation
    ) async throws -> DecodedPage? {
        let decoder = try decoders.processor(for: ProcessorRequest(source: source, mediaType: mediaType))
        let request = DecodeRequest(
            mediaType: mediaType, rotation: rotation, box: .a4, preview: nil, maximumPages: 1, measures: false, salvages: true,
            budget: DocumentBudget(limits))
        return try await Jail.judged { alone in try await decoder.firstPage(of: file, request, alone: alone) }
    }
}
