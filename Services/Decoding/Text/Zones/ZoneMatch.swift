import Shared

/// The lines of a zone, matched character by character.
struct ZoneMatch {
    struct Line {
        let text: String
        let bounds: PixelBounds
        let confidence: Int
    }

    let lines: [Line]
    /// From -1 to 1. Lines of other print reach about 0.5.
    let likeness: Double

    /// A zone has at least this likeness. From `clear` on it is one even with invalid check digits.
    static let least = 0.62
    static let clear = 0.7
    /// From this likeness on, no other way reads a zone better, and corrections are allowed. Below it check digits are
    /// too often valid by chance.
    static let sure = 0.76

    init?(_ strip: StraightStrip, _ format: TravelZone.Format, _ templates: GlyphTemplates) {
        let columns = ZoneColumns(format).lines
        let read = columns.indices.compactMap { ZoneLine(strip.field($0, templates), columns: columns[$0]) }
        likeness = read.reduce(0) { $0 + $1.likeness } / Double(max(read.count, 1))
        guard read.count == columns.count, likeness >= Self.least else { return nil }
        lines = RoundSign.told(read).enumerated().map { index, line in
            Line(
                text: String(decoding: line.signs, as: UTF8.self), bounds: strip.bounds(of: index, line),
                confidence: min(max(Int(line.likeness * 120), 0), 99))
        }
    }
}
