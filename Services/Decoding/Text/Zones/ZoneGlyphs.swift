import Shared

/// The characters of a zone as strokes of a pen, in the forms of ISO 1073-2 (OCR-B), so that no font is needed.
///
/// The difference of 0 and O is drawn: digits are taller than letters.
struct ZoneGlyphs {
    /// The distance of characters, in units. All other measures are in these units.
    static let pitch = 16
    /// The height of a character's cell.
    static let height = 22
    /// The bottom of the letters' strokes, from the top of the cell.
    private static let baseline: Float = 18.5
    private static let left: Float = 3.5
    /// Half the width of a stroke.
    private static let pen: Float = 1.12

    /// A slash separates strokes, a blank their corners. A corner is two digits of base 36: half units from the left, and
    /// units above the baseline.
    private static let strokes: [(sign: Unicode.Scalar, path: StaticString)] = [
        ("A", "00 8e ae i0/34 f4"),
        ("B", "00 0e ae fd gb fa a8/08 a8 g7 i4 g1 a0 00"),
        ("C", "gb ed ae 6d 3a 37 34 61 a0 e1 g3"),
        ("D", "20 2e 6e cd g9 g7 g5 c1 60 20"),
        ("E", "ge 2e 20 g0/27 e7"),
        ("F", "ge 4e 40/47 e7"),
        ("G", "gc cd 8e 4d 1a 07 14 41 80 c0 g1 g6 a6"),
        ("H", "2e 20/ge g0/27 g7"),
        ("I", "3e ee/8e 80/20 f0"),
        ("J", "ce c4 b1 70 31 13"),
        ("K", "0e 00/ge 26/37 i0"),
        ("L", "1e 10 h0"),
        ("M", "00 0e 4e 95 ee ie i0"),
        ("N", "00 0e 3e e0 h0 he"),
        ("O", "9e 4d 1a 07 14 41 90 e1 h4 i7 ha ed 9e"),
        ("P", "10 1e be gd ia g7 b6 16"),
        ("Q", "8e 4d 1a 07 14 42 81 c2 g4 g7 ga cd 8e/95 i0"),
        ("R", "20 2e 8e gc g9 d7 86 26/b6 g0"),
        ("S", "gb ed 9e 4d 2b 39 87 e5 g3 e1 90 41 23"),
        ("T", "0e ie/9e 90"),
        ("U", "0e 04 31 90 e1 h4 he"),
        ("V", "0e 80 a0 ie"),
        ("W", "0e 16 40 98 e0 h6 ie"),
        ("X", "2e g0/ge 20"),
        ("Y", "1e 97 he/97 90"),
        ("Z", "1e fe 10 g0"),
        ("0", "7f 3e 0b 04 31 70 b0 f1 i4 ib fe bf 7f"),
        ("1", "1c af a0"),
        ("2", "1d 4e 9f fe hb f8 76 34 10 h0"),
        ("3", "0f gf 79 d8 h5 h3 e1 a0 50 01"),
        ("4", "af 04 i4/d8 d0"),
        ("5", "ff 2f 29 89 e8 g5 e2 91 10"),
        ("6", "cf 5a 16 04 31 90 f1 i4 f7 99 48"),
        ("7", "0f if gc b8 84 70"),
        ("8", "99 49 2c 4e 9f ee gc e9 99/98 37 04 31 90 f1 i4 f7 98"),
        ("9", "60 d5 h9 ib fe 9f 3e 0b 38 97 f8 ia"),
        ("<", "id 07 08 i2"),
    ]

    private typealias Segment = (from: SIMD2<Float>, to: SIMD2<Float>)

    /// The share of ink in each square unit of a cell, from 0 to 1, row by row, for each of `ZoneColumns.signs`.
    static func ink() -> [[Float]] {
        ZoneColumns.signs.map { sign in
            let strokes = strokes.first { $0.sign.value == UInt32(sign) }.map { segments(of: $0.path) } ?? []
            return (0..<(pitch * height)).map { place in
                let middle = SIMD2(Float(place % pitch) + 0.5, Float(place / pitch) + 0.5)
                let distance = strokes.map { Self.distance(from: middle, to: $0) }.min() ?? .infinity
                return min(max(pen - distance + 0.5, 0), 1)
            }
        }
    }

    private static func segments(of path: StaticString) -> [Segment] {
        let bytes = path.withUTF8Buffer { Array($0) }
        return bytes.split(separator: UInt8(ascii: "/")).flatMap { stroke in
            let corners = stroke.split(separator: UInt8(ascii: " ")).compactMap(corner)
            return zip(corners, corners.dropFirst()).map { Segment(from: $0, to: $1) }
        }
    }

    private static func corner(_ digits: ArraySlice<UInt8>) -> SIMD2<Float>? {
        func value(_ digit: UInt8) -> Float {
            digit >= UInt8(ascii: "a") ? Float(digit - UInt8(ascii: "a") + 10) : Float(digit - UInt8(ascii: "0"))
        }
        guard digits.count == 2, let first = digits.first, let last = digits.last else { return nil }
        return SIMD2(left + value(first) / 2, baseline - value(last))
    }

    private static func distance(from point: SIMD2<Float>, to segment: Segment) -> Float {
        let along = segment.to - segment.from
        let length = (along * along).sum()
        let share = length > 0 ? min(max(((point - segment.from) * along).sum() / length, 0), 1) : 0
        let across = point - segment.from - along * share
        return (across * across).sum().squareRoot()
    }
}
