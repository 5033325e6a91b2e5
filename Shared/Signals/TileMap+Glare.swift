extension TileMap {
    /// Of 255: what surrounds a reflection is as dark as this or darker. Light that rises slowly is brighter around what it washes out.
    private static let sharpFall = 230

    /// Parts within reflections: washed-out places that end sharply, and that lie within the picture. A bright place of which a fifth
    /// of the outline is the picture's own edge is a sky, a window, or a table beside the paper.
    var glaringTiles: Int {
        var seen = [Bool](repeating: false, count: tiles.count)
        var glaring = 0
        for start in tiles.indices where tiles[start].isWashedOut && !seen[start] {
            let spot = spot(from: start, &seen)
            if spot.isReflection { glaring += spot.tiles }
        }
        return glaring
    }

    /// Washed-out parts that touch each other.
    private struct Spot {
        var tiles = 0
        /// Sides of parts at the edge of the picture; at other parts that are dark enough, and that are not.
        var (atEdge, sharp, soft) = (0, 0, 0)

        var isReflection: Bool { atEdge * 5 < atEdge + sharp + soft && sharp >= soft }
    }

    private func spot(from start: Int, _ seen: inout [Bool]) -> Spot {
        var spot = Spot()
        var waiting = [start]
        seen[start] = true
        while let index = waiting.popLast() {
            spot.tiles += 1
            let (row, column) = (index / columns, index % columns)
            for (y, x) in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                guard (0..<rows).contains(y), (0..<columns).contains(x) else {
                    spot.atEdge += 1
                    continue
                }
                let neighbour = y * columns + x
                if !tiles[neighbour].isWashedOut {
                    if tiles[neighbour].meanOfRest <= Self.sharpFall { spot.sharp += 1 } else { spot.soft += 1 }
                } else if !seen[neighbour] {
                    seen[neighbour] = true
                    waiting.append(neighbour)
                }
            }
        }
        return spot
    }
}
