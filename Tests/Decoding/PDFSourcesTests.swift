import DocumentFixtures
import Testing

@testable import PDF

/// What is missing of a page.
@Suite(.timeLimit(.minutes(1)))
struct PDFSourcesTests {
    private static func damage(_ pdf: HandmadePDF, _ change: (inout HandmadeWriting) -> Void = { _ in }) -> [String?] {
        let sources = PDFSources(of: pdf.bytes(change))
        return (0..<sources.structure.pageCount).map { sources.damage(ofPage: $0) }
    }

    @Test func ofSoundPagesNothingIsMissing() throws {
        #expect(Self.damage(.cornered(pages: 3)) == [nil, nil, nil])
        #expect(Self.damage(.written("Dear Ms Doe")) == [nil, nil])
        let plain = HandmadePDF.cornered(pages: 3).bytes
        for options in [["--linearize"], ["--object-streams=generate"], ["--compress-streams=y", "--recompress-flate"]] {
            let bytes = try Tool.qpdf.run(options + ["in.pdf", "out.pdf"], files: ["in.pdf": plain], yields: "out.pdf")
            let sources = PDFSources(of: bytes)
            #expect((0..<3).allSatisfy { sources.damage(ofPage: $0) == nil }, "\(options)")
        }
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "", ownerPassword: "owner")
        #expect(PDFSources(of: locked).damage(ofPage: 0) == nil)
    }

    @Test func aDrawingThatIsNotThereIsMissed() {
        #expect(Self.damage(.cornered(pages: 2)) { $0.missing = [6] } == [nil, "a drawing that is not there"])
        // A page without one is blank, and so is one of none.
        for contents in ["", "/Contents null", "/Contents []"] {
            let pdf = HandmadePDF(objects: [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]\(contents)>>",
            ])
            #expect(Self.damage(pdf) == [nil], "\(contents)")
        }
    }

    /// All pages that hang in the tree count, whatever it says.
    @Test func pagesAreCountedByTheirTree() {
        for count in [1, 3, 7] {
            var pdf = HandmadePDF.cornered(pages: 3)
            pdf.objects[1] = "<</Type/Pages/Kids[3 0 R 5 0 R 7 0 R]/Count \(count)>>"
            #expect(PDFStructure(of: pdf.bytes).pageCount == 3)
        }
        var holes = HandmadePDF.cornered(pages: 2)
        holes.objects[1] = "<</Type/Pages/Kids[3 0 R 5 0 R 99 0 R]/Count 2>>"
        #expect(PDFStructure(of: holes.bytes).pageCount == 2)
    }

    // MARK: - Compressed data

    /// Forty rectangles, 634 bytes of drawing, compressed by zlib.
    private static let compressed: [UInt8] = hexadecimal(
        """
        78da4591c195002108435b49098aa058d06e01dbff61018df3e6e20824e4dbd0d0e3fbfbc12f16fa80629ebfae909977b72a1d63a347ff
        6d1087498ec8ed1886695996dba182e5e89b069a27a1c14c0b7bfa29b4e09f7c83b6ac523eaa36ee5ac72f760d91f5e43bd6ce39da7b98
        8d67105696a6cc2799603ff9583304f2960b4c98e60ce30dccf0f227dfe0458ff60b898ffa755a9f7c04297c940f212d7c8c67b0a2c774
        01eac0a3ff8627be673091fc1efd24e19f7cc3287cf45fd0a2c774317be071be63163dea0f87273f1a682c88ef712513bca7dd39dfdfdb
        86861e764c3760058feaffa1e086aa
        """)

    private static func hexadecimal(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static func isWhole(_ data: [UInt8], budget: Int = 1 << 20) -> Bool {
        var inflation = Inflation(budget: budget)
        return inflation.isWhole(data)
    }

    @Test func compressedDataThatEndTooEarlyAreMissed() {
        let data = Self.compressed
        #expect(Self.isWhole(data))
        #expect(Self.isWhole([]))
        // Its checksum is at the end; nobody minds it, or what follows.
        for length in data.count - 4..<data.count { #expect(Self.isWhole(Array(data[..<length])), "\(length)") }
        #expect(Self.isWhole(data.dropLast(4) + [1, 2, 3, 4]))
        #expect(Self.isWhole(data + [10, 13]))
        for length in 1..<data.count - 4 { #expect(!Self.isWhole(Array(data[..<length])), "\(length) of \(data.count)") }
        #expect(!Self.isWhole(data.prefix(20) + [UInt8](repeating: 0xff, count: 40)))
        // What is beyond the budget is believed.
        #expect(Self.isWhole(Array(data[..<20]), budget: 0))
    }

    @Test func aDrawingOrPictureThatEndsTooEarlyIsMissed() {
        func damage(_ dictionary: String, _ data: [UInt8], resources: String = "/XObject<</Im 5 0 R>>") -> String? {
            let pdf = HandmadePDF(objects: [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/Resources<<\(resources)>>>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[4 0 R 4 0 R]>>", dictionary, dictionary,
            ])
            // The drawing is sound, the picture may not be.
            let sound = dictionary.contains("Image") || dictionary.contains("Form")
            let bytes = pdf.bytes { $0.data = [4: sound ? Self.compressed : data, 5: data] }
            return PDFSources(of: bytes).damage(ofPage: 0)
        }
        let (flate, cut) = ("/Filter/FlateDecode", Array(Self.compressed.prefix(60)))
        #expect(damage("<<\(flate)>>", Self.compressed) == nil)
        #expect(damage("<<\(flate)>>", cut) == "a drawing that ends too early")
        #expect(damage("<</Filter[/FlateDecode]>>", cut) == "a drawing that ends too early")
        for kind in ["/Subtype/Image/Width 9/Height 9", "/Subtype/Form/BBox[0 0 9 9]"] {
            #expect(damage("<<\(kind)\(flate)>>", Self.compressed) == nil)
            #expect(damage("<<\(kind)\(flate)>>", cut) == "a picture that ends too early")
            #expect(damage("<<\(kind)\(flate)>>", cut, resources: "") == nil)
        }
        #expect(damage("<</Subtype/Image/Filter/JPXDecode>>", [1, 2, 3]) == nil)
    }

    /// What writers compress of nothing may be nothing.
    @Test func aDrawingOfNothingIsNotMissed() {
        func damage(_ filter: String, contents: String, resources: String = "") -> String? {
            let pdf = HandmadePDF(objects: [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/Resources<<\(resources)>>>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents \(contents)>>", "<</Filter/FlateDecode>>",
                "<</Subtype/Form/BBox[0 0 9 9]/Filter\(filter)>>",
            ])
            return PDFSources(of: pdf.bytes { $0.data = [4: Self.compressed, 5: []] }).damage(ofPage: 0)
        }
        for contents in ["5 0 R", "[5 0 R 4 0 R]", "[4 0 R 5 0 R]"] {
            #expect(damage("/FlateDecode", contents: contents) == nil, "\(contents)")
        }
        #expect(damage("/FlateDecode", contents: "4 0 R", resources: "/XObject<</Fm 5 0 R>>") == nil)
        // A JPEG has to have an end.
        #expect(damage("/DCTDecode", contents: "4 0 R", resources: "/XObject<</Fm 5 0 R>>") == "a picture that ends too early")
    }

    // MARK: - What is shared

    /// Pages of no drawing, with forms of resources that each name all of the forms, and with a picture.
    ///
    /// Object 3 are the resources, 4 and 5 form and picture, pages and the other forms follow.
    private static func shared(pages: Int, forms: Int, picture: [UInt8]) -> [UInt8] {
        let form = "<</Subtype/Form/BBox[0 0 9 9]/Resources 3 0 R/Filter/FlateDecode>>"
        let numbers = [4] + (0..<forms - 1).map { 6 + pages + $0 }
        let named = numbers.enumerated().map { "/F\($0.offset) \($0.element) 0 R" }.joined() + "/Im 5 0 R"
        let kids = (0..<pages).map { "\(6 + $0) 0 R" }.joined(separator: " ")
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources 3 0 R>>"
        let pdf = HandmadePDF(
            objects: [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(pages)>>", "<</XObject<<\(named)>>>>", form,
                "<</Subtype/Image/Width 9/Height 9/Filter/FlateDecode>>",
            ] + Array(repeating: page, count: pages) + Array(repeating: form, count: forms - 1))
        return pdf.bytes { writing in
            for number in numbers { writing.data[number] = compressed }
            writing.data[5] = picture
        }
    }

    @Test func whatIsSharedIsLookedUpOnce() {
        let (pages, forms) = (3, 300)
        for isWhole in [true, false] {
            let picture = isWhole ? Self.compressed : Array(Self.compressed.prefix(60))
            let sources = PDFSources(of: Self.shared(pages: pages, forms: forms, picture: picture))
            for page in 0..<pages {
                #expect(sources.damage(ofPage: page) == (isWhole ? nil : "a picture that ends too early"))
            }
            #expect((forms...3 * forms).contains(sources.lookUps), "\(sources.lookUps)")
        }
    }

    /// A page that is damaged says nothing of another one, in whichever order they are asked for.
    @Test func pagesThatShareDrawingsHaveDamageOfTheirOwn() {
        let form = "<</Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode"
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources"
        let pdf = HandmadePDF(objects: [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R 6 0 R]/Count 4>>",
            "\(page)<</XObject<</A 7 0 R/B 8 0 R>>>>>>", "\(page)<</XObject<</A 7 0 R>>>>>>", "\(page)<</XObject 10 0 R>>>>",
            "\(page)<</XObject<</C 9 0 R>>>>>>",
            // Sound, in a ring with the last one; with the damaged one in its resources; the damaged one; what is shared; the ring.
            "\(form)/Resources<</XObject<</R 11 0 R>>>>>>", "\(form)/Resources<</XObject 10 0 R>>>>", "\(form)>>",
            "<</A 7 0 R/C 9 0 R>>", "\(form)/Resources<</XObject<</A 7 0 R>>>>>>",
        ])
        let bytes = pdf.bytes { writing in
            for number in [7, 8, 11] { writing.data[number] = Self.compressed }
            writing.data[9] = Array(Self.compressed.prefix(60))
        }
        let cut = "a picture that ends too early"
        let damages: [String?] = [cut, nil, cut, cut]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 2, 0, 0]] {
            let sources = PDFSources(of: bytes)
            for page in order { #expect(sources.damage(ofPage: page) == damages[page], "\(page) of \(order)") }
        }
    }

    @Test func resourcesOfANodeAndPartsThatPagesShareAreLookedUpOnce() {
        let pages = 50
        let named = (0..<100).map { "/F\($0) 3 0 R" }.joined()
        let parts = String(repeating: "3 0 R ", count: 100)
        let kids = (0..<pages).map { "\(5 + $0) 0 R" }.joined(separator: " ")
        let pdf = HandmadePDF(
            objects: [
                "<</Type/Catalog/Pages 2 0 R>>",
                "<</Type/Pages/Kids[\(kids)]/Count \(pages)/Resources<</XObject<<\(named)>>>>>>",
                "<</Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode>>", "[\(parts)]",
            ] + Array(repeating: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>", count: pages))
        let sources = PDFSources(of: pdf.bytes { $0.data[3] = Self.compressed })
        for page in 0..<pages { #expect(sources.damage(ofPage: page) == nil) }
        #expect((100...400).contains(sources.lookUps), "\(sources.lookUps)")
    }

    @Test func whatIsBeyondTheBoundIsBelieved() {
        let bytes = Self.shared(pages: 1, forms: 20, picture: Array(Self.compressed.prefix(60)))
        #expect(PDFSources(of: bytes, maximumLookUps: 100).damage(ofPage: 0) == "a picture that ends too early")
        let bounded = PDFSources(of: bytes, maximumLookUps: 10)
        #expect(bounded.damage(ofPage: 0) == nil)
        #expect(bounded.lookUps < 100)
    }

    /// A key may be of bytes that are no text.
    @Test func aPictureIsLookedAtWhateverItsName() {
        for name in ["Im", "Im#ff", "#c3#28", "Im#20a"] {
            let pdf = HandmadePDF(objects: [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</\(name) 4 0 R>>>>>>",
                "<</Subtype/Image/Width 9/Height 9/Filter/FlateDecode>>",
            ])
            let cut = PDFSources(of: pdf.bytes { $0.data[4] = Array(Self.compressed.prefix(60)) })
            #expect(cut.damage(ofPage: 0) == "a picture that ends too early", "\(name)")
            #expect(PDFSources(of: pdf.bytes { $0.data[4] = Self.compressed }).damage(ofPage: 0) == nil, "\(name)")
        }
    }

    // MARK: - JPEGs

    @Test func aJPEGThatEndsTooEarlyIsMissed() throws {
        let photo = try Photo.jpeg(.cornered(width: 120, height: 80))
        #expect(JPEGEnd.isThere(in: photo))
        #expect(JPEGEnd.isThere(in: photo + [UInt8](repeating: 0, count: 1000)))
        for length in [0, 1, 2, 3, 20, photo.count / 4, photo.count / 2, photo.count - 2, photo.count - 1] {
            #expect(!JPEGEnd.isThere(in: Array(photo[..<length])), "\(length)")
        }
        // A thumbnail in its application data has an end of its own.
        let thumbnail: [UInt8] = [0xff, 0xe1, 0, 8, 0xff, 0xd8, 0xff, 0xd9, 1, 1]
        let with = photo.prefix(2) + thumbnail + photo.dropFirst(2)
        #expect(JPEGEnd.isThere(in: Array(with)))
        #expect(!JPEGEnd.isThere(in: Array(with.dropLast(2))))
    }
}
