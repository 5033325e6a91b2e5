public import BlobStore
public import EventLoop
public import Jail
public import PagePDF
public import Shared

/// A page as it is bound: its picture, and the size of its paper if it has one of its own.
public struct BoundPage: Hashable, Sendable {
    public let image: PageImage
    public var paper: Paper?
    /// What stands on it, to be searched and copied.
    public var words: [PageWord]

    public init(image: PageImage, paper: Paper? = nil, words: [PageWord] = []) {
        self.image = image
        self.paper = paper
        self.words = words
    }
}

/// Binds clean pages into one PDF, and puts it into the blob store.
public struct PDFBinding: Sendable {
    private let blobs: any BlobStore
    /// For reading pages.
    private let pool: BlockingPool
    private let limits: PageBinder.Limits

    public init(blobs: any BlobStore, pool: BlockingPool, limits: PageBinder.Limits = PageBinder.Limits()) {
        self.blobs = blobs
        self.pool = pool
        self.limits = limits
    }

    /// Of a document's clean pages; a refusal when they are too much for one.
    public func bind(
        _ pages: [BoundPage], in space: BlobSpace
    ) async throws(ProcessingFailure) -> Result<StoredFile, ContentRefusal> {
        do {
            let pdf = try await blobs.storePDF(in: space) { writer in
                var binder = PageBinder(pageCount: pages.count, limits: limits)
                try await writer.append(try binder.begin())
                for page in pages {
                    let jpeg = try await bytes(of: page.image, in: space)
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
    /// What `write` puts there, whole or not at all.
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
