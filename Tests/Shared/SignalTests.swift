import Shared
import Testing

/// What is measured of pages, on pictures that are made here.
@Suite struct SignalTests {
    /// A4 as it is measured.
    static let (width, height) = (566, 800)

    private static func picture(
        width: Int = Self.width, height: Int = Self.height, _ value: (_ x: Int, _ y: Int) -> Int
    ) -> GreyPicture {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height { for x in 0..<width { pixels.append(UInt8(clamping: value(x, y))) } }
        return GreyPicture(width: width, height: height, pixels: pixels)!
    }

    /// Grain as a sensor has it: the same every time, in no pattern.
    private static func grain(_ x: Int, _ y: Int, _ amplitude: Int) -> Int {
        var hash = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 29
        return Int(hash % UInt64(2 * amplitude + 1)) - amplitude
    }

    private static func isInk(_ x: Int, _ y: Int) -> Bool { Photograph.isInk(x, y) }

    private static func letter(paper: Int = 220, ink: Int = 40, grain amplitude: Int = 3) -> GreyPicture {
        picture { x, y in (isInk(x, y) ? ink : paper) + grain(x, y, amplitude) }
    }

    /// A box that slides over it, three times: close to a lens out of focus.
    private static func blurred(_ picture: GreyPicture, radius: Int) -> GreyPicture {
        var pixels = picture.pixels.map(Int.init)
        for _ in 0..<3 {
            for isHorizontal in [true, false] {
                var next = pixels
                for y in 0..<picture.height {
                    for x in 0..<picture.width {
                        var (sum, count) = (0, 0)
                        for step in -radius...radius {
                            let (column, row) = isHorizontal ? (x + step, y) : (x, y + step)
                            guard (0..<picture.width).contains(column), (0..<picture.height).contains(row) else { continue }
                            sum += pixels[row * picture.width + column]
                            count += 1
                        }
                        next[y * picture.width + x] = sum / count
                    }
                }
                pixels = next
            }
        }
        return GreyPicture(width: picture.width, height: picture.height, pixels: pixels.map { UInt8($0) })!
    }

    // MARK: - Focus

    @Test func aLetterInFocusIsSharp() {
        for (paper, ink) in [(220, 40), (255, 0), (150, 60), (90, 20)] {
            let signals = PageSignals(measuring: Self.letter(paper: paper, ink: ink))
            #expect(!signals.isBlurred, "\(signals)")
            #expect(signals.writtenTiles > 200 && signals.writtenTiles < signals.tiles)
        }
    }

    @Test func aLetterOutOfFocusIsBlurred() {
        let signals = PageSignals(measuring: Self.blurred(Self.letter(), radius: 2))
        #expect(signals.isBlurred, "\(signals)")
    }

    /// Of a letter of which only the upper third is out of focus most can be read.
    @Test func focusIsJudgedByTile() {
        let (sharp, soft) = (Self.letter(), Self.blurred(Self.letter(), radius: 2))
        func mixed(softBelow share: Int) -> PageSignals {
            PageSignals(
                measuring: Self.picture { x, y in
                    Int((y * 100 < Self.height * share ? soft : sharp).pixels[y * Self.width + x])
                })
        }
        #expect(!mixed(softBelow: 33).isBlurred)
        #expect(mixed(softBelow: 33).blurredTiles > 20)
        #expect(mixed(softBelow: 95).isBlurred)
    }

    @Test func aPageWithNothingOnItIsNotBlurred() {
        #expect(!PageSignals(measuring: Self.picture { x, y in 220 + Self.grain(x, y, 4) }).isBlurred)
        // Light that falls off is no edge.
        let shade = PageSignals(measuring: Self.picture { x, y in 120 + x / 6 + Self.grain(x, y, 2) })
        #expect(shade.writtenTiles == 0, "\(shade)")
    }

    // MARK: - Light

