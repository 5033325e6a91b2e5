import CTesseract
import Shared

/// Finds candidate lines of zones before recognition: long bars with many upright strokes.
enum ZoneBars {
    /// The page is scaled to this width in pixels for the search.
    private static let width = 640.0
    /// The least width of a zone as a share of the page: a card on a sheet of paper.
    private static let shortest = 0.35
    /// The least ratio of length to height of a line of 30 characters.
    private static let leanest = 13.0
    private static let most = 200

    static func find(in page: PagePicture) throws(TextError) -> [ZoneBar] {
        let factor = width / Double(max(page.size.width, 1))
        guard Double(page.size.height) * factor >= 40 else { return [] }
        let bars = try dark(try page.scaled(by: factor))
        var boxes: UnsafeMutablePointer<Pixa>?
        var places = pixConnComp(bars.pix, &boxes, 8)
        defer {
            boxaDestroy(&places)
            pixaDestroy(&boxes)
        }
        guard let places, let boxes else { throw .outOfMemory }
        var found: [ZoneBar] = []
        for index in 0..<min(Int(boxaGetCount(places)), most) {
            var (left, top, width, height): (l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 0)
            guard boxaGetBoxGeometry(places, l_int32(clamping: index), &left, &top, &width, &height) == 0,
                Double(width) >= Self.width * shortest, let pix = pixaGetPix(boxes, l_int32(clamping: index), l_int32(L_CLONE)),
                let bar = try bar(try PagePicture(owning: pix), left: Double(left), top: Double(top))
            else { continue }
            found.append(bar.enlarged(by: 1 / factor))
        }
        return found
    }

    /// Joins nearby strokes into bars.
    private static func dark(_ page: PagePicture) throws(TextError) -> PagePicture {
        let smooth = try PagePicture(owning: pixBlockconv(page.pix, 1, 1))
        let strokes = try PagePicture(owning: pixTophat(smooth.pix, 15, 7, l_int32(L_TOPHAT_BLACK)))
        let edges = try PagePicture(owning: pixSobelEdgeFilter(strokes.pix, l_int32(L_VERTICAL_EDGES)))
        let joined = try PagePicture(owning: pixCloseGray(edges.pix, 21, 3))
        var bars: UnsafeMutablePointer<Pix>?
        let size = joined.size
        _ = pixOtsuAdaptiveThreshold(
            joined.pix, l_int32(clamping: max(size.width, 16)), l_int32(clamping: max(size.height, 16)), 0, 0, 0, nil, &bars)
        let dark = try PagePicture(owning: bars)
        // What is bright has been joined; the threshold calls it white.
        let inverse = try PagePicture(owning: pixInvert(nil, dark.pix))
        return try PagePicture(owning: pixOpenBrick(nil, inverse.pix, 31, 3))
    }

    private static func bar(_ pix: PagePicture, left: Double, top: Double) throws(TextError) -> ZoneBar? {
        let (width, height) = (pix.size.width, pix.size.height)
        var area: l_int32 = 0
        guard pixCountPixels(pix.pix, &area, nil) == 0 else { throw .outOfMemory }
        let thickness = Double(area) / Double(max(width, 1))
        guard thickness >= 3, Double(width) >= leanest * thickness else { return nil }
        func middle(_ part: PixelBounds) throws(TextError) -> (x: Double, y: Double)? {
            guard let half = try pix.part(part) else { return nil }
            var (x, y): (Float, Float) = (0, 0)
            guard pixCentroid(half.pix, nil, nil, &x, &y) == 0 else { return nil }
            return (Double(x) + Double(part.left), Double(y))
        }
        guard let first = try middle(PixelBounds(left: 0, top: 0, right: width / 2, bottom: height)),
            let last = try middle(PixelBounds(left: width / 2, top: 0, right: width, bottom: height)), last.x > first.x
        else { return nil }
        let slope = (last.y - first.y) / (last.x - first.x)
        // A bar, and not a bar with something that hangs on it.
        guard abs(slope) < 0.2, Double(height) < abs(slope) * Double(width) + 2.5 * thickness + 4 else { return nil }
        return ZoneBar(
            x: left + Double(width) / 2, y: top + (first.y + last.y) / 2 + slope * (Double(width) - first.x - last.x) / 2,
            length: Double(width) * (1 + slope * slope).squareRoot(), thickness: thickness, slope: slope)
    }
}

extension ZoneBar {
    fileprivate func enlarged(by factor: Double) -> ZoneBar {
        ZoneBar(x: x * factor, y: y * factor, length: length * factor, thickness: thickness * factor, slope: slope)
    }
}
