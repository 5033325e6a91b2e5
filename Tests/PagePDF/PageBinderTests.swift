import Crypto
import DocumentFixtures
import Imaging
import Jail
import PagePDF
import Shared
import Testing

@testable import PDF

/// What is bound, as others see it.
@Suite(.timeLimit(.minutes(1)))
struct PageBinderTests {
    @Test func pagesAreEmbeddedAsTheyAreInTheirOrder() throws {
        let pictures = try [Pixels.cornered(width: 400, height: 300), .cornered(width: 300, height: 400)].map(BoundPages.jpeg)
        let bytes = try BoundPages.pdf(of: pictures)
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
        for picture in pictures { #expect(bytes.firstRange(of: picture) != nil) }
        let document = try PDFDocument(bytes)
        #expect(document.pageCount == 2)
        for (index, size) in [RasterSize(width: 200, height: 150), RasterSize(width: 150, height: 200)].enumerated() {
            let page = try document.page(index, fitting: RasterBox(shortSide: 150, longSide: 200))
            #expect(page.size == size)
            #expect(Pixels(width: page.size.width, height: page.size.height, rgb: page.rgb).corners.isClose(to: .upright))
        }
    }

    @Test func aPageIsAtMostA4AndASmallPictureStaysSmall() throws {
        let document = try PDFDocument(
            try BoundPages.pdf(of: [
                .plain(.red, width: 2480, height: 3508), .plain(.red, width: 1000, height: 500),
                .plain(.red, width: 50, height: 40),
            ]))
        let a4 = try document.pageSize(0)
        #expect(abs(a4.width - 595.2) < 0.5 && abs(a4.height - 841.9) < 0.5)
        #expect(try document.pageSize(1) == PointSize(width: 841.89, height: 420.95))
        #expect(try document.pageSize(2) == PointSize(width: 50, height: 40))
    }

    /// As a scan of a letter in American paper.
    @Test func aPageThatHasASizeKeepsIt() throws {
        let jpeg = try BoundPages.jpeg(.plain(.red, width: 85, height: 110))
        for (width, height) in [(612, 792), (3, 3), (14_400, 14_400), (0.07 * 72, 841.89)] as [(Double, Double)] {
            let paper = try #require(Paper(width: width, height: height))
            var binder = PageBinder(pageCount: 1)
            let bytes = try binder.begin() + binder.page(jpeg, on: paper) + binder.end()
            let size = try PDFDocument(bytes).pageSize(0)
            #expect(abs(size.width - width) < 0.01 && abs(size.height - height) < 0.01, "\(width) \(height)")
        }
        for (width, height) in [(0, 792), (612, 14_401), (-612, 792), (.nan, 792), (.infinity, 792), (1e300, 792)]
            as [(Double, Double)]
        {
            #expect(Paper(width: width, height: height) == nil)
        }
        #expect(Paper(hundredths: .min, .max) == nil)
        #expect(Paper(width: 612, height: 792)?.turned(by: .quarter) == Paper(width: 792, height: 612))
    }

    /// Nobody takes the clean PDF for the signed one.
    @Test func aPDFOfASignedOriginalSaysWhereTheSignaturesAre() throws {
        let jpeg = try BoundPages.jpeg(.plain(.red, width: 40, height: 30))
        let bytes = try BoundPages.pdf(of: [jpeg, jpeg], isOfSignedFile: true)
        #expect(bytes == (try BoundPages.pdf(of: [jpeg, jpeg], isOfSignedFile: true)))
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
        let told = try Tool.pdfinfo.output(of: ["in.pdf"], files: ["in.pdf": bytes])
        #expect(told.contains("Subject:") && told.contains(PageMaking.signedStatement), "\(told)")
        let plain = try BoundPages.pdf(of: [jpeg, jpeg])
        let untold = try Tool.pdfinfo.output(of: ["in.pdf"], files: ["in.pdf": plain])
        #expect(!untold.contains("Subject:"))

        // What is read back is one or the other, and says nothing else.
        #expect(BoundPages.isProven(bytes, isOfSignedFile: true) && BoundPages.isProven(bytes, isOfSignedFile: true, pieces: 7))
        #expect(!BoundPages.isProven(bytes) && !BoundPages.isProven(plain, isOfSignedFile: true))
        var other = bytes
        let word = try #require(other.firstRange(of: Array("alone".utf8)))
        other.replaceSubrange(word, with: Array("again".utf8))
        #expect(!BoundPages.isProven(other, isOfSignedFile: true))
    }

    @Test func theSamePagesGiveTheSameBytes() throws {
        let pages: [Pixels] = [.cornered(width: 40, height: 30), .plain(.green, width: 30, height: 40)]
        #expect(try BoundPages.pdf(of: pages) == BoundPages.pdf(of: pages))
        #expect(try BoundPages.pdf(of: pages) != BoundPages.pdf(of: pages.reversed()))
    }

    /// What is stored is named by its digest: a page that is bound again must be found again, by later versions, too.
    @Test func theBytesStayTheSameFromVersionToVersion() throws {
        let picture = ImageLibrary.smallestJPEG
        let digest = Hex.encode(SHA256.hash(try BoundPages.pdf(of: [picture, picture])))
        #expect(digest == "f9adaceea62755f38dd2e0c7042e3c52d741206b0412147122f13b7483c342f6")
    }

    @Test(arguments: [1, 2, 9, 10, 99, 100, 200, 1000]) func anyNumberOfPagesFits(count: Int) throws {
        let picture = try BoundPages.jpeg(.plain(.blue, width: 8, height: 8))
        let bytes = try BoundPages.pdf(of: Array(repeating: picture, count: count))
        let pages = try Tool.qpdf.output(of: ["--show-npages", "in.pdf"], files: ["in.pdf": bytes])
        #expect(pages.split(whereSeparator: \.isWhitespace) == ["\(count)"])
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
    }

    @Test func nothingButACleanPageIsBound() throws {
        let clean = try BoundPages.jpeg(.plain(.blue, width: 8, height: 8))
        let photo = try Photo.jpeg(orientation: 6)
        for (jpeg, fault) in [
            (photo, CleanJPEG.Fault.segment(0xe1)), (clean + [0], .trailingBytes), (Array(clean.dropLast()), .truncated),
            (Array("%PDF-1.4".utf8), .segment(0)), ([], .truncated),
        ] {
            #expect(throws: BindingFault.notClean(page: 2, fault)) { try BoundPages.pdf(of: [clean, jpeg]) }
        }
    }

    @Test func limitsAreKept() throws {
        let page = try BoundPages.jpeg(.plain(.blue, width: 8, height: 8))
        #expect(throws: BindingFault.noPages) { try BoundPages.pdf(of: [[UInt8]]()) }
        #expect(throws: BindingFault.tooLong(bytes: page.count, limit: page.count - 1)) {
            try BoundPages.pdf(of: [page], limits: PageBinder.Limits(page: page.count - 1))
        }
        let whole = try BoundPages.pdf(of: [page])
        #expect(throws: BindingFault.tooLong(bytes: whole.count, limit: whole.count - 1)) {
            try BoundPages.pdf(of: [page], limits: PageBinder.Limits(document: whole.count - 1))
        }
        #expect(try BoundPages.pdf(of: [page], limits: PageBinder.Limits(page: page.count, document: whole.count)) == whole)
    }

    @Test func otherThanTheAnnouncedPagesAreNoPDF() throws {
        let page = try BoundPages.jpeg(.plain(.blue, width: 8, height: 8))
        for (announced, added) in [(2, 1), (1, 2), (1, 0)] {
            let fault = #expect(throws: BindingFault.self) {
                var binder = PageBinder(pageCount: announced)
                _ = try binder.begin()
                for _ in 0..<added { _ = try binder.page(page) }
                _ = try binder.end()
            }
            #expect(fault?.code == "binding.unproven", "\(announced), \(added)")
        }
    }
}
