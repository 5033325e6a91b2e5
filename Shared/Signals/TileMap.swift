/// The square tiles of a picture, row after row; smaller at its right and lower edges.
struct TileMap {
    /// The side of a tile in pixels.
    static let side = 32
    /// From here on, as bright as a sensor can measure.
    static let washedOut: UInt8 = 250

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

    /// The pixels of a tile. `bottom` and `right` are exclusive.
    func area(_ index: Int, of picture: GreyPicture) -> (top: Int, bottom: Int, left: Int, right: Int) {
        let (top, left) = (index / columns * Self.side, index % columns * Self.side)
        return (top, min(top + Self.side, picture.height), left, min(left + Self.side, picture.width))
    }

    struct Tile {
        let pixels: Int
        /// The difference of the brightest and the darkest pixel.
        let contrast: Int
        /// The greatest difference of two adjacent pixels in a row or a column.
        let steepest: Int
        let washedOutPixels: Int

        fileprivate init(of picture: GreyPicture, left: Int, top: Int) {
            let right = min(left + TileMap.side, picture.width)
            let bottom = min(top + TileMap.side, picture.height)
            let all = picture.pixels.span
            var (least, most, steep): (UInt8, UInt8, UInt8) = (255, 0, 0)
            var washed = 0
            for y in top..<bottom {
                let start = y * picture.width + left
                let (row, width) = (all.extracting(start..<start + right - left), right - left)
                // Of a row, so that a byte is enough: several loops that each do one thing are done many pixels at a time.
                var washedInRow: UInt8 = 0
                for x in row.indices {
                    least = min(least, row[x])
                    most = max(most, row[x])
                    washedInRow &+= row[x] >= TileMap.washedOut ? 1 : 0
                }
                washed &+= Int(washedInRow)
                let (former, latter) = (row.extracting(0..<width - 1), row.extracting(1..<width))
                for x in former.indices { steep = max(steep, max(former[x], latter[x]) &- min(former[x], latter[x])) }
                guard y + 1 < bottom else { continue }
                let below = all.extracting(start + picture.width..<start + picture.width + right - left)
                for x in row.indices { steep = max(steep, max(row[x], below[x]) &- min(row[x], below[x])) }
            }
            pixels = (right - left) * (bottom - top)
            contrast = Int(most) - Int(least)
            steepest = Int(steep)
            washedOutPixels = washed
        }

        /// An edge in focus takes one or two pixels; one out of focus takes many.
        var isBlurred: Bool { steepest * 100 < contrast * 28 }

        var isWashedOut: Bool { washedOutPixels * 2 > pixels }
    }
}
