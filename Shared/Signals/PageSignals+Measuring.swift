extension PageSignals {
    /// Pixels along each side of a part.
    private static let tileSide = 32
    /// Of 255: a part with less difference between its brightest and its darkest pixel has nothing on it.
    private static let leastContrast = 40
    /// As bright as a sensor can tell.
    private static let washedOut: UInt8 = 250
    /// Paper as white as this is no photo's, but a scanner's or a program's: nothing on it is glare.
    private static let whitePaper = 236

    public init(measuring picture: GreyPicture) {
        let histogram = Self.histogram(picture.pixels)
        // Where a quarter of all pixels is brighter, paper begins; what is brighter than the paper of a photo may be glare.
        let mayGlare = Self.percentile(750, of: histogram, count: picture.pixels.count) < Self.whitePaper
        var (tiles, written, blurred, glaring) = (0, 0, 0, 0)
        for top in stride(from: 0, to: picture.height, by: Self.tileSide) {
            for left in stride(from: 0, to: picture.width, by: Self.tileSide) {
                let tile = Tile(of: picture, left: left, top: top, side: Self.tileSide, washedOut: Self.washedOut)
                tiles += 1
                if tile.contrast >= Self.leastContrast {
                    written += 1
                    if tile.isBlurred { blurred += 1 }
                }
                if mayGlare, tile.washedOutPixels * 2 > tile.pixels { glaring += 1 }
            }
        }
        let (long, short) = (max(picture.width, picture.height), min(picture.width, picture.height))
        self.init(
            tiles: tiles, writtenTiles: written, blurredTiles: blurred, glaringTiles: glaring,
            brightness: Self.percentile(950, of: histogram, count: picture.pixels.count), flatness: Self.flatness(of: picture),
            proportion: min(long * 1000 / short, 1_000_000), likeness: PerceptualHash(of: picture))
    }

    // MARK: - Brightness

    private static func histogram(_ pixels: [UInt8]) -> [Int] {
        var histogram = [Int](repeating: 0, count: 256)
        for pixel in pixels { histogram[Int(pixel)] += 1 }
        return histogram
    }

    /// The least value that this share of all, in thousandths, does not exceed.
    private static func percentile(_ share: Int, of histogram: [Int], count: Int) -> Int {
        var left = (count * share + 999) / 1000
        for (value, pixels) in histogram.enumerated() {
            left -= pixels
            if left <= 0 { return value }
        }
        return 255
    }

    // MARK: - Flatness

    private static func flatness(of picture: GreyPicture) -> Int {
        let (width, height) = (picture.width, picture.height)
        guard width > 2, height > 2 else { return 0 }
        // How many pixels to the left of each place, itself included, are the same, in the row above and in this one: a run of
        // three in three rows with the same value is a flat place.
        var flat = 0
        let pixels = picture.pixels
        for y in 1..<height - 1 {
            let (above, here, below) = ((y - 1) * width, y * width, (y + 1) * width)
            var columns = 0
            for x in 0..<width {
                let value = pixels[here + x]
                let isFlatColumn = pixels[above + x] == value && pixels[below + x] == value
                columns = !isFlatColumn ? 0 : columns > 0 && pixels[here + x - 1] == value ? columns + 1 : 1
                if columns >= 3 { flat += 1 }
            }
        }
        return flat * 1000 / ((width - 2) * (height - 2))
    }
}

/// A square part of a picture, smaller at its right and lower edge.
private struct Tile {
    var pixels = 0
    var contrast = 0
    var washedOutPixels = 0
    /// The greatest difference between two pixels side by side, or one above the other.
    var steepest = 0

    init(of picture: GreyPicture, left: Int, top: Int, side: Int, washedOut: UInt8) {
        let right = min(left + side, picture.width)
        let bottom = min(top + side, picture.height)
        let all = picture.pixels
        var (least, most): (UInt8, UInt8) = (255, 0)
        for y in top..<bottom {
            let row = y * picture.width
            for x in left..<right {
                let here = all[row + x]
                least = min(least, here)
                most = max(most, here)
                if here >= washedOut { washedOutPixels += 1 }
                if x + 1 < right { steepest = max(steepest, abs(Int(all[row + x + 1]) - Int(here))) }
                if y + 1 < bottom { steepest = max(steepest, abs(Int(all[row + picture.width + x]) - Int(here))) }
            }
        }
        pixels = (right - left) * (bottom - top)
        contrast = pixels > 0 ? Int(most) - Int(least) : 0
    }

    /// An edge in focus goes most of its way within a pixel or two; one out of focus needs many.
    var isBlurred: Bool { steepest * 100 < contrast * 28 }
}

extension PerceptualHash {
    /// Nine by eight mean values, of which each is compared with the one to its right.
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
        var sum = 0
        for y in top..<bottom {
            for x in left..<right { sum += Int(picture.pixels[y * picture.width + x]) }
        }
        return sum / ((right - left) * (bottom - top))
    }
}
