import DocumentFixtures
import Shared
import Testing

@testable import PDF

/// What is found in a PDF by following its references, however they are written down.
@Suite(.timeLimit(.minutes(3)))
struct PDFStructureTests {
    private static let script = "<</S/JavaScript/JS(app.alert\\(1\\))>>"
    /// Object 5 is the script.
    private static let named = HandmadePDF.cornered(catalog: "/Names<</JavaScript<</Names[(a) 5 0 R]>>>>", more: [script])
    private static let launching = HandmadePDF.cornered(
        page: "/Annots[5 0 R]", more: ["<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(calc.exe)>>>>"])

    private static func nested(_ object: String, _ depth: Int, _ open: String, _ close: String) -> String {
        String(repeating: open, count: depth) + object + String(repeating: close, count: depth)
    }

    @Test func aScriptIsFoundWhateverTheFileSaysOfHowManyObjectsThereAre() {
        for size in [1, 3, 5, 6, 100] {
            let structure = PDFStructure(of: Self.named.bytes { $0.size = size })
            #expect(structure.hasJavaScript && structure.scrutiny == .whole && !structure.isRebuilt, "\(size): \(structure)")
            #expect(PDFStructure(of: Self.launching.bytes { $0.size = size }).hasLaunchAction, "\(size)")
        }
    }

    @Test func aScriptIsFoundWhateverItsNumber() {
        let pdf = HandmadePDF.cornered(catalog: "/Names<</JavaScript<</Names[(a) 300000 0 R]>>>>", more: [Self.script])
        #expect(PDFStructure(of: pdf.bytes { $0.places[5] = (300_000, 0) }).hasJavaScript)
    }

    @Test func aScriptIsFoundWhateverItsGeneration() {
        let pdf = HandmadePDF.cornered(catalog: "/Names<</JavaScript<</Names[(a) 5 1 R]>>>>", more: [Self.script])
        #expect(PDFStructure(of: pdf.bytes { $0.places[5] = (5, 1) }).hasJavaScript)
        // A reader that does not mind the generation finds it.
        #expect(PDFStructure(of: pdf.bytes).hasJavaScript)
    }

    @Test func aScriptIsFoundHoweverDeepItLies() {
        for depth in [1, 31, 32, 33, 400] {
            let (array, next) = (Self.nested(Self.script, depth, "[", "]"), Self.nested(Self.script, depth, "<</Next", ">>"))
            for object in [array, next] {
                let pdf = HandmadePDF.cornered(page: "/Annots[<</A 5 0 R>>]", more: [object])
                let structure = PDFStructure(of: pdf.bytes)
                #expect(structure.hasJavaScript && structure.scrutiny == .whole, "\(depth)")
            }
        }
        // Over many objects it may be as deep as it likes.
        let chain = (5..<2000).map { "<</Next \($0 + 1) 0 R>>" } + [Self.script]
        #expect(PDFStructure(of: HandmadePDF.cornered(page: "/A 5 0 R", more: chain).bytes).hasJavaScript)
    }

    @Test func whatIsTooDeepForTheParserIsSaid() {
        let pdf = HandmadePDF.cornered(page: "/Annots[<</A 5 0 R>>]", more: [Self.nested(Self.script, 600, "[", "]")])
        let structure = PDFStructure(of: pdf.bytes)
        #expect(!structure.hasJavaScript && structure.scrutiny == .partial)
    }

    @Test func whatIsTooMuchIsSaid() {
        let innocent = HandmadePDF.cornered(pages: 20).bytes
        #expect(PDFStructure(of: innocent).scrutiny == .whole)
        #expect(PDFStructure(of: innocent, bounds: WalkBounds(values: 100)).scrutiny == .partial)
        let many = HandmadePDF.cornered(pages: 200).bytes
        #expect(PDFStructure(of: many, bounds: WalkBounds(time: 0)).scrutiny == .partial)
        #expect(PDFStructure(of: many).scrutiny == .whole)
    }

