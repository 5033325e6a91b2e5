/// How well a page can be read, measured on a small grey picture of it. An app can measure a photo before it sends it.
///
/// These are facts; what is too little is said by the thresholds below, and what becomes of it by the rules.
public struct PageSignals: Sendable, Hashable, Codable {
    /// Square parts of the picture that were looked at.
    public var tiles: Int
    /// Of these, parts with something on them: letters, lines, edges. The soft edge of a shadow beside what is in focus is none.
    public var writtenTiles: Int
    /// Of these, parts without one sharp edge.
    public var blurredTiles: Int
    /// Parts that a reflection has washed out, on a page that is not as white as that: a spot that hides what is written around it. A
    /// sky, a window, a lamp, or paper that is white by itself is none.
    public var glaringTiles: Int
    /// Of 255: 95 of 100 pixels are not brighter.
    public var brightness: Int
    /// Of 1000 pixels, those that are exactly like all eight around them: a screen makes such, a camera's grain does not.
    public var flatness: Int
    /// The long side, in thousandths of the short side.
    public var proportion: Int
    /// To find pages that look alike. Forms share their layout: likeness alone proves nothing.
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
    /// Two thirds of what is written are out of focus. A few parts alone prove nothing: a logo may be soft.
    public var isBlurred: Bool { writtenTiles >= 8 && blurredTiles * 3 >= writtenTiles * 2 }

    /// A fortieth of the page is washed out.
    public var hasGlare: Bool { glaringTiles >= 2 && glaringTiles * 40 >= tiles }

    /// Not even the paper is bright. A page of one dark colour all over was made so; too little light leaves grain.
    public var isDark: Bool { brightness < 85 && flatness < 900 }

    /// Flat as a screen, and as narrow as a phone: no paper format is. Only a photo can be one: PDFs are flat by nature.
    public var isLikelyScreenshot: Bool { flatness >= 450 && (1650...2600).contains(proportion) }
}

/// A picture's differences in brightness from left to right, in 64 bits (“dHash”): pictures that look alike differ in few of them,
/// whatever their size.
public struct PerceptualHash: Sendable, Hashable {
    public var bits: UInt64

    public init(bits: UInt64) {
        self.bits = bits
    }

    /// In how many bits they differ, from 0 to 64; up to about ten means that they look alike.
    public func distance(to other: PerceptualHash) -> Int { (bits ^ other.bits).nonzeroBitCount }
}

extension PerceptualHash: Codable, CustomStringConvertible {
    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Wanted are sixteen hexadecimal digits.")
        }
        self.bits = bits
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
