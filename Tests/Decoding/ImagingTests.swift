import DocumentFixtures
import Shared
import Testing

@testable import Imaging

/// libvips starts once in a process.
enum StartedLibrary {
    static let outcome = Result { () throws(ImagingError) in try ImageLibrary.start() }
}

@Suite(.timeLimit(.minutes(3)))
struct ImagingTests {
    private static let box = PixelSize(width: 2480, height: 3508)
    private static let budget = ImageBudget(
        pages: 200, pixelsPerPage: 100_000_000, pixelsPerDocument: 200_000_000, memory: 768 << 20)

    init() throws {
        try StartedLibrary.outcome.get()
    }

    private func page(
        _ bytes: [UInt8], _ index: Int = 0, box: PixelSize = Self.box, rotation: PageRotation = .none
    ) throws -> PageJPEG {
        try EncodedImage(bytes, budget: Self.budget).page(index, fitting: box, rotation: rotation, quality: 90)
    }

    private func pixels(_ bytes: [UInt8], _ index: Int = 0, rotation: PageRotation = .none) throws -> Pixels {
        try Pixels(decoding: try page(bytes, index, rotation: rotation).bytes)
    }

    // MARK: - Upright

    @Test(arguments: 1...8)
    func everyEXIFOrientationComesOutUpright(orientation: Int) throws {
        let result = try pixels(Photo.jpeg(orientation: orientation))
        let expected = Corners.upright.displayed(withOrientation: orientation)
        #expect(result.corners.isClose(to: expected), "\(result.corners)")
        #expect(result.width == (orientation < 5 ? 120 : 80))
    }

    @Test(arguments: [(PageRotation.quarter, 6), (.half, 3), (.threeQuarters, 8)])
    func aPersonsRotationComesOnTopOfTheFiles(rotation: PageRotation, turn: Int) throws {
        let result = try pixels(Photo.jpeg(orientation: 6), rotation: rotation)
        let expected = Corners.upright.displayed(withOrientation: 6).displayed(withOrientation: turn)
        #expect(result.corners.isClose(to: expected), "\(result.corners)")
    }

    // MARK: - Blank pages

