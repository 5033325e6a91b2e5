import Binding
import BlobStore
import EventLoop
import Jail
import PagePDF
import Shared
import Support
import Testing

@testable import NormalizationWorker

/// What becomes of pages that are to be one PDF, and of a PDF that is to keep its letters.
@Suite(.timeLimit(.minutes(2)))
struct PDFAssemblerTests {
    /// A frame of eight by eight grey pixels, and a scan of it: what a page's bytes have to have.
    private static let picture: [UInt8] =
        [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0xd9]

    private let space = BlobSpace(tenant: "acme", submission: .random())
    private let blobs = MemoryBlobStore()

    private func page(_ bytes: [UInt8] = picture) async throws -> BoundPage {
        let blob = try await blobs.put(bytes, in: space)
        return BoundPage(
            image: PageImage(
                file: StoredFile(digest: blob.key.digest, size: blob.size, mediaType: .jpeg), size: PixelSize(width: 8, height: 8)
            ))
    }

    private func assembled(
        _ pages: [BoundPage], _ limits: PageBinder.Limits = PageBinder.Limits()
    ) async throws -> Result<StoredFile, ContentRefusal> {
        var result: Result<StoredFile, ContentRefusal>?
        try await CorpusFixture.run { ground in
            let assembler = PDFAssembler(jail: ground.jail, blobs: blobs, pool: ground.group.blocking, binding: limits)
            result = try await assembler.assemble(pages, in: space)
        }
        return try #require(result)
    }

    @Test func thePDFIsThereAndTheSameAgain() async throws {
        let pages = [try await page(), try await page()]
        let pdf = try await assembled(pages).get()
        #expect(pdf.mediaType == .pdf)
        let file = try await blobs.open(space.key(pdf.digest))
        #expect(file.size == pdf.size)
        let head = try file.read(at: 0, count: 8)
        #expect(head == Array("%PDF-1.4".utf8))
        let again = try await assembled(pages).get()
        #expect(again == pdf)
    }

    @Test func aPageWhoseBytesAreAtHandIsBoundOfThemAndIsNotRead() async throws {
        var kept = try await page()
        let bound = try await assembled([kept]).get()
        kept.jpeg = Self.picture
        for blob in try await blobs.blobs(in: space) { try await blobs.remove(blob) }
        #expect(try await assembled([kept]).get() == bound)
        kept.jpeg = nil
        await #expect(throws: (any Error).self) { try await assembled([kept]) }
    }

    @Test(arguments: [PageBinder.Limits(page: 27, document: 100_000), PageBinder.Limits(page: 100, document: 300)])
    func whatIsTooLongIsAReasonAndNothingIsLeftOfIt(limits: PageBinder.Limits) async throws {
        let result = try await assembled([try await page(), try await page()], limits)
        guard case .failure(.overBudget(.bytes, let found, let limit)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(found > limit && [27, 300].contains(limit))
        #expect(blobs.keys.count == 1 && blobs.unfinishedWriters == 0)
    }

    /// Nothing but what the jail made is bound: anything else is a fault that another try does not mend.
    @Test func whatIsNoCleanPageIsNotBound() async throws {
        let dirty = try await page(Self.picture.dropLast(2) + [0xff, 0xfe, 0, 2, 0xff, 0xd9])
        let failure = await #expect(throws: ProcessingFailure.self) { _ = try await assembled([try await page(), dirty]) }
        #expect(failure?.code == "binding.not-clean" && failure?.isRetriable == false)
        #expect(blobs.unfinishedWriters == 0)
    }

    @Test func whatCannotBeDrawnAnewIsLeftToItsPages() async throws {
        let original = try await blobs.put(Array("no PDF at all".utf8), in: space)
        try await CorpusFixture.run { ground in
            let assembler = PDFAssembler(jail: ground.jail, blobs: blobs, pool: ground.group.blocking)
            let drawn = try await assembler.redraw(original.key.digest, in: space)
            #expect(drawn == nil)
        }
        #expect(blobs.keys.count == 1 && blobs.unfinishedWriters == 0)
    }
}
