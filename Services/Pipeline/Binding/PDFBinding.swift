public import BlobStore
public import EventLoop
public import Jail
public import PagePDF
public import Shared

/// A page for binding: its picture, and its paper size if it has one.
public struct BoundPage: Hashable, Sendable {
    public let image: PageImage
    public var paper: Paper?
    /// The words on it, for searching and copying.
    public var words: [PageWord]
    /// Whether the file that it is made of carries a signature.
    public var isOfSignedFile: Bool
    /// The bytes of the picture, where they are still at hand; else they are read where they were stored.
    public var jpeg: [UInt8]?

    public init(
        image: PageImage, paper: Paper? = nil, words: [PageWord] = [], isOfSignedFile: Bool = false, jpeg: [UInt8]? = nil
    ) {
        self.image = image
        self.paper = paper
        self.words = words
        self.isOfSignedFile = isOfSignedFile
        self.jpeg = jpeg
    }
}

/// Binds clean pages into one PDF, and stores it in the blob store.
public struct PDFBinding: Sendable {
    private let blobs: any BlobStore
    /// Reads pages.
    private let pool: BlockingPool
    private let limits: PageBinder.Limits

    public init(blobs: any BlobStore, pool: BlockingPool, limits: PageBinder.Limits = PageBinder.Limits()) {
        self.blobs = blobs
        self.pool = pool
        self.limits = limits
    }

    /// Binds a document's clean pages; a refusal if they are too many for one PDF.
    public func bind(
        _ pages: [BoundPage], in space: BlobSpace
    ) async throws(ProcessingFailure) -> Result<StoredFile, ContentRefusal> {
        do {
            let pdf = try await blobs.storePDF(in: space) { writer in
                var binder = PageBinder(
                    pageCount: pages.count, isOfSignedFile: pages.contains(where: \.isOfSignedFile), limits: limits)
                try await writer.append(try binder.begin())
                for page in pages {
                    let jpeg = if let jpeg = page.jpeg { jpeg } else { try await bytes(of: page.image, in: space) }
                    try await writer.append(try binder.page(jpeg, on: page.paper, words: page.words))
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
        guard file.size <= limits.page else { throw BindingFault.tooLong(bytes: file.size, limit: limits.page) }
        return try await file.read(at: 0, count: file.size, on: pool)
    }
}

extension BlobStore {
    /// Stores the output of `write`, whole or not at all.
    public func storePDF(in space: BlobSpace, _ write: (any BlobWriter) async throws -> Void) async throws -> StoredFile {
        let writer = try await writer(in: space)
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
