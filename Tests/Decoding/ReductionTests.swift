import CLibvips
import DocumentFixtures
import Shared
import Testing

@testable import Imaging

/// Pictures are made smaller by zimg. What comes out is what libvips would have made.
@Suite(.timeLimit(.minutes(3)))
struct ReductionTests {
    init() throws {
        try StartedLibrary.outcome.get()
    }

    /// Stripes of all widths that get narrower, across and down: what is out of its place differs.
    private static func striped(_ size: PixelSize) -> [UInt8] {
        var rgb: [UInt8] = []
        rgb.reserveCapacity(size.count * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let wave = UInt8(truncatingIfNeeded: x * x / 257 &+ y * y / 511)
                let line: UInt8 = y % 4 < 2 ? 255 : 0
                rgb += [wave, line, UInt8(truncatingIfNeeded: 255 * x / size.width)]
            }
        }
        return rgb
    }

    private static let size = PixelSize(width: 900, height: 2400)
    private static let stripes = striped(size)

    /// As libvips reduces it.
    private func expected(_ picture: Picture, _ box: PixelSize) throws -> [UInt8] {
        try picture.derive { docket_vips_thumbnail_image($0, CInt(box.width), CInt(box.height), nil, nil, $1) }.pixels()
    }

    /// For each row the mean difference of its samples.
    private func differences(_ first: [UInt8], _ second: [UInt8], row: Int) -> [Double] {
        stride(from: 0, to: min(first.count, second.count), by: row).map { start in
            let pairs = zip(first[start..<start + row], second[start..<start + row])
            return Double(pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(row)
        }
    }

    /// Of several strips, of which each needs rows of its neighbours. The proportions are exact: where they are not, libvips leaves out
    /// half a pixel on each side.
    @Test(arguments: [
        PixelSize(width: 855, height: 2280), PixelSize(width: 690, height: 1840), PixelSize(width: 510, height: 1360),
    ])
    func everyRowIsThatOfLibvips(box: PixelSize) throws {
        let picture = try Picture.copying(rgb: Self.stripes, size: Self.size)
        let reduced = try picture.shrunk(toFit: box)
        let expected = try expected(picture, box)
        let fit = Self.size.fitted(into: box)
        #expect((reduced.width, reduced.height, reduced.bands) == (fit.width, fit.height, 3))
        let found = try reduced.pixels()
        #expect(found.count == expected.count)
        let wrong = differences(found, expected, row: fit.width * 3).enumerated().filter { $0.element >= 4 }
        #expect(wrong.isEmpty, "rows and their differences: \(wrong)")
    }

    @Test func aGreyPictureStaysGrey() throws {
        let bytes = stride(from: 0, to: Self.size.count * 3, by: 3).map { Self.stripes[$0] }
        let pgm = try Tool.vips.run(
            ["copy", "in.pgm", "out.png"], files: ["in.pgm": Array("P5 900 2400 255\n".utf8) + bytes], yields: "out.png")
        let grey = try Picture.load(SourceBytes(pgm), as: .png).decoded()
        let reduced = try grey.shrunk(toFit: PixelSize(width: 450, height: 1200))
        #expect(reduced.bands == 1)
        let found = try reduced.pixels()
        let worst = differences(found, try expected(grey, PixelSize(width: 450, height: 1200)), row: 450).max() ?? 255
        #expect(worst < 3, "\(worst)")
    }

    /// Width and height change places in four of them.
    @Test(arguments: 1...8) func aPhotoIsUprightAndAsLargeAsItFits(orientation: Int) throws {
        let upright = Pixels.lettered(width: 1200, height: 1600)
        let photo = try Photo.jpeg(upright.stored(withOrientation: orientation), orientation: orientation)
        let image = try EncodedImage(
            photo, budget: ImageBudget(pages: 1, pixelsPerPage: 2_000_000, pixelsPerDocument: 2_000_000, memory: 1 << 26))
        for box in [PixelSize(width: 900, height: 3000), PixelSize(width: 300, height: 300)] {
            let page = try image.page(0, fitting: box, quality: 95)
            #expect(page.size == PixelSize(width: 1200, height: 1600).fitted(into: box))
            let small = try Picture.copying(rgb: upright.rgb, size: PixelSize(width: 1200, height: 1600)).shrunk(toFit: box)
                .pixels()
            let found = try Pixels(decoding: page.bytes)
            let worst = differences(found.rgb, small, row: page.size.width * 3).max() ?? 255
            #expect(worst < 12, "\(worst)")
        }
    }

    @Test(arguments: [
        (PixelSize(width: 3000, height: 4000), PixelSize(width: 2480, height: 3508), PixelSize(width: 2480, height: 3307), 1),
        (PixelSize(width: 3000, height: 4000), PixelSize(width: 1600, height: 1600), PixelSize(width: 1200, height: 1600), 2),
        (PixelSize(width: 3000, height: 4000), PixelSize(width: 640, height: 640), PixelSize(width: 480, height: 640), 4),
        (PixelSize(width: 20000, height: 100), PixelSize(width: 100, height: 100), PixelSize(width: 100, height: 1), 8),
        (PixelSize(width: 100, height: 100), PixelSize(width: 100, height: 100), PixelSize(width: 100, height: 100), 1),
        (PixelSize(width: 5, height: 4), PixelSize(width: 640, height: 640), PixelSize(width: 5, height: 4), 1),
    ])
    func whatIsDecodedIsMoreThanWhatFits(size: PixelSize, box: PixelSize, fit: PixelSize, shrink: Int) {
        #expect(size.fitted(into: box) == fit)
        #expect(size.shrinkWhileDecoding(toFit: box) == shrink)
    }
}
