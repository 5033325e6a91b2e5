/// Measures of a page's legibility, from a small grey picture of it. An app can measure a photo before it sends it.
///
/// These are facts. The thresholds below judge them, and the rules decide on the consequences.
public struct PageSignals: Sendable, Hashable, Codable {
    /// The number of examined square tiles.
    public var tiles: Int
    /// Of these, tiles with content: letters, lines, edges. The soft edge of a shadow beside sharp content does not
    /// count.
    public var writtenTiles: Int
    /// Of these, tiles without a sharp edge.
    public var blurredTiles: Int
    /// Tiles that a reflection has washed out, hiding the text around it. A sky, a window, a lamp, or white paper does
    /// not count.
    public var glaringTiles: Int
    /// The 95th percentile of brightness, of 255.
    public var brightness: Int
    /// Per 1000 pixels, those equal to all eight neighbours. A screen makes them; a camera's noise does not.
    public var flatness: Int
    /// The long side, in thousandths of the short side.
    public var proportion: Int
    /// For finding similar pages. It proves nothing alone: forms share their layout.
    public var likeness: PerceptualHash

    public init(
        tiles: Int, writtenTiles: Int, blurredTiles: Int, glaringTiles: Int, brightness: Int, flatness: Int, proportion: Int,
        likeness: PerceptualHash
    ) {
        self.tiles = tiles
        self.writtenTiles = writtenTiles
        self.blurredTiles = blurredTiles
        self.glaringTiles = glaringTiles
        self.brightness = brightness
        self.flatness = flatness
        self.proportion = proportion
        self.likeness = likeness
    }
}

// MARK: - Thresholds

extension PageSignals {
    /// Two thirds of the tiles with content are out of focus. A few tiles prove nothing: a logo may be soft.
    public var isBlurred: Bool { writtenTiles >= 8 && blurredTiles * 3 >= writtenTiles * 2 }

    /// A fortieth of the page is washed out.
    public var hasGlare: Bool { glaringTiles >= 2 && glaringTiles * 40 >= tiles }

    /// Even the paper is dark. A page of one dark colour is made like this: a lack of light leaves noise.
    public var isDark: Bool { brightness < 85 && flatness < 900 }

    /// Enough is written for its likeness to tell it from another page. Blank pages are all alike.
    public var isTellingApart: Bool { writtenTiles >= 8 }

    /// As flat as a screen and as narrow as a phone, unlike any paper. Applies only to pictures: PDFs are always flat.
    public var isLikelyScreenshot: Bool { flatness >= 450 && (1650...2600).contains(proportion) }
}

/// A perceptual hash of 64 bits: the differences in brightness from left to right (“dHash”). The hashes of similar
/// pictures differ in few bits, whatever their size.
public struct PerceptualHash: Sendable, Hashable {
    public var bits: UInt64

    public init(bits: UInt64) {
        self.bits = bits
    }

    /// The number of different bits, from 0 to 64. Up to about ten means similar pictures.
    public func distance(to other: PerceptualHash) -> Int { (bits ^ other.bits).nonzeroBitCount }
}

extension PerceptualHash: Codable, CustomStringConvertible {
    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    public init(from decoder: any Decoder) throws {
        bits = try decoder.value(
            ofText: { $0.utf8.count == 16 ? UInt64($0, radix: 16) : nil }, or: "Wanted are sixteen hexadecimal digits.")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
