import Shared
import Testing

/// Reflections are told from what is bright by itself, on photos that are made here.
@Suite struct GlareTests {
    typealias Highlight = Photograph.Highlight

    private static func signals(_ photo: Photograph) -> PageSignals { PageSignals(measuring: photo.taken()) }

    // MARK: - Reflections

    /// A lamp's mirror image on papers from grey to white, small and large, upright and turned.
    @Test(arguments: [
        (150, 0.0, 36.0, 20.0), (150, 30, 42, 12), (190, 7, 50, 20), (190, 60, 30, 30), (215, 0, 42, 12), (215, 30, 30, 40),
    ])
    func aReflectionOnPaperIsGlare(paper: Int, degrees: Double, width: Double, strength: Double) {
        let found = Self.signals(
            Photograph(
                surface: Photograph.turned(by: degrees, Photograph.letter(paper: paper)),
                highlights: [Highlight(at: 250 + Double(paper) / 3, 330, width: width, strength: strength)]))
        #expect(found.hasGlare, "\(found)")
    }

    /// The light of a large one is so wide that more than a quarter of the page is as white as a scanner's paper.
    @Test func aReflectionThatLightensThePageIsGlare() {
        let found = Self.signals(
            Photograph(surface: Photograph.letter(paper: 230), highlights: [Highlight(at: 300, 330, width: 45, strength: 20)]))
        #expect(found.hasGlare, "\(found)")
    }

    @Test func tubesAndPanesAreGlare() {
        let tube = Highlight(at: 280, 420, width: 14, strength: 6, halfLength: 90, halfHeight: 12, degrees: 50)
        let one = Self.signals(Photograph(surface: Photograph.letter(paper: 190), highlights: [tube]))
        #expect(one.hasGlare, "\(one)")
        let panes = [200.0, 320].map {
            Highlight(at: $0, 300, width: 16, strength: 6, halfLength: 40, halfHeight: 50, degrees: 8)
        }
        let two = Self.signals(Photograph(surface: Photograph.letter(paper: 185), highlights: panes))
        #expect(two.hasGlare, "\(two)")
    }

    /// It may go over the page's edge: its light falls off where it lies on paper.
    @Test func aReflectionAtTheEdgeIsGlare() {
        let found = Self.signals(
            Photograph(surface: Photograph.letter(paper: 190), highlights: [Highlight(at: 30, 300, width: 35, strength: 20)]))
        #expect(found.hasGlare, "\(found)")
    }

    /// A card is a part of the picture only, and a table lies around it.
    @Test(arguments: [(0.8, 210), (1.0, 190), (1.4, 165)])
    func aFlashOnACardIsGlare(scale: Double, ground: Int) {
        let card = Photograph.turned(by: scale * 8, scale: scale, Photograph.card(ground: ground))
        let photo = Photograph(surface: card, highlights: [Highlight(at: 380, 390, width: 40, strength: 10)], softness: 1)
        #expect(Self.signals(photo).hasGlare)
    }

    /// Found, if too small to be told of.
    @Test func aSmallReflectionIsFound() {
        let flash = Highlight(at: 330, 390, width: 20, strength: 20)
        let card = Photograph(surface: Photograph.card(), highlights: [flash], softness: 1)
        #expect((4..<12).contains(Self.signals(card).glaringTiles))
        let lamp = Highlight(at: 275, 380, width: 24, strength: 12)
        let receipt = Photograph(surface: Photograph.receipt(paper: 190, width: 160), highlights: [lamp])
        #expect((4..<12).contains(Self.signals(receipt).glaringTiles))
    }

    // MARK: - What is bright by itself

    /// Gaps of all sizes, some of them between nothing but leaves, bright as a sensor can tell and a little less.
    @Test(arguments: [
        (30, 255, 0.5, 0), (60, 255, 0.56, 1), (60, 253, 0.5, 1), (100, 253, 0.62, 1), (160, 251, 0.5, 1), (160, 255, 0.56, 0),
    ])
    func aSkyBetweenTreesIsNoGlare(size: Int, sky: Int, cover: Double, softness: Int) {
        let trees = Photograph.trees(sky: sky, size: size, cover: cover, seed: size + sky)
        let found = Self.signals(Photograph(surface: trees, softness: softness))
        #expect(found.glaringTiles == 0, "\(found)")
    }

