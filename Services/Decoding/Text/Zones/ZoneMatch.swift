import Shared

/// The lines of a zone as they were matched sign by sign.
struct ZoneMatch {
    struct Line {
        let text: String
        let bounds: PixelBounds
        let confidence: Int
    }

    let lines: [Line]
    /// From -1 to 1; lines of print that is no zone's reach a half.
    let likeness: Double

    /// Less is no zone; so much is one, although its check digits do not hold.
    static let least = 0.62
    static let clear = 0.7
    /// A zone that is like this is read no better in another way, and may be mended: what is less like one holds by chance too easily.
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
