import Foundation

// What is photographed: pages, cards, tables, trees.

extension Photograph {
    /// What a page looks like from farther or nearer, or turned; around the middle of an A4 page.
    static func turned(
        by degrees: Double, scale: Double = 1, around center: (x: Double, y: Double) = (283, 400),
        _ surface: @escaping (_ x: Int, _ y: Int) -> Int
    ) -> (_ x: Int, _ y: Int) -> Int {
        let (cosine, sine) = (cos(degrees * .pi / 180) / scale, sin(degrees * .pi / 180) / scale)
        return { x, y in
            let (dx, dy) = (Double(x) - center.x, Double(y) - center.y)
            return surface(
                Int((dx * cosine + dy * sine + center.x).rounded()), Int((dy * cosine - dx * sine + center.y).rounded()))
        }
    }

    /// Lines of letters, each some strokes of one or two pixels.
    static func isInk(_ x: Int, _ y: Int, within columns: Range<Int> = 50..<516, _ rows: Range<Int> = 60..<740) -> Bool {
        guard x >= columns.lowerBound, x < columns.upperBound, y >= rows.lowerBound, y < rows.upperBound else { return false }
        let (line, letter) = (y / 12, x / 6)
        let (row, column) = (y % 12, x % 6)
        guard row < 7, column < 4, (letter &* 7 &+ line &* 3) % 6 != 0 else { return false }
        return row == 0 || column == 0 || row == 3 && letter % 2 == 0 || column == 3 && letter % 3 == 0
    }

    /// A written page that fills the picture.
    static func letter(paper: Int, ink: Int = 40) -> (Int, Int) -> Int { { x, y in isInk(x, y) ? ink : paper } }

    /// Wood: dark, with a grain of its own.
    static func table(_ x: Int, _ y: Int, level: Int = 45) -> Int { level + Int(texture(x, y / 6, size: 24) * 40) }

    /// A strip of paper with short lines on it, on a table.
    static func receipt(paper: Int, ink: Int = 50, width: Int = 200, level: Int = 45) -> (Int, Int) -> Int {
        let (left, right) = (283 - width / 2, 283 + width / 2)
        return { x, y in
            guard (left..<right).contains(x), (40..<760).contains(y) else { return table(x, y, level: level) }
            return isInk(x, y, within: left + 18..<right - 18 - (y / 12 * 37) % 60) ? ink : paper
        }
    }

    /// A card as large as the picture is wide: a pattern of fine lines, a portrait, and what is printed beside it.
    static func card(ground: Int = 190) -> (Int, Int) -> Int {
        { x, y in
            guard (33..<533).contains(x), (242..<558).contains(y) else { return table(x, y) }
            if (55..<185).contains(x), (320..<490).contains(y) { return 60 + Int(texture(x, y, size: 40, seed: 3) * 130) }
            if isInk(x, y, within: 55..<480, 260..<292) || isInk(x, y, within: 215..<500, 320..<470) { return 45 }
            if isInk(x, y, within: 50..<516, 505..<545) { return 35 }
            return ground - ((x + y / 3) % 9 < 2 ? 14 : 0) - ((x / 2 - y) % 11 == 0 ? 10 : 0)
        }
    }

    /// Leaves and branches, and the sky behind them where there are none. More of `cover` leaves less of it.
    static func trees(sky: Int, size: Int, cover: Double, seed: Int, horizon: Int = 400) -> (Int, Int) -> Int {
        { x, y in
            let leaves = texture(x, y, size: 6, seed: seed + 50)
            let gap = texture(x, y, size: size, seed: seed)
            // Higher up there is more of it, and the very top is closed.
            let thickness = cover + 0.25 * max(0, Double(y - horizon) / Double(horizon)) + 0.12 * max(0, Double(60 - y) / 60)
            return gap + (leaves - 0.5) * 0.10 > thickness ? sky : 15 + Int(leaves * leaves * 190)
        }
    }
}
