import Foundation
import Shared

/// A picture as a camera takes one, made here: a surface in a light, what shines on it, and what lens and sensor add.
///
/// It is counted in linear light, as a sensor does, and told with a gamma of two. What is more than the sensor can hold is white:
/// highlights get a core and a falloff by themselves.
struct Photograph {
    /// A lamp's or a flash's mirror image on something glossy: how much light it adds falls off as Trowbridge and Reitz say.
    struct Highlight {
        var (x, y): (Double, Double)
        /// From its middle to where a quarter of the light is left.
        var width = 20.0
        /// Half of the straight part in its middle: that of a tube, or of a window's pane.
        var (halfLength, halfHeight): (Double, Double) = (0, 0)
        /// Of what makes the sensor's white.
        var strength = 10.0
        var degrees = 0.0

        init(
            at x: Double, _ y: Double, width: Double = 20, strength: Double = 10, halfLength: Double = 0, halfHeight: Double = 0,
            degrees: Double = 0
        ) {
            (self.x, self.y) = (x, y)
            (self.width, self.strength, self.degrees) = (width, strength, degrees)
            (self.halfLength, self.halfHeight) = (halfLength, halfHeight)
        }
    }

    /// A4 as it is measured.
    var width = 566
    var height = 800
    /// Of 255, in a light that makes white paper white.
    var surface: (_ x: Int, _ y: Int) -> Int
    /// How much of that light there is.
    var light: ((_ x: Int, _ y: Int) -> Double)?
    var highlights: [Highlight] = []
    var grain = 3
    /// In pixels, of the lens.
    var softness = 0

    func taken() -> GreyPicture {
        // Loops and operators that need no generic function: tests are built without optimisation, and a picture has half a million
        // pixels.
        let linearOf = (0...255).map { Double($0 * $0) / 65025 }
        var linear = [Double](repeating: 0, count: width * height)
        var place = 0
        while place < linear.count {
            let (x, y) = (place % width, place / width)
            linear[place] = linearOf[surface(x, y)] * (light?(x, y) ?? 1)
            place += 1
        }
        for highlight in highlights { add(highlight, to: &linear) }
        for _ in 0..<softness { linear = softened(linear) }
        var pixels = [UInt8](repeating: 0, count: linear.count)
        place = 0
        while place < linear.count {
            var value = linear[place] >= 4 ? 510 : Int(linear[place].squareRoot() * 255 + 0.5)
            if grain > 0 { value += Self.grain(place % width, place / width, grain) }
            pixels[place] = value < 0 ? 0 : value > 255 ? 255 : UInt8(truncatingIfNeeded: value)
            place += 1
        }
        return GreyPicture(width: width, height: height, pixels: pixels)!
    }

    private func add(_ highlight: Highlight, to linear: inout [Double]) {
        let (cosine, sine) = (cos(highlight.degrees * .pi / 180), sin(highlight.degrees * .pi / 180))
        let square = highlight.width * highlight.width
        var place = 0
        while place < linear.count {
            let (dx, dy) = (Double(place % width) - highlight.x, Double(place / width) - highlight.y)
            var (along, across) = (dx * cosine + dy * sine, dy * cosine - dx * sine)
            along = (along < 0 ? -along : along) - highlight.halfLength
            across = (across < 0 ? -across : across) - highlight.halfHeight
            if along < 0 { along = 0 }
            if across < 0 { across = 0 }
            let falloff = 1 + (along * along + across * across) / square
            linear[place] += highlight.strength / (falloff * falloff)
            place += 1
        }
    }

    /// By one pixel in both directions, as a lens does before the sensor is full.
    private func softened(_ linear: [Double]) -> [Double] {
        var rows = linear
        var place = 1
        // The columns at the left and at the right become a little of each other, which nothing depends on.
        while place < linear.count - 1 {
            rows[place] = linear[place - 1] / 4 + linear[place] / 2 + linear[place + 1] / 4
            place += 1
        }
        var next = rows
        place = width
        while place < linear.count - width {
            next[place] = rows[place - width] / 4 + rows[place] / 2 + rows[place + width] / 4
            place += 1
        }
        return next
    }

    // MARK: - Grain and textures

    static func hash(_ x: Int, _ y: Int) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 29
        hash = hash &* 0xbf58_476d_1ce4_e5b9
        return hash ^ hash >> 32
    }

    /// The same every time, in no pattern.
    static func grain(_ x: Int, _ y: Int, _ amplitude: Int) -> Int { Int(hash(x, y) % UInt64(2 * amplitude + 1)) - amplitude }

    /// From 0 to 1, without a pattern, in blots of about this size and down to an eighth of it.
    static func texture(_ x: Int, _ y: Int, size: Int, seed: Int = 0) -> Double {
        var (sum, weight, whole, side, octave) = (0.0, 1.0, 0.0, size, seed)
        while octave < seed + 4, side >= 1 {
            let (column, row) = (x / side + octave &* 7919, y / side)
            let (u, v) = (Double(x % side) / Double(side), Double(y % side) / Double(side))
            let above = corner(column, row) * (1 - u) + corner(column + 1, row) * u
            let below = corner(column, row + 1) * (1 - u) + corner(column + 1, row + 1) * u
            sum += (above * (1 - v) + below * v) * weight
            whole += weight
            weight *= 0.6
            side /= 2
            octave += 1
        }
        return sum / whole
    }

    private static func corner(_ column: Int, _ row: Int) -> Double { Double(hash(column, row) & 0xffff) / 0xffff }
}
