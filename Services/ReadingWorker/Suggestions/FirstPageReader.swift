import BlobStore
import Jail
import Shared

/// Reads the first page of a file as it arrived: from a PDF's own letters if it has them, otherwise from a picture.
struct FirstPageReader: Sendable {
    let blobs: any BlobStore
    let decoders: ProcessorFactory<any FirstPageDecoder>
    let readers: ProcessorFactory<any PageReader>
    var limits = FileLimits()

    /// Nil for a file without a readable page: the person learns that elsewhere.
    ///
    /// - Throws: `JailError` for temporary failures, `BlobStoreError`, `NoProcessor`.
    func text(
        of original: OriginalFile, _ mediaType: MediaType, _ source: DocumentSource?, turned rotation: Rotation,
        in space: BlobSpace
    ) async throws -> PageText? {
        do {
            let file = try await blobs.open(space.key(original.digest))
            if mediaType == .pdf {
                let reader = try readers.processor(for: ProcessorRequest(source: source, mediaType: .pdf))
                return try await reader.read(
                    file, ReadRequest(.page(1), rotation: rotation, budget: DocumentBudget(limits))
                ).text
            }
            guard let page = try await picture(of: file, mediaType, source, turned: rotation) else { return nil }
            let reader = try readers.processor(for: ProcessorRequest(source: source, mediaType: .jpeg))
            return try await reader.read(page.jpeg, ReadRequest(.picture, budget: DocumentBudget(limits)))
        } catch let error as JailError where error.isOfPage {
            return nil
        }
    }

    /// At the size of clean pages, so that a suggestion equals what is later read from them.
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
