import CTesseract
import Shared

/// A strip of a picture as ink on paper: upright, with `ZoneGlyphs.pitch` pixels between characters.
struct InkRaster {
    private let width: Int
    private let height: Int
    /// From 0 (as bright as the paper around) to 255.
    private let ink: [Int16]

    /// The number of places, from the left, at which a character fits in.
    var places: Int { max(0, width - ZoneGlyphs.pitch + 1) }
    private var tops: Int { max(0, height - ZoneGlyphs.height + 1) }

    /// From a picture with that distance of characters.
    init(_ picture: PagePicture) throws(TextError) {
        let size = picture.size
        (width, height) = (size.width, size.height)
        // Paper is what is as bright as the brightest around: light may fall off.
        let brick = l_int32(ZoneGlyphs.height | 1)
        let brightest = try PagePicture(owning: pixDilateGray(picture.pix, brick, brick))
        let paper = try PagePicture(owning: pixBlockconv(brightest.pix, brick / 2, brick / 2))
        let grounds = try paper.withBytes { bytes, line in Self.packed(bytes, line, size) }
        let greys = try picture.withBytes { bytes, line in Self.packed(bytes, line, size) }
        ink = zip(greys, grounds).map { Int16(max(0, 255 - Int($0) * 255 / Int(max($1, 1)))) }
    }

    private static func packed(_ bytes: UnsafePointer<UInt8>, _ bytesPerLine: Int, _ size: PixelSize) -> [UInt8] {
        (0..<size.height).flatMap { UnsafeBufferPointer(start: bytes + $0 * bytesPerLine, count: size.width) }
    }

    /// The candidate top of a line below which the ink is distributed like that of characters.
    func top(among tops: Range<Int>) -> Int {
        let sums = (0..<height).map { row in ink[(row * width)..<((row + 1) * width)].reduce(0) { $0 + Int($1) } }
        func likeness(_ top: Int) -> Int {
            GlyphTemplates.profile.enumerated().reduce(0) { $0 + $1.element * sums[top + $1.offset] }
        }
        let tops = tops.clamped(to: 0..<self.tops)
        return tops.max { likeness($0) < likeness($1) } ?? 0
    }

    /// The similarity of each character to the content at each place, from -1 to 1, character by character. The best of
    /// the tops counts.
    func likeness(to templates: GlyphTemplates, tops: Range<Int>) -> [Float] {
        let signs = ZoneColumns.signs.count
        var best = [Float](repeating: -1, count: signs * places)
        ink.withUnsafeBufferPointer { ink in
            templates.signs.withUnsafeBufferPointer { templates in
                guard let ink = ink.baseAddress, let templates = templates.baseAddress else { return }
                for top in tops.clamped(to: 0..<self.tops) {
                    for place in 0..<places {
                        let room = ink + (top &* width &+ place)
                        let contrast = contrast(room)
                        for sign in 0..<signs {
                            let likeness = product(room, templates + (sign &* GlyphTemplates.size)) / contrast
                            let index = sign &* places &+ place
                            if likeness > best[index] { best[index] = likeness }
                        }
                    }
                }
            }
        }
        return best
    }

    /// Adds integers in bulk, which also spares a debug build a call for each.
    private func product(_ room: UnsafePointer<Int16>, _ template: UnsafePointer<Int16>) -> Float {
        var sum: Int32 = 0
        var (row, sign) = (room, template)
        for _ in 0..<ZoneGlyphs.height {
            var column = 0
            while column < ZoneGlyphs.pitch {
                sum &+= Int32(truncatingIfNeeded: row[column]) &* Int32(truncatingIfNeeded: sign[column])
                column &+= 1
            }
            row += width
            sign += ZoneGlyphs.pitch
        }
        return Float(sum) / Float(255 * GlyphTemplates.one * GlyphTemplates.size)
    }

    /// Below this there is too little ink to compare.
    private static let faint: Float = 0.03

    private func contrast(_ room: UnsafePointer<Int16>) -> Float {
        var (sum, squares): (Int32, Int32) = (0, 0)
        for row in 0..<ZoneGlyphs.height {
            let ink = room + row &* width
            for column in 0..<ZoneGlyphs.pitch {
                let value = Int32(truncatingIfNeeded: ink[column])
                sum &+= value
                squares &+= value &* value
            }
        }
        let mean = Float(sum) / Float(255 * GlyphTemplates.size)
        let square = Float(squares) / Float(255 * 255 * GlyphTemplates.size)
        return max(square - mean * mean, 0).squareRoot() + Self.faint
    }
}
