import Shared

/// A strip whose first line is a line of a zone.
struct LikelyZone {
    private let strip: StraightStrip
    /// The same, stretched for a page that was seen at an angle.
    private let stretched: StraightStrip?
    private let format: TravelZone.Format
    private let likeness: Double

    /// Most strips are excluded by this likeness.
    private static let least = 0.58
    private static let stretch = 1.12

    /// Nil if it is no zone. Three lines may be a TD1 zone, two lines any other.
    init?(_ strip: ZoneStrip, on page: PagePicture) throws(TextError) {
        var best: LikelyZone?
        for width in strip.middles.count == 3 ? [30] : [44, 36] {
            guard let straight = try StraightStrip(strip, of: page, signs: width) else { continue }
            let stretched = try StraightStrip(strip, of: page, signs: width, stretch: Self.stretch)
            guard let likely = LikelyZone(straight, stretched, width) else { continue }
            if likely.likeness >= max(best?.likeness ?? 0, Self.least) { best = likely }
        }
        guard let best else { return nil }
        self = best
    }

    private init?(_ strip: StraightStrip, _ stretched: StraightStrip?, _ width: Int) {
        guard let sharpness = GlyphTemplates.levels.first else { return nil }
        let usual: TravelZone.Format = width == 30 ? .td1 : width == 36 ? .td2 : .td3
        let columns = ZoneColumns(usual).lines
        guard let first = columns.first, let line = ZoneLine(strip.field(0, sharpness), columns: first) else { return nil }
        guard let format = width == 30 ? .td1 : TravelZone.Format(ofTwoLines: line.signs) else { return nil }
        self.strip = strip
        self.stretched = stretched
        self.format = format
        likeness = line.likeness
    }

    /// The ways to read it, the usual one first: sharpness and stretch.
    static let ways =
        GlyphTemplates.levels.map { (sharpness: $0, isStretched: false) }
        + GlyphTemplates.levels.prefix(2).map { (sharpness: $0, isStretched: true) }

    func match(_ way: (sharpness: GlyphTemplates, isStretched: Bool)) -> ZoneMatch? {
        let strip = way.isStretched ? stretched : strip
        return strip.flatMap { ZoneMatch($0, format, way.sharpness) }
    }
}
