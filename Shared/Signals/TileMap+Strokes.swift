extension TileMap {
    /// The distance of examined lines in pixels. Blurred content has no finer detail.
    private static let pace = 4

    /// Whether a tile contains strokes as narrow as letters or lines, even far out of focus: brightness that falls and
    /// rises again, or the reverse, by two fifths of its range. The edge of a shadow, or a room far behind a card,
    /// changes in one direction only and need not be in focus.
    func hasStrokes(_ part: Int, of picture: GreyPicture) -> Bool {
        let area = area(part, of: picture)
        let least = tiles[part].contrast * 2 / 5
        for y in stride(from: area.top, to: area.bottom, by: Self.pace) {
            let start = y * picture.width
            if Self.returns(picture, from: start + area.left, to: start + area.right, by: 1, least) { return true }
        }
        for x in stride(from: area.left, to: area.right, by: Self.pace) {
            let (start, end) = (area.top * picture.width + x, area.bottom * picture.width)
            if Self.returns(picture, from: start, to: end, by: picture.width, least) { return true }
        }
        return false
    }

    /// Whether the brightness along a line departs by at least `least` and returns by as much.
    private static func returns(_ picture: GreyPicture, from start: Int, to end: Int, by step: Int, _ least: Int) -> Bool {
        let pixels = picture.pixels.span
        let first = Int(pixels[start])
        // The highest so far and the lowest since; the lowest so far and the highest since.
        var (top, low, bottom, high) = (first, first, first, first)
        var place = start + step
        while place < end {
            let value = Int(pixels[place])
            low = min(low, value)
            high = max(high, value)
            if min(top, value) - low >= least || high - max(bottom, value) >= least { return true }
            if value > top { (top, low) = (value, value) }
            if value < bottom { (bottom, high) = (value, value) }
            place += step
        }
        return false
    }
}