    @Test func aReflectionIsGlare() {
        func lit(_ paper: Int, spot radius: Int) -> PageSignals {
            PageSignals(
                measuring: Self.picture { x, y in
                    let (dx, dy) = (x - 280, y - 300)
                    if dx * dx + dy * dy < radius * radius { return 255 }
                    return (Self.isInk(x, y) ? 40 : paper) + Self.grain(x, y, 3)
                })
        }
        #expect(lit(190, spot: 90).hasGlare)
        #expect(!lit(190, spot: 15).hasGlare)
        #expect(!lit(190, spot: 0).hasGlare)
        // Paper from a scanner is white all over.
        #expect(!lit(255, spot: 90).hasGlare)
    }

    /// A photo of something else, with bright places that are nobody's reflection.
    private static func scene(_ bright: @escaping (_ x: Int, _ y: Int) -> Int?) -> PageSignals {
        PageSignals(measuring: picture { x, y in bright(x, y) ?? ((isInk(x, y) ? 40 : 150) + grain(x, y, 4)) })
    }

    @Test func aSkyIsNoGlare() {
        // Clear, above a straight horizon; above roofs; at one side, as through a window; all around a house.
        #expect(!Self.scene { _, y in y < 150 ? 253 : nil }.hasGlare)
        #expect(!Self.scene { x, y in y < 90 + x / 40 % 2 * 70 ? 255 : nil }.hasGlare)
        #expect(!Self.scene { x, y in x < 130 && (200..<460).contains(y) ? 255 : nil }.hasGlare)
        #expect(!Self.scene { x, y in y < 300 && !(80..<480).contains(x) ? 252 : nil }.hasGlare)
    }

    @Test func lightThatRisesSlowlyIsNoGlare() {
        let lamp = Self.scene { x, y in
            let (dx, dy) = (Double(x - 280), Double(y - 400))
            let light = 320 - Int((dx * dx + dy * dy).squareRoot() * 0.4)
            return light > 190 ? min(light, 255) : nil
        }
        #expect(lamp.glaringTiles == 0, "\(lamp)")
    }

    @Test func reflectionsAreCountedOneByOne() {
        func spot(_ x: Int, _ y: Int, at left: Int, _ top: Int, _ width: Int, _ height: Int) -> Bool {
            (left..<left + width).contains(x) && (top..<top + height).contains(y)
        }
        // Two of a lamp's bars, within; and a sky, which is none of them.
        let both = Self.scene { x, y in
            spot(x, y, at: 96, 256, 128, 64) || spot(x, y, at: 320, 512, 96, 96) || y < 64 ? 255 : nil
        }
        #expect(both.glaringTiles == 8 + 9)
        // One that only just reaches the edge is one all the same.
        #expect(Self.scene { x, y in spot(x, y, at: 0, 320, 256, 64) ? 255 : nil }.hasGlare)
    }

    @Test func tooLittleLightIsDark() {
        #expect(PageSignals(measuring: Self.letter(paper: 60, ink: 10)).isDark)
        #expect(!PageSignals(measuring: Self.letter(paper: 120, ink: 20)).isDark)
        // A card on a black table.
        let card = Self.picture { x, y in (100..<460).contains(x) && (250..<480).contains(y) ? 200 : 10 }
        #expect(!PageSignals(measuring: card).isDark)
    }

    // MARK: - Screens

    @Test func aScreenIsFlatAndNarrow() {
        func screen(width: Int, grain amplitude: Int) -> PageSignals {
            PageSignals(
                measuring: Self.picture(width: width) { x, y in
                    let isText = y > 60 && y % 40 < 8 && x > 20 && x < width - 40 && x % 7 < 3
                    return (y < 40 ? 30 : isText ? 20 : 245) + (amplitude > 0 ? Self.grain(x, y, amplitude) : 0)
                })
        }
        #expect(screen(width: 369, grain: 0).isLikelyScreenshot)
        #expect(screen(width: 369, grain: 0).proportion == 2168)
        // A photo of the same shape has grain, a scan of the same flatness another shape.
        #expect(!screen(width: 369, grain: 3).isLikelyScreenshot)
        #expect(!screen(width: 566, grain: 0).isLikelyScreenshot)
    }

