/// Distinguishes a reflection from a sky between trees, a window, a lamp, or sunlit paper. It considers the surroundings,
/// the fall of the light, and whether text is hidden.
///
/// A reflection is on a page: around it is paper, one bright level of most pixels with darker text. Around a sky are
/// leaves of all shades, around a window is a wall without letters, and around white paper a table. Inside a reflection
/// no text remains; on paper that is only very bright the letters continue.
///
/// The light of a reflection falls off: near its core the paper is brighter than farther away. An edge in focus ends
/// within two pixels. A light with such an edge counts as a reflection only if its surroundings are nothing but a written
/// page.
struct Surroundings {
    private let map: TileMap
    private let picture: GreyPicture
    /// The ground of each examined tile. Each tile is examined once, however many spots it borders.
    private var grounds: [Ground?] = []
    /// For each tile, the spot in or around which it was last met. Spots are numbered from one.
    private var met: [Int] = []
    private var spots = 0

    init(of map: TileMap, _ picture: GreyPicture) {
        self.map = map
        self.picture = picture
    }

    /// A spot with a sharp edge must meet more conditions. `mayEndSharply` says whether it can be a reflection at all.
    mutating func isReflection(_ spot: TileMap.Spot, mayEndSharply: Bool) -> Bool {
        let around = parts(around: spot)
        var (lit, written, levels) = (0, 0, 0)
        for part in around.far {
            guard case .lit(let level, let isWritten) = ground(of: part) else { continue }
            lit += 1
            levels += level
            if isWritten { written += 1 }
        }
        // Measured: around reflections half and more is lit, around a sky between trees less than a fifth. A card or a receipt is
        // narrow: what lies beside it is a table. Letters are on a tenth at least, and on nothing around a window.
        guard lit > 0, lit * 5 >= around.far.count * 2, written * 12 >= around.far.count else { return false }
        let blank = blankness(of: spot)
        // Measured: a third at least, and nothing, or a seventh, of bright paper with letters on it.
        guard blank.blank * 4 >= blank.all else { return false }
        if mayEndSharply, spot.isWithin, written * 2 >= around.far.count, blank.blank * 2 >= blank.all { return true }
        return fallsOff(onto: around.near, from: levels / lit)
    }

    // MARK: - What lies around it

    /// `near` are tiles that touch the spot: its light and its outline cross them. `far` are those one tile farther away.
    private mutating func parts(around spot: TileMap.Spot) -> (near: [Int], far: [Int]) {
        if met.isEmpty { met = Array(repeating: 0, count: map.tiles.count) }
        spots += 1
        for part in spot.parts { met[part] = spots }
        return (parts(around: spot, 1), parts(around: spot, 2))
    }

    private mutating func parts(around spot: TileMap.Spot, _ distance: Int) -> [Int] {
        var found: [Int] = []
        for part in spot.parts {
            let (row, column) = (part / map.columns, part % map.columns)
            for y in max(row - distance, 0)..<min(row + distance + 1, map.rows) {
                for x in max(column - distance, 0)..<min(column + distance + 1, map.columns) {
                    let other = y * map.columns + x
                    guard met[other] != spots else { continue }
                    met[other] = spots
                    found.append(other)
                }
            }
        }
        return found
    }

    private enum Ground {
        /// Most of it has one brightness, and hardly anything is brighter. `isWritten` if a part is clearly darker.
        case lit(level: Int, isWritten: Bool)
        case other
    }

    /// The brightness of paper in a photo, of 255. Darker is a shadow or a table. Brighter is nearly washed out itself:
    /// slowly rising light.
    private static let paper = 96...236

    private mutating func ground(of part: Int) -> Ground {
        if grounds.isEmpty { grounds = Array(repeating: nil, count: map.tiles.count) }
        if let known = grounds[part] { return known }
        let found = lookedAt(part)
        grounds[part] = found
        return found
    }

    private func lookedAt(_ part: Int) -> Ground {
        let area = map.area(part, of: picture)
        let pixels = picture.pixels.span
        // Of steps of eight.
        var histogram = [Int](repeating: 0, count: 32)
        var count = 0
        for y in area.top..<area.bottom {
            let row = pixels.extracting(y * picture.width + area.left..<y * picture.width + area.right)
            for x in row.indices where row[x] < TileMap.washedOut {
                histogram[Int(row[x] >> 3)] &+= 1
                count &+= 1
            }
        }
        guard count >= TileMap.side * TileMap.side / 4 else { return .other }
        var (most, step) = (0, 1)
        for middle in 1..<31 {
            let sum = histogram[middle - 1] + histogram[middle] + histogram[middle + 1]
            if sum > most { (most, step) = (sum, middle) }
        }
        let level = step * 8 + 4
        let brighter = histogram[(step + 2)...].reduce(0, +)
        guard Self.paper.contains(level), most * 5 >= count * 2, brighter * 4 < count else { return .other }
        // A fifth darker than the paper: thin letters are no darker in a small picture.
        let least = level * 4 / 5 / 8
        let darker = histogram[..<least].reduce(0, +)
        let sum = (least..<32).reduce(0) { $0 + histogram[$1] * ($1 * 8 + 4) }
        return .lit(level: sum / (count - darker), isWritten: darker * 32 >= count)
    }

    // MARK: - What it hides

    /// The number of its quarter tiles without text. On bright paper letters cross most of them.
    private func blankness(of spot: TileMap.Spot) -> (blank: Int, all: Int) {
        let side = TileMap.side / 2
        var (blank, all) = (0, 0)
        for part in spot.parts {
            let area = map.area(part, of: picture)
            for top in stride(from: area.top, to: area.bottom, by: side) {
                for left in stride(from: area.left, to: area.right, by: side) {
                    let (bottom, right) = (min(top + side, area.bottom), min(left + side, area.right))
                    let count = (bottom - top) * (right - left)
                    all += 1
                    if washedOut(top..<bottom, left..<right) * 32 >= count * 31 { blank += 1 }
                }
            }
        }
        return (blank, all)
    }

    private func washedOut(_ rows: Range<Int>, _ columns: Range<Int>) -> Int {
        let pixels = picture.pixels.span
        var count = 0
        for y in rows {
            let row = pixels.extracting(y * picture.width + columns.lowerBound..<y * picture.width + columns.upperBound)
            for x in row.indices { count &+= row[x] >= TileMap.washedOut ? 1 : 0 }
        }
        return count
    }

    // MARK: - How it ends

    /// Whether the paper that touches the spot is brighter than the paper farther away, by an eighth of the distance to
    /// white. Leaves out text, and a table beside the paper.
    private func fallsOff(onto parts: [Int], from level: Int) -> Bool {
        let least = UInt8(clamping: level * 4 / 5)
        let pixels = picture.pixels.span
        var (sum, count) = (0, 0)
        for part in parts {
            let area = map.area(part, of: picture)
            for y in area.top..<area.bottom {
                let row = pixels.extracting(y * picture.width + area.left..<y * picture.width + area.right)
                for x in row.indices where row[x] >= least && row[x] < TileMap.washedOut {
                    sum &+= Int(row[x])
                    count &+= 1
                }
            }
        }
        return count > 0 && (sum / count - level) * 8 >= 255 - level
    }
}
