/// A picture's square parts, row after row; smaller at its right and lower edge.
struct TileMap {
    /// Pixels along each side of a part.
    static let side = 32

    let columns: Int
    let rows: Int
    let tiles: [Tile]

    init(of picture: GreyPicture) {
        columns = (picture.width + Self.side - 1) / Self.side
        rows = (picture.height + Self.side - 1) / Self.side
        var tiles: [Tile] = []
        tiles.reserveCapacity(columns * rows)
        for top in stride(from: 0, to: picture.height, by: Self.side) {
            for left in stride(from: 0, to: picture.width, by: Self.side) {
                tiles.append(Tile(of: picture, left: left, top: top))
            }
        }
        self.tiles = tiles
    }

    struct Tile {
        /// As bright as a sensor can tell.
        private static let washedOut: UInt8 = 250

        let pixels: Int
        /// Between the brightest and the darkest pixel.
        let contrast: Int
        /// The greatest difference between two pixels side by side, or one above the other.
        let steepest: Int
        let washedOutPixels: Int
        /// The mean of the pixels that are not washed out; white where there are none.
        let meanOfRest: Int

        fileprivate init(of picture: GreyPicture, left: Int, top: Int) {
            let right = min(left + TileMap.side, picture.width)
            let bottom = min(top + TileMap.side, picture.height)
            let all = picture.pixels.span
            var (least, most, steep): (UInt8, UInt8, UInt8) = (255, 0, 0)
            var (washed, rest) = (0, 0)
            for y in top..<bottom {
                let row = all.extracting(y * picture.width + left..<y * picture.width + right)
                let next = y + 1 < bottom ? y + 1 : y
                let below = all.extracting(next * picture.width + left..<next * picture.width + right)
                var before = row[0]
                for x in row.indices {
                    let (here, under) = (row[x], below[x])
                    least = min(least, here)
                    most = max(most, here)
                    steep = max(steep, max(here, before) &- min(here, before), max(here, under) &- min(here, under))
                    before = here
                    let isWashedOut = here >= Self.washedOut
                    washed &+= isWashedOut ? 1 : 0
                    rest &+= isWashedOut ? 0 : Int(here)
                }
            }
            pixels = (right - left) * (bottom - top)
            contrast = Int(most) - Int(least)
            steepest = Int(steep)
            washedOutPixels = washed
            meanOfRest = washed < pixels ? rest / (pixels - washed) : 255
        }

        /// An edge in focus goes most of its way within a pixel or two; one out of focus needs many.
        var isBlurred: Bool { steepest * 100 < contrast * 28 }

        var isWashedOut: Bool { washedOutPixels * 2 > pixels }
    }
}
