import DocumentFixtures
import Imaging
import PDF
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PDFTests {
    init() throws {
        try StartedLibrary.outcome.get()
    }

    private let box = RasterBox(shortSide: 2480, longSide: 3508)

    private func corners(_ page: RasterPage) -> Corners {
        Pixels(width: page.size.width, height: page.size.height, rgb: page.rgb).corners
    }

    // MARK: - Reading

    @Test func pagesAreDrawnOnWhiteWithinTheBox() throws {
        let document = try PDFDocument(HandmadePDF.cornered(pages: 2, width: 300, height: 200).bytes)
        #expect(document.pageCount == 2)
        #expect(try document.pageSize(1) == PointSize(width: 300, height: 200))
        let page = try document.page(1, fitting: RasterBox(shortSide: 100, longSide: 120))
        #expect(page.size == RasterSize(width: 120, height: 80))
        #expect(corners(page).isClose(to: .upright), "\(corners(page))")
    }

    @Test func theResolutionIsBounded() throws {
        let page = try PDFDocument(HandmadePDF.cornered(width: 72, height: 36).bytes).page(
            0, fitting: box, maximumDotsPerInch: 100)
        #expect(page.size == RasterSize(width: 100, height: 50))
    }

    @Test func aTurnedPageIsDrawnAsOneLooksAtIt() throws {
        let document = try PDFDocument(HandmadePDF.cornered(page: "/Rotate 90").bytes)
        let page = try document.page(0, fitting: RasterBox(shortSide: 100, longSide: 150))
        #expect(page.size == RasterSize(width: 100, height: 150))
        #expect(corners(page).isClose(to: Corners.upright.displayed(withOrientation: 6)))
    }

    @Test func factsOfAnInnocentDocument() throws {
        let bytes = HandmadePDF.cornered().bytes
        let structure = PDFStructure(of: bytes)
        #expect(structure.encryption == .none)
        #expect(!structure.hasAutomaticActions)
        #expect(!structure.hasForm)
        #expect(structure.complaint == nil)
        #expect(!structure.hasJavaScript)
        #expect(try PDFDocument(bytes).attachmentCount == 0)
    }

    @Test func scriptsActionsFormsAndAttachmentsAreFound() throws {
        let pdf = HandmadePDF.cornered(
            catalog: "/OpenAction 5 0 R/AcroForm<</Fields[]>>/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>",
            more: [
                "<</S/JavaScript/JS(app.alert\\(1\\))>>", "<</Type/Filespec/F(a)/EF<</F 7 0 R>>>>",
                "<</Type/EmbeddedFile/Length 1>>\nstream\na\nendstream",
            ])
        let structure = PDFStructure(of: pdf.bytes)
        #expect(structure.hasAutomaticActions)
        #expect(structure.hasForm)
        #expect(structure.hasJavaScript)
        #expect(try PDFDocument(pdf.bytes).attachmentCount == 1)
    }

    @Test func aScriptWithinAPagesActionsIsFound() {
        let structure = PDFStructure(of: HandmadePDF.cornered(page: "/AA<</O<</S/JavaScript/JS(1)>>>>").bytes)
        #expect(structure.hasJavaScript)
        #expect(structure.hasAutomaticActions)
    }

    @Test func aUserPasswordKeepsItShut() throws {
        let bytes = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        #expect(PDFStructure(of: bytes).encryption == .userPassword)
        #expect(throws: PDFError.passwordProtected) { try PDFDocument(bytes) }
    }

    @Test func restrictionsAloneDoNot() throws {
        let bytes = try HandmadePDF.cornered().encrypted(userPassword: "", ownerPassword: "owner")
        #expect(PDFStructure(of: bytes).encryption == .ownerPassword)
        let page = try PDFDocument(bytes).page(0, fitting: RasterBox(shortSide: 100, longSide: 150))
        #expect(corners(page).isClose(to: .upright))
    }

    @Test(arguments: ["", "hello", "%PDF-1.4\n", "%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n"])
    func whatIsNoPDFIsDamaged(text: String) {
        #expect { try PDFDocument(Array(text.utf8)) } throws: { error in
            if case PDFError.damaged = error { true } else { false }
        }
    }

    // MARK: - Writing

    private func jpeg(_ pixels: Pixels) throws -> [UInt8] {
        try PageJPEG(rgb: pixels.rgb, size: PixelSize(width: pixels.width, height: pixels.height), quality: 90).bytes
    }

    private func written(_ pages: [Pixels]) throws -> [UInt8] {
        let writer = PagePDFWriter(pageCount: pages.count)
        var bytes = writer.begin()
        for page in pages {
            bytes += writer.page(jpeg: try jpeg(page), size: RasterSize(width: page.width, height: page.height), components: 3)
        }
        return bytes + writer.end()
    }

    @Test func pagesAreEmbeddedAsTheyAre() throws {
        let pages: [Pixels] = [.cornered(width: 400, height: 300), .cornered(width: 300, height: 400)]
        let bytes = try written(pages)
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
        for page in pages {
            let picture = try jpeg(page)
            #expect(bytes.indices.contains { bytes[$0...].starts(with: picture) })
        }
        let document = try PDFDocument(bytes)
        #expect(document.pageCount == 2)
        for index in 0..<2 {
            let page = try document.page(index, fitting: RasterBox(shortSide: 150, longSide: 200))
            #expect(corners(page).isClose(to: .upright))
        }
    }

    @Test func aPageIsAtMostA4AndASmallPictureStaysSmall() throws {
        let bytes = try written([
            .plain(.red, width: 2480, height: 3508), .plain(.red, width: 1000, height: 500), .plain(.red, width: 50, height: 40),
        ])
        let document = try PDFDocument(bytes)
        let a4 = try document.pageSize(0)
        #expect(abs(a4.width - 595.2) < 0.5 && abs(a4.height - 841.9) < 0.5)
        #expect(try document.pageSize(1) == PointSize(width: 841.89, height: 420.95))
        #expect(try document.pageSize(2) == PointSize(width: 50, height: 40))
    }

    @Test func theSamePagesGiveTheSameBytes() throws {
        let pages: [Pixels] = [.cornered(width: 40, height: 30), .plain(.green, width: 30, height: 40)]
        #expect(try written(pages) == written(pages))
        #expect(try written(pages) != written(pages.reversed()))
    }

    // MARK: - Proof

    @Test func whatTheWriterWritesIsProven() throws {
        var pictures = 0
        let examination = PagePDFExamination(
            of: try written([.cornered(width: 40, height: 30), .plain(.red, width: 30, height: 40)])
        ) { _ in
            pictures += 1
            return true
        }
        #expect(examination.findings == [])
        #expect(examination.pageCount == 2)
        #expect(pictures == 2)
    }

    @Test func aPictureThatIsNotCleanIsAFinding() throws {
        let examination = PagePDFExamination(of: try written([.cornered(width: 40, height: 30)])) { _ in false }
        #expect(examination.findings == ["a JPEG that holds more than a picture"])
    }

    @Test(arguments: [
        ("/OpenAction<</S/JavaScript/JS(1)>>", "/OpenAction in /Catalog"), ("/AA<<>>", "/AA in /Catalog"),
        ("/Names<</EmbeddedFiles<</Names[]>>>>", "/Names in /Catalog"), ("/AcroForm<</Fields[]>>", "/AcroForm in /Catalog"),
        ("/Metadata 3 0 R", "/Metadata in /Catalog"),
    ])
    func anythingElseInTheCatalogIsAFinding(entry: String, finding: String) {
        let examination = PagePDFExamination(of: HandmadePDF.cornered(catalog: entry).bytes) { _ in true }
        #expect(examination.findings.contains(finding), "\(examination.findings)")
    }

    @Test func anythingElseOnAPageIsAFinding() {
        let examination = PagePDFExamination(of: HandmadePDF.cornered(page: "/Annots[]/AA<<>>").bytes) { _ in true }
        #expect(examination.findings.contains("/Annots in /Page"))
        #expect(examination.findings.contains("/AA in /Page"))
        #expect(examination.findings.contains("page content that draws more than a picture"))
    }

    @Test func bytesBehindTheEndAreAFinding() throws {
        let bytes = try written([.cornered(width: 40, height: 30)]) + Array("MZ".utf8)
        #expect(!PagePDFExamination(of: bytes) { _ in true }.findings.isEmpty)
    }

    @Test(arguments: ["", "%PDF-1.4\n%%EOF\n", "hello"])
    func whatCannotBeParsedIsAFinding(text: String) {
        #expect(!PagePDFExamination(of: Array(text.utf8)) { _ in true }.findings.isEmpty)
        #expect(!TextPDFExamination(of: Array(text.utf8)) { _ in true }.findings.isEmpty)
    }

    // MARK: - Letters

    @Test func drawingsAreProven() throws {
        for pdf in [HandmadePDF.written("Dear Ms Doe"), .cornered(pages: 3), .cornered(page: "/Rotate 90")] {
            let document = try PDFDocument(pdf.bytes)
            let drawn = try PDFRedrawing.pages(of: document, maximumBytes: 1 << 20)
            let examination = TextPDFExamination(of: drawn) { _ in true }
            #expect(examination.findings == [])
            #expect(examination.pageCount == document.pageCount)
            let again = try PDFDocument(drawn)
            #expect(try again.pageSize(0) == document.pageSize(0))
            #expect(try PDFRedrawing.pages(of: document, maximumBytes: 1 << 20) == drawn)
        }
        let turned = try PDFDocument(HandmadePDF.cornered(page: "/Rotate 90").bytes)
        let page = try PDFDocument(try PDFRedrawing.pages(of: turned, maximumBytes: 1 << 20))
            .page(0, fitting: RasterBox(shortSide: 100, longSide: 150))
        #expect(corners(page).isClose(to: Corners.upright.displayed(withOrientation: 6)))
    }

    @Test func aDrawingThatIsTooLongIsNotTaken() throws {
        let document = try PDFDocument(HandmadePDF.written("Dear Ms Doe").bytes)
        #expect(throws: PDFError.self) { try PDFRedrawing.pages(of: document, maximumBytes: 500) }
    }

    @Test(arguments: [
        ("/OpenAction<</S/JavaScript/JS(1)>>", "/OpenAction in /Catalog"), ("/AA<<>>", "/AA in /Catalog"),
        ("/Names<</EmbeddedFiles<</Names[]>>>>", "/Names in /Catalog"), ("/AcroForm<</Fields[]>>", "/AcroForm in /Catalog"),
        ("/Metadata 3 0 R", "/Metadata in /Catalog"),
    ])
    func whatIsNoDrawingIsAFinding(entry: String, finding: String) {
        let examination = TextPDFExamination(of: HandmadePDF.cornered(catalog: entry).bytes) { _ in true }
        #expect(examination.findings.contains(finding), "\(examination.findings)")
    }

    @Test func whatIsNoDrawingOnAPageIsAFinding() {
        let page = "/Annots[<</Type/Annot/Subtype/Link/A<</S/URI/URI(http://x)>>>>]/AA<<>>"
        let found = TextPDFExamination(of: HandmadePDF.cornered(page: page).bytes) { _ in true }.findings
        for finding in ["/Annots", "/AA", "/A", "/URI", "/Type /Annot", "/Subtype /Link", "/S /URI"] {
            #expect(found.contains(finding), "\(finding): \(found)")
        }
    }
}
