/// A synthetic page: grey paper that darkens towards a corner, and lines of dark blocks in place of words. The seed
/// determines the contents.
struct GreyPage: Sendable {
    let width: Int
    let height: Int
    /// A byte a pixel, row by row; 255 is white.
    let pixels: [UInt8]

    init(width: Int, height: Int, seed: UInt64) {
        (self.width, self.height) = (width, height)
        var random = Scramble(seed)
        var pixels = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                // In steps of eight pixels, which cost an encoder nothing.
                pixels[y * width + x] = UInt8(246 - (x / 8 + y / 8) * 8 * 34 / (width + height))
            }
        }
        let line = max(8, height / 44)
        var y = line * 3
        while y + line * 2 < height {
            var x = line * 3
            let end = width - line * (2 + Int(random.next() % 9))
            while x < end {
                let word = line / 2 * (2 + Int(random.next() % 9))
                Self.fill(&pixels, width, x..<min(x + word, end), y..<(y + line * 3 / 5), &random)
                x += word + line / 2
            }
            y += line * (random.next() % 7 == 0 ? 3 : 2)
        }
        self.pixels = pixels
    }

    /// A word: upright and horizontal strokes with paper between them.
    private static func fill(
        _ pixels: inout [UInt8], _ width: Int, _ columns: Range<Int>, _ rows: Range<Int>, _ random: inout Scramble
    ) {
        let stroke = max(2, rows.count / 4)
        var x = columns.lowerBound
        while x < columns.upperBound {
            let isAcross = random.next() % 3 == 0
            let to = min(x + (isAcross ? stroke * 2 : stroke), columns.upperBound)
            let lower = isAcross ? rows.upperBound - stroke : rows.lowerBound
            for y in lower..<rows.upperBound { for place in x..<to { pixels[y * width + place] = 38 } }
            x += stroke * 2
        }
    }
}

/// Pseudo-random numbers from a seed (SplitMix64).
struct Scramble {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Letters from a to p, which contain no format's signature.
    mutating func letters(_ count: Int) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(count + 16)
        while letters.count < count {
            var bits = next()
            for _ in 0..<16 {
                letters.append(0x61 + UInt8(bits & 0xF))
                bits >>= 4
            }
        }
        letters.removeLast(letters.count - count)
        return letters
    }
}
