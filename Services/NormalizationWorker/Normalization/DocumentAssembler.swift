import BlobStore
import EventLoop
import Jail
import PagePDF
import Shared

/// A page as it is bound: its picture, and the size of its paper if it has one of its own.
struct BoundPage: Hashable, Sendable {
    let image: PageImage
    var paper: Paper?
}

/// Makes one PDF of a document, and puts it into the blob store.
protocol DocumentAssembler: Sendable {
    /// Of its clean pages; a refusal when they are too much for one.
    func assemble(
        _ pages: [BoundPage], in space: BlobSpace
    ) async throws(ProcessingFailure) -> Result<StoredFile, ContentRefusal>

    /// A PDF with the letters of an original PDF, and nothing else of it; nil if that cannot be made or proven: then its pages are
    /// bound.
    func redraw(_ original: ContentDigest, in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile?
}

/// Binds pages itself, and has the jail draw what keeps its letters.
struct PDFAssembler: DocumentAssembler {
    let jail: Jail
    let blobs: any BlobStore
    /// For reading pages.
    let pool: BlockingPool
    var limits = FileLimits()
    var binding = PageBinder.Limits()

    func redraw(_ original: ContentDigest, in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile? {
        do {
            let file = try await blobs.open(space.key(original))
            let pdf = try await jail.redraw(.descriptor(file.descriptor), budget: DocumentBudget(limits))
            withExtendedLifetime(file) {}
            return try await store(space) { writer in
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

    func assemble(
        _ pages: [BoundPage], in space: BlobSpace
    ) async throws(ProcessingFailure) -> Result<StoredFile, ContentRefusal> {
        do {
            let pdf = try await store(space) { writer in
                var binder = PageBinder(pageCount: pages.count, limits: binding)
                try await writer.append(try binder.begin())
                for page in pages {
                    try await writer.append(try binder.page(try await bytes(of: page.image, in: space), on: page.paper))
                }
                try await writer.append(try binder.end())
            }
            return .success(pdf)
        } catch BindingFault.tooLong(let bytes, let limit) {
            return .failure(.overBudget(.bytes, found: bytes, limit: limit))
        } catch {
            throw ProcessingFailure(of: "assembly", error)
        }
    }

    private func bytes(of image: PageImage, in space: BlobSpace) async throws -> [UInt8] {
        let file = try await blobs.open(space.key(image.file.digest))
        guard file.size <= binding.page else { throw BindingFault.tooLong(bytes: file.size, limit: binding.page) }
        return try await file.read(at: 0, count: file.size, on: pool)
    }

    /// What `write` puts there, whole or not at all.
    private func store(_ space: BlobSpace, _ write: (any BlobWriter) async throws -> Void) async throws -> StoredFile {
        let writer = try await blobs.writer(in: space)
        do {
            try await write(writer)
            let blob = try await writer.finish()
            return StoredFile(digest: blob.key.digest, size: blob.size, mediaType: .pdf)
        } catch {
            await writer.abort()
            throw error
        }
    }
}

extension ProcessingFailure {
    /// Pages that did not become a PDF: the same pages will not do so later.
    init(_ fault: BindingFault) {
        self.init(code: fault.code, isRetriable: false, description: fault.description, detail: fault.detail)
    }
}