    /// With light that falls off around it, and without; on walls that are plain and that are not.
    @Test(arguments: [(110, 0.0, 0.0), (150, 0, 14), (190, 40, 30), (150, 120, 0)])
    func aWindowIsNoGlare(wall: Int, pattern: Double, bloom: Double) {
        let room = Photograph(
            surface: { x, y in
                if (200..<380).contains(x), (180..<420).contains(y) { return x % 90 < 6 || y % 120 < 6 ? 200 : 255 }
                guard y < 560 else { return Photograph.table(x, y, level: 60) }
                return wall + (pattern > 0 ? Int((Photograph.texture(x, y, size: 30) - 0.5) * pattern) : 0)
            },
            highlights: bloom > 0 ? [Highlight(at: 290, 300, width: bloom, strength: 3, halfLength: 90, halfHeight: 120)] : [])
        let found = Self.signals(room)
        #expect(found.glaringTiles == 0, "\(found)")
    }

    @Test(arguments: [80, 170])
    func aLampOnAWallIsNoGlare(wall: Int) {
        let room = Photograph(
            surface: { x, y in y > 520 ? Photograph.table(x, y, level: 60) : wall },
            highlights: [Highlight(at: 300, 250, width: 25, strength: 40)])
        #expect(Self.signals(room).glaringTiles == 0)
    }

    @Test(arguments: [(90, 105, 150), (140, 190, 150)])
    func theWindowsOfAHouseAreNoGlare(pitch: Int, bricks: Int, joints: Int) {
        let house = Photograph(
            surface: { x, y in
                if (20..<pitch - 20).contains(x % pitch), (20..<pitch - 10).contains(y % (pitch + 20)) { return 255 }
                return y % 8 == 0 || (x + y / 8 * 6) % 14 == 0 ? joints : bricks
            }, softness: 1)
        #expect(Self.signals(house).glaringTiles == 0)
    }

    /// Overexposed paper on a table: broad and narrow, dark tables and bright ones, letters that can be read and that cannot.
    @Test(arguments: [(1.0, 200, 110), (1.6, 120, 45), (3.0, 280, 25)])
    func brightPaperIsNoGlare(light: Double, width: Int, table: Int) {
        let receipt = Photograph(
            surface: Photograph.receipt(paper: 250, ink: 90, width: width, level: table), light: { _, _ in light }, softness: 1)
        let found = Self.signals(receipt)
        #expect(found.glaringTiles == 0, "\(found)")
    }

    @Test(arguments: [(0.0, true), (12, false), (40, true)])
    func aWhiteCardIsNoGlare(degrees: Double, isWritten: Bool) {
        let card = Photograph.turned(by: degrees) { x, y in
            guard (130..<430).contains(x), (300..<500).contains(y) else { return Photograph.table(x, y) }
            return isWritten && Photograph.isInk(x, y, within: 150..<400, 320..<480) ? 60 : 255
        }
        #expect(Self.signals(Photograph(surface: card, softness: 1)).glaringTiles == 0)
    }

    /// The sun lies on a part of the page, or it gets brighter from its top to its foot: what is written there can be read.
    @Test func lightThatHidesNothingIsNoGlare() {
        for light in [2.0, 3.5] {
            let patch = Photograph(
                surface: Photograph.letter(paper: 170, ink: 50),
                light: { x, y in (160..<400).contains(x) && (200..<520).contains(y) ? light : 1 }, softness: 1)
            #expect(Self.signals(patch).glaringTiles == 0)
        }
        let slope = Photograph(
            surface: Photograph.letter(paper: 240), light: { _, y in 0.3 + 1.7 * Double(y) / 800 }, softness: 1)
        #expect(Self.signals(slope).glaringTiles == 0)
    }

    // MARK: - What no camera took

    /// White fields on a page that a program coloured, between its letters.
    @Test(arguments: [210, 180])
    func theFieldsOfAFormAreNoGlare(ground: Int) {
        let form = Photograph(
            surface: { x, y in
                if (100..<460).contains(x), (300..<390).contains(y), (y - 300) % 90 < 60 { return 255 }
                return Photograph.isInk(x, y) ? 20 : ground
            }, grain: 0)
        #expect(Self.signals(form).glaringTiles == 0)
    }

    /// Some of its surface is a photo.
    @Test(arguments: [200, 400])
    func theFieldsOfAScreenAreNoGlare(photo: Int) {
        let screen = Photograph(
            width: 369,
            surface: { x, y in
                if y < photo { return 40 + Int(Photograph.texture(x, y, size: 40) * 180) }
                guard (y - photo) % 90 < 70, (16..<353).contains(x) else { return 240 }
                return Photograph.isInk(x, y, within: 28..<309, 0..<800) ? 30 : 255
            }, grain: 0)
        #expect(Self.signals(screen).glaringTiles == 0)
    }
}