    private func isBlank(_ colour: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)) throws -> Bool {
        let size = PixelSize(width: 1240, height: 1754)
        var rgb: [UInt8] = []
        rgb.reserveCapacity(size.width * size.height * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (red, green, blue) = colour(x, y)
                rgb += [red, green, blue]
            }
        }
        return try PageJPEG(rgb: rgb, size: size, quality: 85).isBlank()
    }

    @Test func aPageOnWhichNothingCanBeSeenIsBlank() throws {
        #expect(try isBlank { _, _ in (255, 255, 255) })
        #expect(try isBlank { _, _ in (0, 0, 0) })
        // Light that falls off, and grain.
        #expect(
            try isBlank { x, y in
                let value = UInt8(180 + x / 30 + (x &* 31 &+ y &* 17) % 2)
                return (value, value, value)
            })
    }

    @Test func aPageWithALineOfTextIsNot() throws {
        // Strokes of two pixels, as letters have them, on a sixtieth of the page.
        #expect(
            try !isBlank { x, y in
                let isInk = (200..<220).contains(y) && (100..<700).contains(x) && x % 8 < 3
                return isInk ? (40, 40, 40) : (250, 250, 250)
            })
        #expect(try !isBlank { x, y in x < 600 ? (255, 0, 0) : (255, 255, 0) })
        #expect(try !page(Photo.jpeg(orientation: 1)).isBlank())
    }

    // MARK: - Formats

    @Test(arguments: [
        "jpg[Q=90,interlace]", "png", "png[interlace]", "png[palette]", "webp[lossless]", "gif", "tif",
        "tif[compression=jpeg,Q=95]",
        "heic[Q=90]", "avif[Q=90]",
    ])
    func eachFormatKeepsItsCorners(format: String) throws {
        let result = try pixels(Photo.encoded(as: format))
        #expect(result.corners.isClose(to: .upright), "\(result.corners)")
        #expect((result.width, result.height) == (120, 80))
    }

    /// The second time there is nothing open any more, and libvips is asked to shrink it by nothing.
    @Test(arguments: ["jpg[Q=90]", "jpg[Q=90,interlace]", "webp[lossless]"], [PageRotation.none, .quarter])
    func aSmallPictureIsTheSamePageHoweverItIsOpened(format: String, rotation: PageRotation) throws {
        let grey = try Tool.vips.run(
            ["colourspace", "in.ppm", "out.jpg", "b-w"], files: ["in.ppm": Pixels.cornered(width: 60, height: 40).ppm],
            yields: "out.jpg")
        for bytes in [try Photo.encoded(as: format), grey] {
            let image = try EncodedImage(bytes, budget: Self.budget)
            let pages = try (1...2).map { _ in
                try image.page(0, fitting: PixelSize(width: 2480, height: 3508), rotation: rotation, quality: 85)
            }
            #expect(pages[0] == pages[1])
        }
    }

    @Test func aTIFFsPagesArePages() throws {
        let colours: [Colour] = [.red, .green, .blue]
        let tiff = try Photo.stacked(colours.map { .plain($0, width: 60, height: 40) }, as: "tiff")
        let image = try EncodedImage(tiff, budget: Self.budget)
        #expect(image.pageSizes == Array(repeating: PixelSize(width: 60, height: 40), count: 3))
        for (index, colour) in colours.enumerated() {
            #expect(try pixels(tiff, index)[30, 20].isClose(to: colour))
        }
    }

    @Test func anAnimationsFirstFrameIsItsPage() throws {
        let gif = try Photo.stacked([.plain(.green, width: 60, height: 40), .plain(.red, width: 60, height: 40)], as: "gif")
        let image = try EncodedImage(gif, budget: Self.budget)
        #expect(image.frameCount == 2)
        #expect(image.pageSizes == [PixelSize(width: 60, height: 40)])
        #expect(try pixels(gif)[30, 20].isClose(to: .green))
    }

    @Test func sixteenBitsBecomeEight() throws {
        let png = try Tool.vips.run(
            ["colourspace", "in.ppm", "out.png", "rgb16"], files: ["in.ppm": Pixels.cornered(width: 60, height: 40).ppm],
            yields: "out.png")
        #expect(try pixels(png).corners.isClose(to: .upright))
    }

    @Test func greyBecomesColourWithEqualChannels() throws {
        let png = try Tool.vips.run(
            ["colourspace", "in.ppm", "out.png", "b-w"],
            files: ["in.ppm": Pixels.plain(Colour(128, 128, 128), width: 60, height: 40).ppm],
            yields: "out.png")
        #expect(try pixels(png)[30, 20].isClose(to: Colour(128, 128, 128), tolerance: 3))
    }

    // MARK: - Colours

    @Test func displayP3IsConvertedNotDropped() throws {
        let photo = try Photo.jpeg(.plain(.red, width: 60, height: 40), inProfile: "p3")
        #expect(try pixels(photo)[30, 20].isClose(to: .red, tolerance: 6))
    }

    /// Without a profile: by a property of a HEIF, or a chunk of a PNG.
    @Test(arguments: ["avif[Q=95]", "png"]) func displayP3IsConvertedWhereNumbersNameIt(format: String) throws {
        let raw = Pixels.plain(Colour(234, 51, 35), width: 60, height: 40)
        let plain = try Photo.encoded(raw, as: format)
        var named = plain
        if format == "png" {
            // Length, type, Display P3, full range, and the sum (PNG, 5.3), behind the header.
            named.insert(contentsOf: [0, 0, 0, 4] + Array("cICP".utf8) + [12, 13, 0, 1, 0x6e, 0x03, 0xe3, 0xef], at: 33)
        } else {
            let property = try #require(plain.indices.first { plain[$0...].starts(with: Array("nclx".utf8)) })
            named.replaceSubrange(property + 4..<property + 8, with: [0, 12, 0, 13])
        }
        #expect(try pixels(named)[30, 20].isClose(to: .red, tolerance: 8))
        #expect(try pixels(plain)[30, 20].isClose(to: Colour(234, 51, 35), tolerance: 8))
        let box = PixelSize(width: 30, height: 20)
        let small = try Pixels(decoding: page(named, box: box).bytes)
        #expect((small.width, small.height) == (30, 20) && small[15, 10].isClose(to: .red, tolerance: 8))
    }

    @Test(arguments: [true, false])
    func cmykBecomesSRGBWithAndWithoutAProfile(isEmbedded: Bool) throws {
        let white = try pixels(Photo.jpeg(.plain(.white, width: 60, height: 40), inProfile: "cmyk", embedded: isEmbedded))
        #expect(white[30, 20].isClose(to: .white, tolerance: 6), "\(white[30, 20])")
        let red = try pixels(Photo.jpeg(.plain(.red, width: 60, height: 40), inProfile: "cmyk", embedded: isEmbedded))
        #expect(red[30, 20].isClose(to: Colour(237, 28, 36), tolerance: 30), "\(red[30, 20])")
    }

    /// As scanners write them: a profile for three channels, whatever the picture has.
    @Test(arguments: ["jpg[Q=95]", "tif", "tif[compression=ccittfax4,bitdepth=1]", "png"])
    func aProfileForOtherChannelsIsPassedOver(format: String) throws {
        let name = "scan.\(format.prefix { $0 != "[" })"
        let grey = try Photo.scanned(.cornered(width: 60, height: 40), as: format)
        let profiled = try Photo.jpeg(.plain(.red, width: 8, height: 8), inProfile: "p3")
        let odd = try Tool.exiftool.run(
            ["-overwrite_original", "-tagsFromFile", "p3.jpg", "-icc_profile", name], files: ["p3.jpg": profiled, name: grey],
            yields: name)
        #expect(odd.count > grey.count + 200)
        #expect(try page(odd).bytes.elementsEqual(page(grey).bytes))
        // When it is made smaller, too.
        let box = PixelSize(width: 30, height: 20)
        #expect(try page(odd, box: box).bytes.elementsEqual(page(grey, box: box).bytes))
    }

    @Test(arguments: ["cmyk", "p3"]) func aProfileForOtherInksIsPassedOver(own: String) throws {
        let photo = try Photo.jpeg(.cornered(width: 60, height: 40), inProfile: own, embedded: false)
        let other = try Photo.jpeg(.plain(.red, width: 8, height: 8), inProfile: own == "p3" ? "cmyk" : "p3")
        let odd = try Tool.exiftool.run(
            ["-overwrite_original", "-tagsFromFile", "other.jpg", "-icc_profile", "in.jpg"],
            files: ["other.jpg": other, "in.jpg": photo], yields: "in.jpg")
        #expect(odd.count > photo.count + 200)
        #expect(try page(odd).bytes.elementsEqual(page(photo).bytes))
    }

    @Test func transparencyIsWhite() throws {
        #expect(try pixels(Photo.png(.plain(.red, width: 60, height: 40), alpha: 0))[30, 20].isClose(to: .white, tolerance: 3))
        let half = try pixels(Photo.png(.plain(.red, width: 60, height: 40), alpha: 128))[30, 20]
        #expect(half.isClose(to: Colour(255, 127, 127), tolerance: 6), "\(half)")
    }

    // MARK: - Size

    @Test func aLandscapePageGetsTheBoxLyingDown() throws {
        let photo = try Photo.encoded(.cornered(width: 800, height: 400), as: "png")
        #expect(try page(photo, box: PixelSize(width: 100, height: 200)).size == PixelSize(width: 200, height: 100))
        let upright = try Photo.encoded(.cornered(width: 400, height: 800), as: "png")
        #expect(try page(upright, box: PixelSize(width: 100, height: 200)).size == PixelSize(width: 100, height: 200))
    }

    @Test func aTurnedPageFitsTheBoxAsOneLooksAtIt() throws {
        let photo = try Photo.jpeg(.cornered(width: 800, height: 400), orientation: 6)
        #expect(try EncodedImage(photo, budget: Self.budget).pageSizes == [PixelSize(width: 400, height: 800)])
        #expect(try page(photo, box: PixelSize(width: 100, height: 200)).size == PixelSize(width: 100, height: 200))
    }

    @Test func aSmallPageIsNotEnlarged() throws {
        #expect(try page(Photo.encoded(as: "png")).size == PixelSize(width: 120, height: 80))
    }

    @Test func thePreviewIsTheSamePictureAndSmall() throws {
        let preview = try Pixels(
            decoding: page(Photo.jpeg(.cornered(width: 800, height: 400))).preview(longestSide: 64, quality: 75))
        #expect((preview.width, preview.height) == (64, 32))
        #expect(preview.corners.isClose(to: .upright))
    }

    // MARK: - Output

    @Test func nothingOfTheSourceButPixelsIsLeft() throws {
        let source = try Photo.jpeg(.cornered(width: 120, height: 80), inProfile: "p3")
        let tagged = try Tool.exiftool.run(
            ["-overwrite_original", "-Artist=Jane", "-GPSLatitude=52", "-Comment=here", "in.jpg"], files: ["in.jpg": source],
            yields: "in.jpg")
        let result = try page(tagged).bytes
        for trace in ["Exif", "ICC_PROFILE", "Jane", "here", "http"] {
            #expect(!result.contains(trace), "\(trace)")
        }
    }

    @Test func theSameInputGivesTheSameBytes() throws {
        let source = try Photo.jpeg(.cornered(width: 400, height: 300), orientation: 8)
        #expect(try page(source).bytes == page(source).bytes)
    }

    // MARK: - Refusals

    @Test(arguments: ["jpg", "png", "webp", "tif", "heic"])
    func aTruncatedFileIsDamaged(format: String) throws {
        let whole = try Photo.encoded(.cornered(width: 400, height: 300), as: format)
        #expect { try page(Array(whole.prefix(whole.count * 3 / 5))) } throws: { error in
            if case ImagingError.damaged = error { true } else { false }
        }
    }

    @Test(arguments: [
        "%PDF-1.4", "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>", "P6 1 1 255 abc", "hello", "",
    ])
    func otherFormatsHaveNoLoader(text: String) {
        #expect(throws: ImagingError.unknownFormat) { try EncodedImage(Array(text.utf8), budget: Self.budget) }
    }

    @Test func aPictureOverTheBudgetIsRefusedByItsHeader() throws {
        var budget = Self.budget
        budget.pixelsPerPage = 9599
        let photo = try Photo.encoded(as: "png")
        #expect(throws: ImagingError.overBudget(.pixelsPerPage, found: 9600, limit: 9599)) {
            try EncodedImage(photo, budget: budget)
        }

        budget = Self.budget
        budget.pages = 1
        let tiff = try Photo.stacked(Array(repeating: .plain(.red, width: 8, height: 8), count: 2), as: "tiff")
        #expect(throws: ImagingError.overBudget(.pages, found: 2, limit: 1)) { try EncodedImage(tiff, budget: budget) }

        budget = Self.budget
        budget.pixelsPerDocument = 127
        #expect(throws: ImagingError.overBudget(.pixelsPerDocument, found: 128, limit: 127)) {
            try EncodedImage(tiff, budget: budget)
        }
    }

    @Test(arguments: [nil, "srgb"])
    func sRGBIsLeftAsItIs(profile: String?) throws {
        let source = Pixels.plain(.blue, width: 60, height: 40)
        let photo = try profile.map { try Photo.jpeg(source, inProfile: $0) } ?? Photo.encoded(source, as: "png")
        #expect(try pixels(photo)[30, 20].isClose(to: .blue, tolerance: 3))
    }

    @Test func aProgressiveJPEGCountsTheMemoryOfItsCoefficients() throws {
        var budget = Self.budget
        budget.memory = 120 * 80 * 3
        #expect(throws: ImagingError.overBudget(.memory, found: 120 * 80 * 3 * 2, limit: budget.memory)) {
            try EncodedImage(Photo.encoded(as: "jpg[interlace]"), budget: budget)
        }
        _ = try EncodedImage(Photo.jpeg(), budget: budget)
    }

    /// A file of some kilobytes with which nothing is wrong but its size.
    @Test func `case 8, image bomb: a picture of too many pixels is refused by its header`() throws {
        let png = try Tool.vips.run(["black", "out.png[bitdepth=1]", "12000", "9000"], yields: "out.png")
        #expect(png.count < 100_000)
        #expect(throws: ImagingError.overBudget(.pixelsPerPage, found: 108_000_000, limit: 100_000_000)) {
            try EncodedImage(png, budget: Self.budget)
        }
        var budget = Self.budget
        budget.pixelsPerPage = 108_000_000
        #expect(try EncodedImage(png, budget: budget).pageSizes == [PixelSize(width: 12000, height: 9000)])
    }
}

extension [UInt8] {
    func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}
