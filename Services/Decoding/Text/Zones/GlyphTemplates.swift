import Glibc
import Shared

/// The characters of a zone as they appear at one sharpness, prepared for comparison.
struct GlyphTemplates: Sendable {
    /// The number of pixels of a character.
    static let size = ZoneGlyphs.pitch * ZoneGlyphs.height
    static let one = 64

    /// The pixels of each of `ZoneColumns.signs`. Their mean is 0, and the mean of their squares is `one` squared.
    let signs: [Int16]

    /// The vertical profile of a line's ink, over all characters. Its mean is 0.
    static let profile: [Int] = {
        let signs = levels.first?.signs ?? []
        let rows = (0..<ZoneGlyphs.height).map { row in
            stride(from: row * ZoneGlyphs.pitch, to: signs.count, by: size).reduce(0) { sum, start in
                signs[start..<min(start + ZoneGlyphs.pitch, signs.count)].reduce(sum) { $0 + Int($1) }
            }
        }
        let mean = rows.reduce(0, +) / max(rows.count, 1)
        return rows.map { $0 - mean }
    }()

    /// As sharp as a scan at 300 dots per inch, as most pictures, and as an enlarged small one. Made once for all pages.
    static let levels: [GlyphTemplates] = {
        let ink = ZoneGlyphs.ink()
        return [1.0, 0.5, 1.6].map { GlyphTemplates(ink, blur: $0) }
    }()

    private init(_ ink: [[Float]], blur: Float) {
        signs = ink.flatMap { Self.evened(Self.blurred($0, by: blur)) }
    }

    private static func evened(_ ink: [Float]) -> [Int16] {
        let mean = ink.reduce(0, +) / Float(ink.count)
        let spread = (ink.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(ink.count)).squareRoot()
        return ink.map { Int16((($0 - mean) / max(spread, 0.001) * Float(one)).rounded()) }
    }

    /// Blurs by a bell curve of this width, in units. There is no ink outside.
    private static func blurred(_ ink: [Float], by width: Float) -> [Float] {
        let reach = 5
        var bell = (0..<(2 * reach + 1)).map { expf(-Float(($0 - reach) * ($0 - reach)) / (2 * width * width)) }
        let sum = bell.reduce(0, +)
        bell = bell.map { $0 / sum }
        func blurred(_ ink: [Float], step: Int, count: Int, place: (Int) -> Int) -> [Float] {
            ink.indices.map { index in
                var value: Float = 0
                for (offset, weight) in bell.enumerated() {
                    let other = place(index) + offset - reach
                    if other >= 0, other < count { value += ink[index + (offset - reach) * step] * weight }
                }
                return value
            }
        }
        let along = blurred(ink, step: 1, count: ZoneGlyphs.pitch) { $0 % ZoneGlyphs.pitch }
        return blurred(along, step: ZoneGlyphs.pitch, count: ZoneGlyphs.height) { $0 / ZoneGlyphs.pitch }
    }
}
