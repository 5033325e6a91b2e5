/// The inked places of a page that was drawn small.
struct PageInk {
    /// The ink beside the words.
    struct Rest {
        /// The number of tiles that are neither empty nor full.
        let tiles: Int

        var isThere: Bool { tiles > 0 }
        /// The smallest printed code takes about a square centimetre.
        var mayHoldCodes: Bool { tiles >= 9 }
    }

    private var grey: [UInt8]
    private let width: Int
    private let height: Int
    /// Pixels per point.
    private let scale: (x: Double, y: Double)

    init(of raster: RasterPage, size: PointSize) {
        (width, height) = (raster.size.width, raster.size.height)
        scale = (Double(raster.size.width) / size.width, Double(raster.size.height) / size.height)
        let count = width * height
        grey = raster.rgb.withUnsafeBufferPointer { rgb in
            [UInt8](unsafeUninitializedCapacity: count) { grey, initialised in
                for index in 0..<min(count, rgb.count / 3) {
                    let pixel = index &* 3
                    let sum = UInt32(rgb[pixel]) &* 77 &+ UInt32(rgb[pixel &+ 1]) &* 150 &+ UInt32(rgb[pixel &+ 2]) &* 29
                    grey[index] = UInt8(truncatingIfNeeded: sum &>> 8)
                }
                initialised = min(count, rgb.count / 3)
            }
        }
    }

    /// The least difference of a word's lightest and darkest pixels.
    private static let contrast = 24

    /// Whether content differs from its background there.
    func isDrawn(_ box: PointBox) -> Bool {
        guard let (columns, rows) = pixels(of: box) else { return false }
        var (darkest, lightest): (UInt8, UInt8) = (255, 0)
        for row in rows {
            for column in columns {
                let value = grey[row * width + column]
                if value < darkest { darkest = value }
                if value > lightest { lightest = value }
            }
        }
        return Int(lightest) - Int(darkest) >= Self.contrast
    }

    /// The ink outside the words.
    func rest(without words: [PointBox]) -> Rest {
        var page = grey
        for word in words {
            guard let (columns, rows) = pixels(of: word) else { continue }
            for row in rows { for column in columns { page[row * width + column] = 255 } }
        }
        var tiles = 0
        let side = Self.tile
        for top in stride(from: 0, to: height - side + 1, by: side) {
            for left in stride(from: 0, to: width - side + 1, by: side) {
                var dark = 0
                for row in top..<(top + side) {
                    for column in left..<(left + side) where page[row * width + column] < Self.dark { dark += 1 }
                }
                if dark * 8 > side * side, dark * 8 < side * side * 7 { tiles += 1 }
            }
        }
        return Rest(tiles: tiles)
    }

    private static let tile = 8
    private static let dark: UInt8 = 150

    /// One pixel more on each side: letters extend beyond their boxes. Nil if none is on the page.
    private func pixels(of box: PointBox) -> (columns: Range<Int>, rows: Range<Int>)? {
        let columns = max(Int(box.left * scale.x) - 1, 0)..<min(Int(box.right * scale.x) + 2, width)
        let rows = max(Int(box.top * scale.y) - 1, 0)..<min(Int(box.bottom * scale.y) + 2, height)
        return columns.isEmpty || rows.isEmpty ? nil : (columns, rows)
    }
}
