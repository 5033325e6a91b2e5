import Binding
import BlobStore
import EventLoop
import Jail
import Shared

/// Reads the pages of one document: from a PDF's own letters if it has them, otherwise from the clean images of its
/// pages.
struct DocumentReader: Sendable {
    let blobs: any BlobStore
    let readers: ProcessorFactory<any PageReader>
    let limits: FileLimits
    /// The number of pages that are read at a time.
    let concurrency: Int

    /// A page of a document, and the result of reading it.
    struct Page: Sendable {
        let file: PageID
        /// From 1, within its file.
        let number: Int
        let image: PageImage
        /// Nil if it could not be read.
        let text: PageText?
        /// Of reading it; zero if that failed.
        let processor: Duration
    }

    var models: [String: String] {
        get async {
            guard let reader = try? readers.processor(for: ProcessorRequest(mediaType: .jpeg)) else { return [:] }
            return await reader.models
        }
    }

    /// Reads the first pages up to the limit, in order. `onPage` is called after each page, with the number of pages of
    /// its file.
    func read(
        _ document: Document, atMost most: Int, in space: BlobSpace,
        onPage: @escaping @Sendable (_ file: PageID, _ total: Int) async -> Void
    ) async throws(ProcessingFailure) -> [Page] {
        let places = Self.places(of: document).prefix(most)
        // Pages of one PDF are read of one file: each time that it is opened, all of it is decrypted.
        var files: [ContentDigest: SharedFile] = [:]
        let inputs = places.map { place in
            let (digest, mediaType, request) = input(of: place)
            let file = files[digest] ?? SharedFile(space.key(digest))
            file.expectReader()
            files[digest] = file
            return Input(place: place, file: file, mediaType: mediaType, request: request)
        }
        do {
            return try await inputs.concurrentMap(atMost: concurrency) { input in
                let place = input.place
                let read = try await text(of: input, document.source)
                await onPage(place.page.id, place.page.images.count)
                return Page(
                    file: place.page.id, number: place.number, image: place.image, text: read?.text,
                    processor: read?.processor ?? .zero)
            }
        } catch {
            throw ProcessingFailure(of: "reading", error)
        }
    }

    // MARK: - Pages

    private struct Place: Sendable {
        let page: Shared.Page
        let number: Int
        let image: PageImage
    }

    /// The input for a page.
    private struct Input: Sendable {
        let place: Place
        let file: SharedFile
        let mediaType: MediaType
        let request: ReadRequest
    }

    private static func places(of document: Document) -> [Place] {
        document.pages.flatMap { page in
            page.images.enumerated().map { Place(page: page, number: $0.offset + 1, image: $0.element) }
        }
    }

    /// Nil for an unreadable page: that is a finding, and stops nothing.
    private func text(of input: Input, _ source: DocumentSource?) async throws -> (text: PageText, processor: Duration)? {
        defer { input.file.readerIsDone() }
        let reader = try readers.processor(for: ProcessorRequest(source: source, mediaType: input.mediaType))
        let file = try await input.file.file(in: blobs)
        do {
            return try await reader.read(file, input.request)
        } catch let error as JailError where error.isOfPage {
            return nil
        }
    }

    /// A repaired PDF may have lost pages: its images are what is left.
    private func input(of place: Place) -> (ContentDigest, MediaType, ReadRequest) {
        if let original = place.page.original, original.mediaType == .pdf, place.page.making?.repairs.isEmpty != false {
            let request = ReadRequest(.page(place.number), rotation: place.page.rotation, budget: DocumentBudget(limits))
            return (original.digest, .pdf, request)
        }
        return (place.image.file.digest, .jpeg, ReadRequest(.picture, budget: DocumentBudget(limits)))
    }
}
