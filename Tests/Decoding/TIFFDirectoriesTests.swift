import DocumentFixtures
import Shared
import Testing

@testable import Imaging

@Suite(.timeLimit(.minutes(3)))
struct TIFFDirectoriesTests {
    private static let budget = ImageBudget(pages: 9, pixelsPerPage: 100_000, pixelsPerDocument: 1_000_000, memory: 1 << 24)

    init() throws {
        try StartedLibrary.outcome.get()
    }

    private func colour(_ image: EncodedImage, _ index: Int) throws -> Colour {
        try Pixels(decoding: image.page(index, fitting: PixelSize(width: 100, height: 100), quality: 95).bytes)[5, 5]
    }

    private func open(_ pages: [HandmadeTIFF.Page]) throws -> EncodedImage {
        try EncodedImage(HandmadeTIFF(pages).bytes, budget: Self.budget)
    }

    // MARK: - Pages that are lost

    /// libtiff ends the chain there, and libvips counts as far as that.
    @Test(arguments: 0...2) func aPageThatCannotBeReadIsNamedAndTheOthersAreThere(lost: Int) throws {
        var pages: [HandmadeTIFF.Page] = [.rgb(.red), .rgb(.blue), .rgb(.yellow)]
        let colours: [Colour] = [.red, .blue, .yellow]
        pages[lost] = .unreadable
        let image = try open(pages)
        #expect(image.pageCount == 3)
        #expect(image.lostPages == [lost])
        #expect(image.pageSizes == Array(repeating: PixelSize(width: 60, height: 40), count: 2))
        for index in 0..<3 {
            if index == lost {
                #expect { try colour(image, index) } throws: { error in
                    guard case ImagingError.damaged(let detail) = error else { return false }
                    return !detail.isEmpty
                }
            } else {
                #expect(try colour(image, index).isClose(to: colours[index], tolerance: 6))
            }
        }
    }

    @Test func aFileThatEndsInItsLastPageLacksIt() throws {
        let tiff = HandmadeTIFF([.rgb(.red), .rgb(.blue), .rgb(.yellow)])
        let image = try EncodedImage(Array(tiff.bytes[..<(tiff.directories[1] + 2000)]), budget: Self.budget)
        #expect(image.pageCount == 3)
        #expect(image.lostPages == [2])
        #expect(try colour(image, 1).isClose(to: .blue, tolerance: 6))
        let whole = try EncodedImage(tiff.bytes, budget: Self.budget)
        #expect(whole.pageCount == 3 && whole.lostPages == [])
    }

    @Test func aFileOfWhichNoPageCanBeReadIsDamaged() {
        #expect {
            try open([.unreadable, .unreadable])
        } throws: { error in
            if case ImagingError.damaged = error { true } else { false }
        }
    }

    // MARK: - What is no page

    @Test func aSmallCopyOfAPageIsNone() throws {
        let image = try open([.rgb(.red), .rgb(.red, width: 30, height: 20).of(kind: 1), .rgb(.blue).of(kind: 2)])
        #expect(image.pageCount == 2)
        #expect(try colour(image, 1).isClose(to: .blue, tolerance: 6))
        // The copy first, as some cameras have it.
        let second = try open([.rgb(.green, width: 30, height: 20).of(kind: 1), .rgb(.red)])
        #expect(second.pageSizes == [PixelSize(width: 60, height: 40)])
        #expect(try colour(second, 0).isClose(to: .red, tolerance: 6))
    }

    /// Nothing is taken away because of what a scanner claims by mistake.
    @Test func aCopyOfNothingIsAPage() throws {
        #expect(try open([.rgb(.red).of(kind: 1), .rgb(.blue).of(kind: 1)]).pageCount == 2)
        #expect(try open([.rgb(.red), .rgb(.blue).of(kind: 1)]).pageCount == 2)
    }

    /// The decoder goes through all of them for each page.
    @Test func whatIsNoPageIsCountedToo() throws {
        let copies = Array(repeating: HandmadeTIFF.Page.rgb(.red, width: 3, height: 2).of(kind: 1), count: 20)
        var budget = Self.budget
        budget.frames = 20
        let tiff = HandmadeTIFF([.rgb(.red)] + copies).bytes
        #expect(throws: ImagingError.overBudget(.frames, found: 21, limit: 20)) { try EncodedImage(tiff, budget: budget) }
        budget.frames = 21
        #expect(try EncodedImage(tiff, budget: budget).pageCount == 1)
    }

    // MARK: - Samples beside the colour

    @Test func aSampleThatMeansNothingIsNoTransparency() throws {
        let pages: [(HandmadeTIFF.Page, Colour)] = [
            (.rgb(Colour(200, 100, 50)).with(extra: 0, meaning: 0), Colour(200, 100, 50)),
            (.rgb(Colour(200, 100, 50)).with(extra: 0, meaning: 0).with(extra: 9, meaning: 0), Colour(200, 100, 50)),
            (HandmadeTIFF.Page(60, 40, [100], photometric: 1).with(extra: 0, meaning: 0), Colour(100, 100, 100)),
        ]
        for (page, expected) in pages {
            let found = try colour(open([page]), 0)
            #expect(found.isClose(to: expected, tolerance: 6), "\(found)")
        }
        let ink = HandmadeTIFF.Page(60, 40, [0, 200, 200, 0], photometric: 5)
        let plain = try colour(open([ink]), 0)
        #expect(try colour(open([ink.with(extra: 0, meaning: 0)]), 0).isClose(to: plain, tolerance: 6))
        #expect(!plain.isClose(to: .white))
    }

    @Test(arguments: [1, 2]) func transparencyIsWhite(meaning: Int) throws {
        let page = HandmadeTIFF.Page.rgb(Colour(0, 0, 0)).with(extra: 0, meaning: meaning)
        #expect(try colour(open([page]), 0).isClose(to: .white, tolerance: 3))
        // Also before a sample that means nothing.
        #expect(try colour(open([page.with(extra: 255, meaning: 0)]), 0).isClose(to: .white, tolerance: 3))
    }

    // MARK: - The chain

    @Test func aChainThatBitesItsTailEndsThere() throws {
        let tiff = HandmadeTIFF([.rgb(.red), .rgb(.blue)])
        var bytes = tiff.bytes
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: bytes[4..<8])
        let chain = try #require(TIFFDirectories(bytes))
        #expect(!chain.isBroken && chain.directories.count == 2)
        #expect(try #require(TIFFDirectories(tiff.bytes)).isBroken == false)
    }

    @Test func bothOrdersAndBigTIFFAreRead() throws {
        let pixels = Pixels.cornered(width: 120, height: 80)
        let big = try Photo.encoded(pixels, as: "tif[bigtiff]")
        let chain = try #require(TIFFDirectories(big))
        #expect(chain.directories.map(\.width) == [120] && !chain.isBroken)
        let motorola: [[UInt8]] = [
            [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2], [1, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 77], [1, 1, 0, 3, 0, 0, 0, 1, 0, 55, 0, 0],
            [0, 0, 0, 0],
        ]
        #expect(TIFFDirectories(motorola.flatMap(\.self))?.directories.map { [$0.width, $0.height] } == [[77, 55]])
    }

    @Test func whatIsCutAnywhereIsBrokenOrWhole() throws {
        let tiff = HandmadeTIFF([.rgb(.red, width: 4, height: 2), .rgb(.blue, width: 4, height: 2)])
        for length in 0..<tiff.bytes.count {
            guard let chain = TIFFDirectories(Array(tiff.bytes.prefix(length))) else {
                #expect(length < 8)
                continue
            }
            #expect(chain.isBroken)
        }
        var far: [UInt8] = Array(repeating: 0xff, count: 34)
        far.replaceSubrange(..<4, with: [0x49, 0x49, 43, 0])
        #expect(TIFFDirectories(far)?.isBroken == true)
        #expect(TIFFDirectories(Array("hello, world".utf8)) == nil)
    }
}