    @Test func whatNoReferenceLeadsToDoesNotCount() {
        let structure = PDFStructure(of: HandmadePDF.cornered(more: [Self.script]).bytes)
        #expect(!structure.hasJavaScript && structure.scrutiny == .whole)
    }

    /// Rings of references are ordinary: a page knows its parent, and the parent its pages.
    @Test func aRingOfReferencesEnds() {
        let pdf = HandmadePDF.cornered(page: "/Next 5 0 R", more: ["[6 0 R]", "<</Next 5 0 R/Self 6 0 R>>"])
        #expect(PDFStructure(of: pdf.bytes).scrutiny == .whole)
    }

    // MARK: - Cross-references

    @Test func aTableThatIsWrongIsSaidToBeMadeAnew() {
        let pdf = HandmadePDF.cornered(pages: 3)
        #expect(!PDFStructure(of: pdf.bytes).isRebuilt)
        #expect(!PDFStructure(of: pdf.bytes { $0.size = 2 }).isRebuilt)
        for bytes in [
            pdf.bytes { $0.tableOffset = 7 }, pdf.bytes { $0.shifts[4] = 5 }, pdf.bytes { $0.shifts[5] = 100 },
            Array(pdf.bytes.dropLast(60)),
        ] {
            let structure = PDFStructure(of: bytes)
            #expect(structure.isRebuilt && structure.scrutiny != .whole, "\(structure)")
        }
    }