    @Test func flatnessIsAShareOfAllPixels() {
        #expect(PageSignals(measuring: Self.picture { _, _ in 7 }).flatness == 1000)
        #expect(PageSignals(measuring: Self.picture { x, _ in x % 2 }).flatness == 0)
        #expect(PageSignals(measuring: Self.picture { x, y in y < 400 ? 7 : x % 2 }).flatness / 10 == 49)
    }

    // MARK: - Likeness

    @Test func likenessSurvivesSizeAndLight() {
        func face(_ width: Int, _ height: Int, light: Int) -> PerceptualHash {
            PerceptualHash(
                of: Self.picture(width: width, height: height) { x, y in
                    let (u, v) = (x * 100 / width, y * 100 / height)
                    return (u * v + u * u / 3) % 200 / 2 + light
                })
        }
        let first = face(300, 400, light: 40)
        #expect(first.distance(to: first) == 0)
        #expect(first.distance(to: face(600, 800, light: 70)) <= 6)
        let other = PerceptualHash(of: Self.picture { x, y in (x / 70 + y / 100) % 2 * 200 })
        #expect(first.distance(to: other) > 12)
    }

    @Test func aHashIsSixteenDigits() throws {
        for bits in [0, 1, 0x8000_0000_0000_0000, UInt64.max] {
            let hash = PerceptualHash(bits: bits)
            #expect(hash.description.count == 16)
            #expect(try CanonicalJSON.decode(PerceptualHash.self, from: try CanonicalJSON.encode(hash)) == hash)
        }
        for text in [#""""#, #""123""#, #""zzzzzzzzzzzzzzzz""#, #""00000000000000000""#, "7"] {
            #expect(throws: (any Error).self) { try CanonicalJSON.decode(PerceptualHash.self, from: Array(text.utf8)) }
        }
    }

    // MARK: - What is missing

    @Test func theEmptyPartOfACutOffPictureIsFound() {
        func cut(_ isEmpty: @escaping (Int, Int) -> Bool) -> Int {
            Self.picture { x, y in isEmpty(x, y) ? 128 : 100 + Self.grain(x, y, 60) }.emptyMargin
        }
        #expect(cut { _, y in y >= 480 } == 40)
        #expect(cut { _, y in y < 200 } == 25)
        #expect(cut { x, _ in x < 283 } == 50)
        #expect(cut { x, _ in x >= 510 } == 9)
        #expect(cut { _, _ in false } == 0)
        #expect(cut { _, _ in true } == 100)
    }

    // MARK: - Pictures of any size

    @Test func noPictureIsTooSmall() {
        for (width, height) in [(1, 1), (1, 800), (2, 2), (33, 31), (800, 1)] {
            let signals = PageSignals(measuring: Self.picture(width: width, height: height) { x, y in (x + y) % 256 })
            #expect(signals.tiles > 0)
            #expect(signals.proportion == max(width, height) * 1000 / min(width, height))
        }
    }

    @Test func onlyWholePicturesAreTaken() {
        #expect(GreyPicture(width: 2, height: 2, pixels: [1, 2, 3]) == nil)
        #expect(GreyPicture(width: 0, height: 2, pixels: []) == nil)
        #expect(GreyPicture(width: 1 << 17, height: 1, pixels: [UInt8](repeating: 0, count: 1 << 17)) == nil)
    }

    @Test func signalsSurviveJSON() throws {
        let signals = RuleExamples.signals()
        #expect(try CanonicalJSON.decode(PageSignals.self, from: try CanonicalJSON.encode(signals)) == signals)
        for repair in [
            Repair.auxiliaryReferences, .crossReferences, .cutOff, .incompletePage(3, missing: 40),
            .incompletePage(4, missing: nil),
            .lostPage(5),
        ] {
            #expect(try CanonicalJSON.decode(Repair.self, from: try CanonicalJSON.encode(repair)) == repair)
        }
    }
}
