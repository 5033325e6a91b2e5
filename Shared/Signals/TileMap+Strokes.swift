extension TileMap {
    /// Every how many pixels a line is looked at: what is out of focus is no finer.
    private static let pace = 4

    /// Whether in a part something is as narrow as letters or lines are, however far out of focus: brightness that goes down and up
    /// again, or up and down, by two fifths of all that there is in it. The edge of a shadow and what lies far behind a card go one
    /// way only: they are nothing that ought to be in focus.
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

    /// Whether along a line brightness departs by as much and comes back by as much, on either side of where it was.
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