    /// Poppler draws such a document, with a trailer made for it: it is looked through like that.
    @Test func aDocumentWithoutItsEndIsLookedThrough() throws {
        let bytes = Self.named.bytes
        let table = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("xref\n0".utf8)) })
        let structure = PDFStructure(of: Array(bytes[..<table]))
        #expect(structure.hasJavaScript && structure.isRebuilt && structure.scrutiny == .mended && structure.pageCount == 1)
        // Of what is no document nothing is known.
        #expect(PDFStructure(of: Array("%PDF-1.4\n".utf8)).scrutiny == .partial)
    }

    /// Bytes before the header shift all of a file: readers count from the header.
    @Test func aTableThatCountsFromTheHeaderIsNotWrong() {
        #expect(!PDFStructure(of: Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + HandmadePDF.cornered(pages: 3).bytes).isRebuilt)
    }

    /// The table is where the end says, however far that is from the last byte.
    @Test func whatLiesBehindTheEndMakesNoTableWrong() {
        let pdf = HandmadePDF.cornered(pages: 3).bytes
        for count in [1, 500, 2000, 100_000] {
            let padded = PDFStructure(of: pdf + [UInt8](repeating: 0, count: count))
            #expect(!padded.isRebuilt && padded.scrutiny == .whole, "\(count)")
            let followed = PDFStructure(of: pdf + [UInt8](repeating: 0x41, count: count))
            #expect(!followed.isRebuilt && (followed.scrutiny == .whole) == (count < 900), "\(count)")
        }
        // An update that is cut off is not what ends the document.
        let cut = PDFStructure(of: pdf + Array("5 0 obj\n<<".utf8) + [UInt8](repeating: 0x20, count: 2000))
        #expect(cut.isRebuilt && cut.scrutiny != .whole)
    }

    /// Who draws it goes by the update: so does who looks through it, whatever white space stands in it and whether it has a mark at
    /// its end.
    @Test func anUpdateWithoutAMarkAtItsEndIsLookedThrough() {
        for space in [" ", "\n", "\r\n", "\t", "\u{0}", "\u{c}", String(repeating: " ", count: 100) + "\n"] {
            let structure = PDFStructure(of: Self.scripted(space))
            #expect(structure.hasJavaScript && structure.hasAutomaticActions, "\(Array(space.utf8)): \(structure)")
            #expect(structure.scrutiny == .whole && !structure.isRebuilt && structure.pageCount == 1, "\(Array(space.utf8))")
            // Without a table the objects are looked for, by others as well.
            let rebuilt = PDFStructure(of: Self.scripted(space, hasTable: false))
            #expect(rebuilt.hasJavaScript && rebuilt.hasAutomaticActions, "\(Array(space.utf8)): \(rebuilt)")
            #expect(rebuilt.scrutiny != .whole && rebuilt.isRebuilt, "\(Array(space.utf8))")
        }
        // A word is no object.
        let pdf = HandmadePDF.cornered().bytes
        let followed = PDFStructure(of: pdf + Array(String(repeating: "an object or two, 4 of objects ", count: 100).utf8))
        #expect(!followed.isRebuilt && followed.scrutiny == .mended)
    }

    /// A document whose update lets a script run when it is opened, with white space before each `obj`.
    private static func scripted(_ space: String, hasTable: Bool = true) -> [UInt8] {
        let bytes = HandmadePDF.cornered().bytes
        let old = String(decoding: bytes, as: UTF8.self).split(separator: "startxref\n").last?.split(separator: "\n").first ?? ""
        let catalog = "1 0\(space)obj\n<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R>>\nendobj\n"
        let padding = String(repeating: "x", count: 1200)
        let update = catalog + "5 0\(space)obj\n<</S/JavaScript/JS(app.alert\\(1\\))/Padding(\(padding))>>\nendobj\n"
        guard hasTable else { return bytes + Array("\(update)% \n".utf8) }
        func entry(_ offset: Int) -> String {
            String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
        }
        let table = "xref\n1 1\n\(entry(bytes.count))5 1\n\(entry(bytes.count + catalog.utf8.count))"
        let end = "trailer\n<</Size 6/Root 1 0 R/Prev \(old)>>\nstartxref\n\(bytes.count + update.utf8.count)\n"
        return bytes + Array((update + table + end).utf8)
    }

    /// Ordinary documents are updated by appending to them, are written for the network, have objects within streams.
    @Test func noOrdinaryWayOfWritingIsTakenForDamage() throws {
        let plain = HandmadePDF.cornered(pages: 3).bytes
        for options in [["--linearize"], ["--object-streams=generate"], ["--linearize", "--object-streams=generate"], ["--qdf"]] {
            let bytes = try Tool.qpdf.run(options + ["in.pdf", "out.pdf"], files: ["in.pdf": plain], yields: "out.pdf")
            let structure = PDFStructure(of: bytes)
            #expect(!structure.isRebuilt && structure.scrutiny == .whole, "\(options)")
        }
        let updated = Self.updated(plain)
        let structure = PDFStructure(of: updated)
        #expect(!structure.isRebuilt && structure.scrutiny == .whole, "\(structure)")
    }

    /// With an object that is freed and one that takes the place of another: number 4 is free in generation 1, and 5 is written anew.
    private static func updated(_ bytes: [UInt8]) -> [UInt8] {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<<>>/Contents 6 0 R>>"
        let old = String(decoding: bytes, as: UTF8.self).split(separator: "startxref\n").last?.split(separator: "\n").first ?? ""
        var text = "5 0 obj\n\(page)\nendobj\n"
        let (object, table) = (bytes.count, bytes.count + text.utf8.count)
        let offset = String(repeating: "0", count: 10 - String(object).count) + String(object)
        text += "xref\n0 1\n0000000004 65535 f \n4 2\n0000000000 00001 f \n\(offset) 00000 n \n"
        text += "trailer\n<</Size 9/Root 1 0 R/Prev \(old)>>\nstartxref\n\(table)\n%%EOF\n"
        return bytes + Array(text.utf8)
    }

    // MARK: - Names

    /// A name may be of bytes that are no text (ISO 32000-1, section 7.3.5).
    @Test func whatLiesBelowAKeyOfAnyBytesIsFound() {
        for name in ["A", "A#ff", "#c3#28", "#ed#a0#80", "Gr#c3#bc#c3#9fe"] {
            let pdf = HandmadePDF.cornered(
                page: "/XObject<</\(name) 5 0 R>>/\(name)<</\(name) 6 0 R>>",
                more: ["<</Subtype/Image/Width 30/Height 20/Length 0>>\nstream\n\nendstream", Self.script])
            let structure = PDFStructure(of: pdf.bytes)
            #expect(structure.largestPicture == 600 && structure.hasJavaScript && structure.scrutiny == .whole, "\(name)")
        }
    }

    // MARK: - Pictures

    @Test func theLargestPictureIsMeasured() {
        func picture(_ width: String, _ height: String) -> String {
            "<</Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace/DeviceGray/BitsPerComponent 1/Length 0>>\n"
                + "stream\n\nendstream"
        }
        for (more, pixels) in [
            ([picture("20000", "20000"), picture("3", "2")], 400_000_000), ([picture("3", "2")], 6), ([], 0),
            ([picture("-3", "2")], 0), ([picture("6 0 R", "2"), "7"], 14),
            ([picture("9223372036854775807", "2")], Int.max),
        ] {
            let pdf = HandmadePDF.cornered(page: "/Im [5 0 R 6 0 R]", more: more)
            #expect(PDFStructure(of: pdf.bytes).largestPicture == pixels)
        }
    }

    // MARK: - Where it comes from

    /// With a signature that covers all of it but its own hole.
    private static func signed(catalog: String = "") -> [UInt8] {
        func pdf(_ behind: Int) -> [UInt8] {
            let digits = String(behind)
            let length = String(repeating: "0", count: 10 - digits.utf8.count) + digits
            return HandmadePDF.cornered(
                catalog: "/AcroForm<</SigFlags 3/Fields[5 0 R]>>" + catalog,
                more: [
                    "<</FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 100 200 \(length)]/Contents<00>>>>>"
                ]
            ).bytes
        }
        return pdf(pdf(0).count - 200)
    }

    @Test func whatIsAddedBehindASignatureIsSeen() {
        let whole = PDFStructure(of: Self.signed())
        #expect(whole.signatures == 1 && !whole.isChangedAfterSigning)
        #expect(!PDFStructure(of: Self.signed() + Array("\r\n".utf8)).isChangedAfterSigning)
        let update = Array("\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n%%EOF\n".utf8)
        #expect(PDFStructure(of: Self.signed() + update).isChangedAfterSigning)
        // What is added so that the signature lasts is no change.
        #expect(!PDFStructure(of: Self.signed(catalog: "/DSS<<>>") + update).isChangedAfterSigning)
        #expect(PDFStructure(of: HandmadePDF.cornered().bytes).signatures == 0)
    }

    @Test func aPDFNamesWhatHasMadeIt() throws {
        let pdf = HandmadePDF.cornered().bytes
        let named = try Tool.exiftool.run(
            ["-overwrite_original", "-Creator=Draw", "-Producer=LibreOffice 7.4", "in.pdf"], files: ["in.pdf": pdf],
            yields: "in.pdf")
        #expect(PDFStructure(of: named).programs == ["Draw", "LibreOffice 7.4"])
        #expect(PDFStructure(of: pdf).programs.isEmpty)
    }

    @Test func aPDFSaysWhenItWasMadeAndChanged() throws {
        let pdf = HandmadePDF.cornered().bytes
        let dated = try Tool.exiftool.run(
            ["-overwrite_original", "-CreateDate=2024:02:29 23:59:00+09:00", "-ModifyDate=2023:01:02 03:04:05Z", "in.pdf"],
            files: ["in.pdf": pdf], yields: "in.pdf")
        let dates = FileDates(made: CalendarDate("2024-02-29"), changed: CalendarDate("2023-01-02"))
        #expect(PDFStructure(of: dated).dates == dates)
        #expect(PDFStructure(of: pdf).dates == FileDates())
    }
}
