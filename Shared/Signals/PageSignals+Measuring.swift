extension PageSignals {
    /// Of 255. A tile with less difference between its brightest and its darkest pixel is empty.
    private static let leastContrast = 40
    /// In tiles: a line of letters, or a few short ones.
    private static let leastInFocus = 8
    /// Whiter paper is no photo's, but a scanner's or a program's. Nothing on it is glare.
    private static let whitePaper = 236
    /// Per 1000 pixels that are not black. A camera leaves far fewer flat ones, a program far more.
    private static let flatByMaking = 400

    public init(measuring picture: GreyPicture) {
        let histogram = Self.histogram(picture)
        let flat = Self.flatPixels(of: picture)
        let map = TileMap(of: picture)
        let (written, blurred) = Self.writtenTiles(map, of: picture)
        let (long, short) = (max(picture.width, picture.height), min(picture.width, picture.height))
        self.init(
            tiles: map.tiles.count, writtenTiles: written, blurredTiles: blurred,
            glaringTiles: Self.glaringTiles(map, of: picture, histogram, flat: flat),
            brightness: Self.percentile(950, of: histogram, count: picture.pixels.count),
            flatness: Self.flatness(of: picture, flat: flat),
            proportion: min(long * 1000 / short, 1_000_000), likeness: PerceptualHash(of: picture))
    }

    // MARK: - Focus

    /// If hardly any tile is in focus, every tile with content counts. Otherwise a tile counts only if it may contain
    /// letters: the edge of a shadow is soft, and the room behind a card need not be in focus.
    private static func writtenTiles(_ map: TileMap, of picture: GreyPicture) -> (all: Int, blurred: Int) {
        var sharp = 0
        var soft: [Int] = []
        for (part, tile) in map.tiles.enumerated() where tile.contrast >= leastContrast {
            if tile.isBlurred { soft.append(part) } else { sharp += 1 }
        }
        if sharp >= leastInFocus, sharp * 7 >= soft.count { soft.removeAll { !map.hasStrokes($0, of: picture) } }
        return (sharp + soft.count, soft.count)
    }

    // MARK: - Brightness

    private static func histogram(_ picture: GreyPicture) -> [Int] {
        var histogram = [Int](repeating: 0, count: 256)
        let pixels = picture.pixels.span
        for index in pixels.indices { histogram[Int(pixels[index])] &+= 1 }
        return histogram
    }

    /// The least value that is not below `share` thousandths of all.
    private static func percentile(_ share: Int, of histogram: [Int], count: Int) -> Int {
        var left = (count * share + 999) / 1000
        for (value, pixels) in histogram.enumerated() {
            left -= pixels
            if left <= 0 { return value }
        }
        return 255
    }

    // MARK: - Glare

    /// None on white paper, and none on a picture without light.
    private static func glaringTiles(_ map: TileMap, of picture: GreyPicture, _ histogram: [Int], flat: Int) -> Int {
        let count = picture.pixels.count
        // The paper is as bright as half of all pixels are at least, since a reflection never covers as much. What ends sharply may be
        // white by itself, as the fields of a form are: there, not even a quarter of the pixels may be as bright.
        guard percentile(500, of: histogram, count: count) < whitePaper else { return 0 }
        let mayEndSharply = percentile(750, of: histogram, count: count) < whitePaper
        // Night is flat in photos, too.
        let night = histogram[...8].reduce(0, +)
        guard (flat - night) * 1000 < (count - night) * flatByMaking else { return 0 }
        return map.glaringTiles(of: picture, mayEndSharply: mayEndSharply)
    }

    // MARK: - Flatness

    /// In thousandths of the pixels with eight neighbours.
    private static func flatness(of picture: GreyPicture, flat: Int) -> Int {
        let (width, height) = (picture.width, picture.height)
        return width > 2 && height > 2 ? flat * 1000 / ((width - 2) * (height - 2)) : 0
    }

    private static func flatPixels(of picture: GreyPicture) -> Int {
        let (width, height) = (picture.width, picture.height)
        guard width > 2, height > 2 else { return 0 }
        let pixels = picture.pixels.span
        var flat = 0
        for y in 1..<height - 1 {
            let above = pixels.extracting((y - 1) * width..<y * width)
            let here = pixels.extracting(y * width..<(y + 1) * width)
            let below = pixels.extracting((y + 1) * width..<(y + 2) * width)
            // How many columns to the left of each place, itself included, are the same in the row above, in this one and in the
            // one below: a run of three with the same value is a flat place.
            var (columns, before) = (0, here[0])
            for x in here.indices {
                let value = here[x]
                let isFlatColumn = above[x] == value && below[x] == value
                columns = !isFlatColumn ? 0 : columns > 0 && before == value ? columns &+ 1 : 1
                if columns >= 3 { flat &+= 1 }
                before = value
            }
        }
        return flat
    }
}

extension PerceptualHash {
    /// Nine by eight mean values, each compared with the one to its right.
    public init(of picture: GreyPicture) {
        var bits: UInt64 = 0
        for row in 0..<8 {
            var before = 0
            for column in 0..<9 {
                let value = Self.mean(of: picture, column: column, row: row)
                if column > 0 { bits = bits << 1 | (before < value ? 1 : 0) }
                before = value
            }
        }
        self.init(bits: bits)
    }

    private static func mean(of picture: GreyPicture, column: Int, row: Int) -> Int {
        // At least one pixel, of however small a picture.
        let left = min(column * picture.width / 9, picture.width - 1)
        let right = max((column + 1) * picture.width / 9, left + 1)
        let top = min(row * picture.height / 8, picture.height - 1)
        let bottom = max((row + 1) * picture.height / 8, top + 1)
        let pixels = picture.pixels.span
        var sum = 0
        for y in top..<bottom {
            let line = pixels.extracting(y * picture.width + left..<y * picture.width + right)
            for x in line.indices { sum &+= Int(line[x]) }
        }
        return sum / ((right - left) * (bottom - top))
    }
}
