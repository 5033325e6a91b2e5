import Shared

/// Two or three lines of a page that are placed like a zone: of equal length, one below the other, alone.
struct ZoneStrip {
    /// The middle of each line, from the top, in pixels of the page.
    let middles: [(x: Double, y: Double)]
    /// From the first character to the last, along the line, in pixels.
    let length: Double
    /// The fall of a line per pixel to the right.
    let slope: Double

    var distance: Double { zip(middles, middles.dropFirst()).map { $1.y - $0.y }.min() ?? 0 }

    /// The bounds of the lines with some paper.
    var bounds: PixelBounds { bounds(across: 1.5, down: 1.2) }

    /// The bounds of the lines alone.
    var core: PixelBounds { bounds(across: 0.3, down: 0.55) }

    /// With margins as multiples of the distance of the lines.
    private func bounds(across: Double, down: Double) -> PixelBounds {
        let (xs, ys) = (middles.map(\.x), middles.map(\.y))
        let across = length / 2 + across * distance
        let down = abs(slope) * length / 2 + down * distance
        return PixelBounds(
            left: Int((xs.min() ?? 0) - across), top: Int((ys.min() ?? 0) - down), right: Int((xs.max() ?? 0) + across),
            bottom: Int((ys.max() ?? 0) + down))
    }
}

/// A line as it is found: a dark bar.
struct ZoneBar {
    let x: Double
    let y: Double
    let length: Double
    let thickness: Double
    let slope: Double
}

extension ZoneStrip {
    /// A book also has lines of equal length. So many of them are no zone.
    private static let most = 8

    init(_ bars: [ZoneBar]) {
        middles = bars.map { ($0.x, $0.y) }
        length = bars.map(\.length).min() ?? 0
        slope = bars.reduce(0) { $0 + $1.slope } / Double(max(bars.count, 1))
    }

    /// The strips that bars form, from the foot of the page upwards; three lines come before two of them.
    static func strips(of bars: [ZoneBar]) -> [ZoneStrip] {
        var chains: [[ZoneBar]] = []
        for bar in bars.sorted(by: { $0.y < $1.y }) {
            if let index = chains.lastIndex(where: { chain in chain.last.map { follows(bar, $0) } ?? false }) {
                chains[index].append(bar)
            } else {
                chains.append([bar])
            }
        }
        return chains.reversed().flatMap { chain -> [ZoneStrip] in
            guard chain.count >= 2, chain.count <= most else { return [] }
            func windows(_ count: Int) -> [ZoneStrip] {
                (0..<max(0, chain.count - count + 1)).reversed().map { ZoneStrip(Array(chain[$0..<($0 + count)])) }
            }
            return windows(3) + windows(2)
        }
    }

    /// Whether one bar is placed below the other like the next line of a zone.
    private static func follows(_ bar: ZoneBar, _ above: ZoneBar) -> Bool {
        let length = max(bar.length, above.length)
        let thickness = max(bar.thickness, above.thickness)
        // As far down as it lies below a line that falls.
        let down = bar.y - above.y - above.slope * (bar.x - above.x)
        return abs(bar.length - above.length) < 0.12 * length && abs(bar.x - above.x) < 0.1 * length
            && abs(bar.slope - above.slope) < 0.04 && down > 1.2 * thickness && down < 3.6 * thickness
    }
}
