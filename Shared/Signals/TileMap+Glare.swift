extension TileMap {
    /// The number of tiles within reflections: washed-out places of a lit page that hide its text. Unless
    /// `mayEndSharply`, the light must fall off.
    func glaringTiles(of picture: GreyPicture, mayEndSharply: Bool) -> Int {
        var seen = [Bool](repeating: false, count: tiles.count)
        var surroundings = Surroundings(of: self, picture)
        var glaring = 0
        for start in tiles.indices where tiles[start].isWashedOut && !seen[start] {
            let spot = spot(from: start, &seen)
            if spot.mayBeReflection, surroundings.isReflection(spot, mayEndSharply: mayEndSharply) { glaring += spot.parts.count }
        }
        return glaring
    }

    /// Adjacent washed-out tiles.
    struct Spot {
        var parts: [Int] = []
        /// The number of tile sides at the picture's edge, and of all outer sides.
        var (atEdge, sides) = (0, 0)

        /// A bright place with a long side at the picture's edge is a sky, a window, or a table beside the paper.
        var mayBeReflection: Bool { atEdge * 5 < sides * 2 }
        /// Whether a spot with a sharp edge lies within the picture.
        var isWithin: Bool { atEdge * 5 < sides }
    }

    private func spot(from start: Int, _ seen: inout [Bool]) -> Spot {
        var spot = Spot()
        var waiting = [start]
        seen[start] = true
        while let index = waiting.popLast() {
            spot.parts.append(index)
            let (row, column) = (index / columns, index % columns)
            for (y, x) in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                guard (0..<rows).contains(y), (0..<columns).contains(x) else {
                    spot.atEdge += 1
                    spot.sides += 1
                    continue
                }
                let neighbour = y * columns + x
                if !tiles[neighbour].isWashedOut {
                    spot.sides += 1
                } else if !seen[neighbour] {
                    seen[neighbour] = true
                    waiting.append(neighbour)
                }
            }
        }
        return spot
    }
}
