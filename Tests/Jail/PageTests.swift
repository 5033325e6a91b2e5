import DocumentFixtures
import EventLoop
import Glibc
import Jail
import Shared
import Testing

/// Pages that the real DecoderJail makes.
@Suite(.timeLimit(.minutes(1)))
struct PageTests {
    @Test func aPhotoBecomesAnUprightPageAndAPreview() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 200), orientation: 8)
        let request = DecodeRequest(mediaType: .jpeg, rotation: .quarter, preview: PreviewRequest(longestSide: 64))
        let pages = try await withJail { jail, _ in try await jail.pages(of: photo, request) }
        let page = try #require(pages.first)
        #expect(pages.count == 1)
        #expect((page.number, page.total, page.width, page.height) == (1, 1, 400, 200))
        #expect(page.paper == nil)
        #expect(try Pixels(decoding: page.jpeg).corners.isClose(to: .upright))
        let preview = try Pixels(decoding: try #require(page.preview?.jpeg))
        #expect((preview.width, preview.height) == (64, 32))
        #expect(preview.corners.isClose(to: .upright))
    }

    /// A sheet that lies askew in the photo is seen from in front, whatever the format, however the camera was held.
    @Test(arguments: [MediaType.jpeg, .png, .bmp]) func ofAPhotoThePartThatIsThePageIsDrawnStraight(_ format: MediaType)
        async throws
    {
        // Of a sheet that is four wide and three high.
        let corners = Self.corners(ofSheetTurnedBy: (0.5, 0.4, 0.12))
        let askew = Pixels.cornered(width: 400, height: 300).photographed(at: corners, width: 1200, height: 900)
        let photo = try format == .jpeg ? Photo.jpeg(askew) : Photo.encoded(askew, as: format == .png ? "png" : "bmp")
        let crop = try #require(PageCrop(points: corners.map { [Int($0.0 * 10_000 / 1200), Int($0.1 * 10_000 / 900)] }))
        try await withJail { jail, _ in
            let straight = try #require(try await jail.pages(of: photo, DecodeRequest(mediaType: format, crop: crop)).first)
            let pixels = try Pixels(decoding: straight.jpeg)
            #expect(
                abs(Double(straight.width) / Double(straight.height) - 4.0 / 3) < 0.02, "\(straight.width)×\(straight.height)")
            #expect(straight.width > 500)
            #expect(pixels.corners.isClose(to: .upright))
            // The sheet's middle is where its quarters meet, which a map without perspective misses by 20 pixels; and nothing is
            // left of what it lay on.
            let (x, y) = (pixels.width / 2, pixels.height / 2)
            #expect(pixels[x - 8, y - 8].isClose(to: .red) && pixels[x + 8, y + 8].isClose(to: .yellow))
            #expect(pixels[x + 8, y - 8].isClose(to: .green) && pixels[x - 8, y + 8].isClose(to: .blue))
            #expect(pixels[4, 4].isClose(to: .red) && pixels[pixels.width - 5, pixels.height - 5].isClose(to: .yellow))

            let turned = DecodeRequest(
                mediaType: format, rotation: .half, crop: crop, box: PixelBox(shortSide: 150, longSide: 200))
            let small = try #require(try await jail.pages(of: photo, turned).first)
            #expect(small.width <= 200 && small.height <= 150 && max(small.width, small.height + 50) >= 199)
            #expect(try Pixels(decoding: small.jpeg).corners.isClose(to: Corners.upright.displayed(withOrientation: 3)))
        }
    }

    /// Where a camera with a common lens sees the corners of a sheet that stands askew before it, turned about three axes.
    private static func corners(ofSheetTurnedBy turn: (x: Double, y: Double, z: Double)) -> [(Double, Double)] {
        [(-2.0, -1.5), (2.0, -1.5), (2.0, 1.5), (-2.0, 1.5)].map { x, y in
            let flat = (x: x * cos(turn.z) - y * sin(turn.z), y: x * sin(turn.z) + y * cos(turn.z))
            let (high, away) = (flat.y * cos(turn.x), flat.y * sin(turn.x))
            let (wide, far) = (flat.x * cos(turn.y) + away * sin(turn.y), away * cos(turn.y) - flat.x * sin(turn.y))
            return (600 + 1000 * wide / (6 + far), 450 + 1000 * high / (6 + far))
        }
    }

    /// However small the part is: its decoder has a bound for memory.
    @Test func ofALargePhotoASmallPartIsShown() async throws {
        let photo = try Photo.jpeg(.cornered(width: 9000, height: 6000))
        let crop = try #require(PageCrop(points: [[0, 0], [1000, 0], [1000, 1000], [0, 1000]]))
        let request = DecodeRequest(mediaType: .jpeg, crop: crop, box: PixelBox(shortSide: 1000, longSide: 1400))
        let page = try #require(try await withJail { jail, _ in try await jail.pages(of: photo, request) }.first)
        #expect(page.width > 200 && page.width < 300)
        #expect(try Pixels(decoding: page.jpeg).corners.isClose(to: Corners(.red, .red, .red, .red)))
    }

    /// The largest picture in it, turned as the raw file says: not its small copy, nor values of a sensor.
    @Test(arguments: 1...8) func ofARawFileTheCamerasOwnPictureIsShown(_ orientation: Int) async throws {
        let raw = HandmadeRaw.dng(
            preview: try Photo.jpeg(.cornered(width: 400, height: 200)), width: 400, height: 200, orientation: orientation)
        #expect(MediaTypeSniffer.mediaType(of: raw) == .dng)
        try await withJail { jail, _ in
            for declared in [MediaType.dng, .tiff] {
                let facts = try await jail.inspect(.bytes(raw), mediaType: declared)
                #expect(facts.pageCount == 1 && facts.refusal == nil)
                let page = try #require(try await jail.pages(of: raw, DecodeRequest(mediaType: declared)).first)
                #expect((page.width, page.height) == (orientation < 5 ? (400, 200) : (200, 400)))
                #expect(
                    try Pixels(decoding: page.jpeg).corners.isClose(to: Corners.upright.displayed(withOrientation: orientation)))
            }
        }
    }

    @Test func aPDFsPagesComeOneByOne() async throws {
        let pdf = HandmadePDF.cornered(pages: 5).bytes
        let request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 200, longSide: 300), preview: nil)
        let pages = try await withJail { jail, _ in try await jail.pages(of: pdf, request) }
        #expect(pages.map(\.number) == [1, 2, 3, 4, 5])
        #expect(pages.allSatisfy { $0.total == 5 && $0.width == 300 && $0.height == 200 && $0.preview == nil })
        #expect(try Pixels(decoding: pages[4].jpeg).corners.isClose(to: .upright))
        // Three to two, and no more of the box than that.
        #expect(pages[0].paper == Paper(width: 300, height: 200))
        let turned = DecodeRequest(mediaType: .pdf, rotation: .quarter, preview: nil, maximumPages: 1)
        let first = try await withJail { jail, _ in try await jail.pages(of: pdf, turned) }.first
        #expect(first?.paper == Paper(width: 200, height: 300))
    }

    @Test func onlyTheFirstPagesAreDecodedWhenThatIsAsked() async throws {
        let request = DecodeRequest(mediaType: .pdf, box: PixelBox(shortSide: 20, longSide: 30), maximumPages: 1)
        let pages = try await withJail { jail, _ in try await jail.pages(of: HandmadePDF.cornered(pages: 5).bytes, request) }
        #expect(pages.map(\.total) == [1])
    }

    @Test func leavingEarlyEndsTheDecodingAndFreesItsPlace() async throws {
        let request = DecodeRequest(mediaType: .pdf)
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1)) { jail, _ in
            for _ in 0..<3 {
                let first = try await jail.withDecodedPages(of: .bytes(HandmadePDF.cornered(pages: 100).bytes), request) {
                    pages in
                    try await pages.next()
                }
                #expect(first?.number == 1)
            }
        }
    }

    @Test func whatAFileMayCostIsBoundedByTheJailItself() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 300))
        var scans = try Photo.encoded(.cornered(width: 400, height: 300), as: "jpg[interlace]")
        let frame = try #require(scans.firstRange(of: [0xff, 0xc2]))
        scans.replaceSubrange(
            frame.lowerBound + 5..<frame.lowerBound + 9, with: [0x17, 0x70, 0x1f, 0x40])
        let animation = try Photo.stacked([Colour.red, .green, .blue].map { Pixels.plain($0, width: 40, height: 30) }, as: "gif")
        // Whoever asks may allow more than the jail can bear.
        let generous = DocumentBudget(
            bytes: .max, pages: .max, frames: 2, pixelsPerPage: .max, pixelsPerDocument: .max, decoderMemory: .max)
        func refusal(
            of bytes: [UInt8], as mediaType: MediaType, _ configuration: JailConfiguration
        ) async throws -> [ContentRefusal?] {
            try await withJail(configuration) { jail, _ in
                let decoding = await #expect(throws: JailError.self) {
                    try await jail.pages(of: bytes, DecodeRequest(mediaType: mediaType, budget: generous))
                }
                return [
                    decoding?.refusal, try await jail.inspect(.bytes(bytes), mediaType: mediaType, budget: generous).refusal,
                ]
            }
        }
        let small = JailConfiguration(maximumInputBytes: photo.count - 1)
        for found in try await refusal(of: photo, as: .jpeg, small) {
            #expect(found == .overBudget(.bytes, found: photo.count, limit: photo.count - 1))
        }
        for found in try await refusal(of: animation, as: .gif, JailConfiguration()) {
            #expect(found == .overBudget(.frames, found: 3, limit: 2))
        }
        // A progressive picture of 8000 by 6000 pixels, as its header says: its coefficients are more than a quarter of a gigabyte.
        let narrow = JailConfiguration(limits: JobLimits(addressSpace: 1 << 30))
        for found in try await refusal(of: scans, as: .jpeg, narrow) {
            #expect(found == .overBudget(.decoderMemory, found: 288_000_000, limit: 256 << 20))
        }
    }

    @Test func contentThatCannotBeUsedIsRefused() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 300))
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        let pdf = HandmadePDF.cornered(pages: 2).bytes
        let cases: [(bytes: [UInt8], request: DecodeRequest, code: String)] = [
            (Array(photo.prefix(photo.count / 2)), DecodeRequest(mediaType: .jpeg), "damaged"),
            (photo, DecodeRequest(mediaType: .png), "unsupported"),
            (photo, DecodeRequest(mediaType: .pdf), "damaged"),
            (locked, DecodeRequest(mediaType: .pdf), "password-protected"),
            (photo, DecodeRequest(mediaType: .jpeg, budget: DocumentBudget(pixelsPerPage: 1000)), "over-budget"),
            (pdf, DecodeRequest(mediaType: .pdf, budget: DocumentBudget(pages: 1)), "over-budget"),
        ]
        try await withJail { jail, _ in
            for (bytes, request, code) in cases {
                let error = await #expect(throws: JailError.self) { try await jail.pages(of: bytes, request) }
                #expect(error?.refusal?.code == code)
                #expect(error?.isRetriable == false)
            }
        }
    }

    @Test func pagesAreMeasuredWhereThatIsAsked() async throws {
        let photo = try Photo.jpeg(.grainy(width: 400, height: 200), orientation: 6)
        try await withJail { jail, _ in
            let page = try #require(try await jail.pages(of: photo, DecodeRequest(mediaType: .jpeg)).first)
            let signals = try #require(page.signals)
            #expect(signals.proportion == 2000)
            #expect(signals.tiles == 7 * 13)
            #expect(!signals.isDark && !signals.isBlurred && !signals.isLikelyScreenshot)
            let bare = try await jail.pages(of: photo, DecodeRequest(mediaType: .jpeg, measures: false))
            #expect(bare.map(\.signals) == [nil])
            #expect(bare.first?.jpeg == page.jpeg)
        }
    }
}
