import Shared
import Testing

/// What is in focus is told from shadows and from what lies behind, on photos that are made here.
@Suite struct FocusTests {
    private static func signals(_ picture: GreyPicture) -> PageSignals { PageSignals(measuring: picture) }

    /// The edge of a shadow, hard and soft, over a page with a line or two on it.
    @Test(arguments: [(6.0, 20), (20, 2), (60, 2)])
    func aShadowOverAPageIsNotBlurred(width: Double, lines: Int) {
        let found = Self.signals(
            Photograph(
                surface: { x, y in y < 60 + lines * 12 && Photograph.isInk(x, y, within: 50..<300) ? 40 : 215 },
                light: { x, y in 0.35 + 0.65 * min(max(0.5 + (Double(x) + Double(y) / 2 - 480) / width / 2, 0), 1) },
                softness: 1
            ).taken())
        #expect(!found.isBlurred && found.blurredTiles * 4 < found.writtenTiles, "\(found)")
    }

    /// A card that is held before a room. The room need not be in focus, the card must.
    @Test(arguments: [4, 16])
    func aCardBeforeARoomIsNotBlurred(radius: Int) {
        let card = Photograph.turned(by: 0, scale: 0.65, Photograph.card())
        func isCard(_ x: Int, _ y: Int) -> Bool { (120..<446).contains(x) && (300..<506).contains(y) }
        let sharp = Photograph(
            surface: { x, y in isCard(x, y) ? card(x, y) : 30 + Int(Photograph.texture(x, y, size: 60) * 200) }, grain: 0
        ).taken()
        let found = Self.signals(sharp.blurred(by: radius) { !isCard($0, $1) })
        #expect(!found.isBlurred, "\(found)")
        let all = Self.signals(sharp.blurred(by: radius))
        #expect(all.isBlurred, "\(all)")
    }

    /// Of what is far out of focus nothing may be left but the edge of the paper.
    @Test(arguments: [2, 5, 8])
    func aReceiptOutOfFocusIsBlurred(radius: Int) {
        let sharp = Photograph(surface: Photograph.receipt(paper: 200), grain: 0).taken()
        let found = Self.signals(sharp.blurred(by: radius))
        #expect(found.isBlurred, "\(found)")
    }

    /// As soft as a small picture of a photo is, even of a good one.
    @Test(arguments: [0, 2])
    func aLensIsNoBlur(softness: Int) {
        let found = Self.signals(Photograph(surface: Photograph.letter(paper: 200), softness: softness).taken())
        #expect(!found.isBlurred && found.writtenTiles > 300, "\(found)")
    }
}
