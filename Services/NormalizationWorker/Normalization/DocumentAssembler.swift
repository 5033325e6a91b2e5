import BlobStore
import Jail
import Shared

/// Binds the clean pages of a document into one PDF, and puts it into the blob store.
protocol DocumentAssembler: Sendable {
    func assemble(_ images: [PageImage], in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile

    /// A PDF with the letters of an original PDF, and nothing else of it; nil if that cannot be made or proven: then its pages are
    /// bound.
    func redraw(_ original: ContentDigest, in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile?
}

struct JailAssembler: DocumentAssembler {
    let jail: Jail
    let blobs: any BlobStore
    var limits = FileLimits()

    func redraw(_ original: ContentDigest, in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile? {
        do {
            let file = try await blobs.open(space.key(original))
            let pdf = try await jail.redraw(.descriptor(file.descriptor), budget: DocumentBudget(limits))
            withExtendedLifetime(file) {}
            return try await store(pdf, space)
        } catch let error as JailError {
            switch error {
            // What is wrong with it now will be wrong with it again, and pages have been made of it all the same.
            case .refused, .unproven, .crashed, .forbidden, .deadlineExceeded, .failed, .protocolViolation: return nil
            case .unavailable, .cancelled: throw ProcessingFailure(error)
            }
        } catch {
            throw ProcessingFailure(of: "assembly", error)
        }
    }

    func assemble(_ images: [PageImage], in space: BlobSpace) async throws(ProcessingFailure) -> StoredFile {
        do {
            var files: [BlobFile] = []
            for image in images { files.append(try await blobs.open(space.key(image.file.digest))) }
            // The files stay open until the jail has its own handles on them.
            let pdf = try await jail.assemble(files.map { .descriptor($0.descriptor) })
            withExtendedLifetime(files) {}
            return try await store(pdf, space)
        } catch {
            throw ProcessingFailure(of: "assembly", error)
        }
    }

    private func store(_ pdf: AssembledPDF, _ space: BlobSpace) async throws -> StoredFile {
        let writer = try await blobs.writer(in: space)
        do {
            while writer.count < pdf.byteCount { try await writer.append(try pdf.read(at: writer.count)) }
            let blob = try await writer.finish()
            return StoredFile(digest: blob.key.digest, size: blob.size, mediaType: .pdf)
        } catch {
            await writer.abort()
            throw error
        }
    }
}
