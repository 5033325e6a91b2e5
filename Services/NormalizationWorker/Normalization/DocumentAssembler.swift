import Binding
import BlobStore
import EventLoop
import Jail
import PagePDF
import Shared

/// Makes the PDF of a document, and stores it in the blob store.
protocol DocumentAssembler: Sendable {
    /// From its clean pages. A refusal if they are too many for one PDF.
    func assemble(
        _ pages: [BoundPage], in space: BlobSpace
    ) async throws(ProcessingFailure) -> Result<StoredFile, ContentRefusal>

    /// A PDF with the letters of an original PDF, and nothing else of it. Nil if that cannot be made or proven: its pages
    /// are bound then.
    func redraw(_ original: ContentDigest, in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile?
}

/// Binds pages itself. The jail redraws PDFs that keep their letters.
struct PDFAssembler: DocumentAssembler {
    private let jail: Jail
    private let blobs: any BlobStore
    private let limits: FileLimits
    private let binding: PDFBinding

    /// `pool` reads pages.
    init(
        jail: Jail, blobs: any BlobStore, pool: BlockingPool, limits: FileLimits = FileLimits(),
        binding: PageBinder.Limits = PageBinder.Limits()
    ) {
        self.jail = jail
        self.blobs = blobs
        self.limits = limits
        self.binding = PDFBinding(blobs: blobs, pool: pool, limits: binding)
    }

    func assemble(
        _ pages: [BoundPage], in space: BlobSpace
    ) async throws(ProcessingFailure) -> Result<StoredFile, ContentRefusal> { try await binding.bind(pages, in: space) }

    func redraw(_ original: ContentDigest, in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile? {
        do {
            let file = try await blobs.open(space.key(original))
            let pdf = try await jail.withFile(ofSize: file.size) {
                try await file.whole()
            } reading: { input in
                try await jail.redraw(input, budget: DocumentBudget(limits))
            }
            return try await blobs.storePDF(in: space) { writer in
                while writer.count < pdf.byteCount { try await writer.append(try pdf.read(at: writer.count)) }
            }
        } catch let error as JailError {
            // What is wrong with it will be wrong with it again, and pages have been made of it all the same.
            if case .unproven = error { return nil }
            guard error.refusal != nil else { throw ProcessingFailure(error) }
            return nil
        } catch {
            throw ProcessingFailure(of: "assembly", error)
        }
    }
}
