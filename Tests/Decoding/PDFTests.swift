import DocumentFixtures
import Imaging
import Shared
import Testing

@testable import PDF

@Suite(.timeLimit(.minutes(3)))
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
        #expect(structure.scrutiny == .whole && !structure.isRebuilt)
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

    // MARK: - Letters

    @Test(arguments: ["", "%PDF-1.4\n%%EOF\n", "hello"])
    func whatCannotBeParsedIsAFinding(text: String) {
        #expect(!TextPDFExamination(of: Array(text.utf8)) { _ in true }.findings.isEmpty)
    }

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

    @Test func aDrawingOfASignedDocumentSaysWhereTheSignaturesAre() throws {
        let document = try PDFDocument(HandmadePDF.written("Dear Ms Doe").bytes)
        let drawn = try PDFRedrawing.pages(of: document, isSigned: true, maximumBytes: 1 << 20)
        #expect(try PDFRedrawing.pages(of: document, isSigned: true, maximumBytes: 1 << 20) == drawn)
        #expect(TextPDFExamination(of: drawn) { _ in true }.findings == [])
        let told = try Tool.pdfinfo.output(of: ["in.pdf"], files: ["in.pdf": drawn])
        #expect(told.contains(PageMaking.signedStatement))
        // No other words, and nothing beside them.
        for (word, other) in [("alone", "again"), ("/Subject", "/Creator"), ("not signed.)", "not)/T (abc)")] {
            var forged = drawn
            let place = try #require(forged.firstRange(of: Array(word.utf8)))
            forged.replaceSubrange(place, with: Array(other.utf8).prefix(place.count))
            let findings = TextPDFExamination(of: forged) { _ in true }.findings
            #expect(findings.contains("/Info in trailer"), "\(other): \(findings)")
        }
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

    /// What redraws has read a hostile file, and may have been taken over: nothing that it sends is believed.
    @Test func whatIsHiddenFromReferencesIsAFinding() throws {
        let drawn = try PDFRedrawing.pages(of: try PDFDocument(HandmadePDF.written("Dear Ms Doe").bytes), maximumBytes: 1 << 20)
        func findings(_ bytes: [UInt8]) -> [String] { TextPDFExamination(of: bytes) { _ in true }.findings }
        #expect(findings(drawn) == [])
        let beside = "bytes beside the document's objects"
        for extra in ["<html><script>1</script></html>\n", "PK\u{3}\u{4}\n", "99 0 obj\n<</S/JavaScript/JS(1)>>\nendobj\n"] {
            // Within the file, where no table leads.
            let end = try #require(drawn.indices.last { drawn[$0...].starts(with: Array("xref\n0".utf8)) })
            let hidden = Array(drawn[..<end]) + Array(extra.utf8) + Array(drawn[end...])
            let moved = Self.pointing(hidden, to: end + extra.utf8.count)
            #expect(findings(moved).contains(beside), "\(findings(moved))")
            #expect(!findings(drawn + Array(extra.utf8)).isEmpty)
        }
    }

    /// With the end saying that the table is there.
    private static func pointing(_ bytes: [UInt8], to table: Int) -> [UInt8] {
        let word = Array("startxref\n".utf8)
        guard let end = bytes.indices.last(where: { bytes[$0...].starts(with: word) }) else { return bytes }
        return Array(bytes[..<end]) + Array("startxref\n\(table)\n%%EOF\n".utf8)
    }

    @Test func whatActsInAnotherGenerationIsAFinding() {
        let act = "/AA<</O<</S/JavaScript/JS(1)>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(x)>>>>]"
        let pdf = HandmadePDF(objects: [
            "<</Type/Catalog/Pages 2 1 R>>", "<</Type/Pages/Kids[3 1 R]/Count 1>>",
            "<</Type/Page/Parent 2 1 R/MediaBox[0 0 100 100]/Contents 4 0 R\(act)>>", "<</Length 1>>\nstream\n \nendstream",
        ])
        let found = TextPDFExamination(
            of: pdf.bytes {
                $0.places[2] = (2, 1)
                $0.places[3] = (3, 1)
            }
        ) { _ in true }.findings
        for finding in ["/AA", "/JS", "/Annots", "/S /Launch", "an object of generation 1"] {
            #expect(found.contains(finding), "\(finding): \(found)")
        }
    }

    /// Findings are sent: none is so long that it could not be.
    @Test func aFindingIsShortHoweverLongAKeyIs() {
        let pdf = HandmadePDF.cornered(page: "/" + String(repeating: "Long", count: 20_000) + " 1")
        let found = TextPDFExamination(of: pdf.bytes) { _ in true }.findings
        #expect(found.contains { $0.hasPrefix("/LongLong") } && found.allSatisfy { $0.count <= 80 })
    }

    @Test func whatLiesDeepIsAFinding() {
        for depth in [20, 40, 600] {
            let deep = String(repeating: "[", count: depth) + "<</S/JavaScript/JS(1)>>" + String(repeating: "]", count: depth)
            let pdf = HandmadePDF.cornered(page: "/Group<</S/Transparency/I\(deep)>>")
            let found = TextPDFExamination(of: pdf.bytes) { _ in true }.findings
            #expect(
                found.contains(depth < 500 ? "/JS" : "damaged: ignoring excessively deeply nested data structure"), "\(found)")
        }
    }

    @Test func whatIsNoDrawingOnAPageIsAFinding() {
        let page = "/Annots[<</Type/Annot/Subtype/Link/A<</S/URI/URI(http://x)>>>>]/AA<<>>"
        let found = TextPDFExamination(of: HandmadePDF.cornered(page: page).bytes) { _ in true }.findings
        for finding in ["/Annots", "/AA", "/A", "/URI", "/Type /Annot", "/Subtype /Link", "/S /URI"] {
            #expect(found.contains(finding), "\(finding): \(found)")
        }
    }
}
