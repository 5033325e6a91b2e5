import CTesseract
import Glibc
import Shared

/// A strip of a page, scaled and rotated for the comparison of characters.
struct StraightStrip {
    private let raster: InkRaster
    /// The middle of each line in it, from the top.
    private let middles: [Double]
    private let map: Map

    /// The maximum enlargement: anything smaller shows no characters.
    private static let mostEnlarged = 6.0

    /// For lines of `signs` characters. Nil if the strip is far too small, or outside the page.
    ///
    /// `stretch` corrects a page that was seen at an angle from above or below: its characters are flatter than printed.
    init?(_ strip: ZoneStrip, of page: PagePicture, signs: Int, stretch: Double = 1) throws(TextError) {
        // The last sign ends a little before the next would begin.
        let factor = Double(ZoneGlyphs.pitch) * (Double(signs) - 0.15) / max(strip.length, 1)
        let bounds = strip.bounds.clamped(to: page.size)
        guard factor <= Self.mostEnlarged, bounds.width > 0, bounds.height > 0, let part = try page.part(bounds) else {
            return nil
        }
        let sized = try part.scaled(by: factor, height: stretch)
        let border = l_int32(ZoneGlyphs.height)
        let padded = try PagePicture(owning: pixAddContinuedBorder(sized.pix, border, border, border, border))
        let angle = atan(strip.slope * stretch)
        let level = try PagePicture(owning: pixRotateAMGray(padded.pix, Float(-angle), 255))
        raster = try InkRaster(level)
        let map = Map(
            left: Double(bounds.left), top: Double(bounds.top), factor: factor, stretch: stretch, border: Double(border),
            angle: angle,
            middle: (Double(level.size.width) / 2, Double(level.size.height) / 2))
        middles = strip.middles.map { map.inStrip($0).y }
        self.map = map
    }

    /// The similarity of each character to the content at each place of a line.
    func field(_ line: Int, _ templates: GlyphTemplates) -> ZoneLine.Field {
        let near = Int((middles[line] - Double(ZoneGlyphs.height) / 2).rounded())
        let top = raster.top(among: (near - Self.reach)..<(near + Self.reach + 1))
        let tops = (top - Self.slack)..<(top + Self.slack + 1)
        return ZoneLine.Field(places: raster.places, likeness: raster.likeness(to: templates, tops: tops))
    }

    /// The uncertainty of a line's middle, in pixels of the strip.
    private static let reach = 6
    /// The rise or fall of a line that is bent or not quite level.
    private static let slack = 2

    /// The bounds of a line that was read, on the page.
    func bounds(of line: Int, _ read: ZoneLine) -> PixelBounds {
        let half = Double(ZoneGlyphs.height) / 2
        let corners = [Double(read.left), Double(read.right)].flatMap { x in
            [middles[line] - half, middles[line] + half].map { map.onPage((x, $0)) }
        }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        return PixelBounds(
            left: Int(xs.min() ?? 0), top: Int(ys.min() ?? 0), right: Int((xs.max() ?? 0).rounded(.up)),
            bottom: Int((ys.max() ?? 0).rounded(.up)))
    }

    /// Maps a point of the page into the strip.
    private struct Map {
        let left: Double
        let top: Double
        let factor: Double
        let stretch: Double
        let border: Double
        let angle: Double
        let middle: (x: Double, y: Double)

        func inStrip(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
            let (x, y) = ((point.x - left) * factor + border - middle.x, (point.y - top) * factor * stretch + border - middle.y)
            return (x * cos(angle) + y * sin(angle) + middle.x, y * cos(angle) - x * sin(angle) + middle.y)
        }

        func onPage(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
            let (x, y) = (point.x - middle.x, point.y - middle.y)
            let (across, down) = (x * cos(angle) - y * sin(angle) + middle.x, y * cos(angle) + x * sin(angle) + middle.y)
            return ((across - border) / factor + left, (down - border) / factor / stretch + top)
        }
    }
}

extension PixelBounds {
    func clamped(to size: PixelSize) -> PixelBounds {
        PixelBounds(left: max(left, 0), top: max(top, 0), right: min(right, size.width), bottom: min(bottom, size.height))
    }
}
