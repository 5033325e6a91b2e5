/// Windows bitmaps, in the ways in which their pixels are written down.
public enum HandmadeBitmaps {
    /// Rows from the bottom, or from the top; `bits` a pixel.
    public static func bitmap(
        _ pixels: Pixels = .cornered(width: 120, height: 80), bits: Int = 24, isTopDown: Bool = false, masks: [Int] = []
    ) -> [UInt8] {
        let (width, height) = (pixels.width, pixels.height)
        let colours: [Colour] = [.red, .green, .blue, .yellow, .white]
        let entries: [[UInt8]] = colours.map { [UInt8($0.blue), UInt8($0.green), UInt8($0.red), 0] }
        let palette: [UInt8] = bits <= 8 ? Array(entries.joined()) : []
        let rowLength = (width * bits + 31) / 32 * 4
        var rows: [UInt8] = []
        for line in 0..<height {
            let y = isTopDown ? line : height - 1 - line
            var row = [UInt8](repeating: 0, count: rowLength)
            for x in 0..<width {
                let place = (y * width + x) * 3
                let (red, green, blue) = (Int(pixels.rgb[place]), Int(pixels.rgb[place + 1]), Int(pixels.rgb[place + 2]))
                switch bits {
                case 24, 32:
                    let start = x * bits / 8
                    (row[start], row[start + 1], row[start + 2]) = (UInt8(blue), UInt8(green), UInt8(red))
                case 16:
                    let (high, middle) =
                        masks.isEmpty ? ((red >> 3) << 10, (green >> 3) << 5) : ((red >> 3) << 11, (green >> 2) << 5)
                    let value = high | middle | (blue >> 3)
                    (row[2 * x], row[2 * x + 1]) = (UInt8(value & 0xff), UInt8(value >> 8))
                default:
                    let index =
                        colours.indices.min { far($0, red, green, blue, colours) < far($1, red, green, blue, colours) } ?? 0
                    row[x * bits / 8] |= UInt8(index << (8 - bits * (x % (8 / bits) + 1)))
                }
            }
            rows += row
        }
        let pixelsAt = 14 + 40 + masks.count * 4 + palette.count
        let head = ascii("BM") ++ little(pixelsAt + rows.count, 4) ++ little(0, 4) ++ little(pixelsAt, 4)
        let size = little(40, 4) ++ little(width, 4) ++ little((isTopDown ? -height : height) & 0xffff_ffff, 4)
        let format = little(1, 2) ++ little(bits, 2) ++ little(masks.isEmpty ? 0 : 3, 4) ++ little(rows.count, 4)
        let rest = little(2835, 4) ++ little(2835, 4) ++ little(palette.count / 4, 4) ++ little(0, 4)
        return head ++ size ++ format ++ rest ++ masks.reduce(into: [UInt8]()) { $0 += little($1, 4) } ++ palette ++ rows
    }

    private static func far(_ index: Int, _ red: Int, _ green: Int, _ blue: Int, _ colours: [Colour]) -> Int {
        let colour = colours[index]
        return abs(colour.red - red) + abs(colour.green - green) + abs(colour.blue - blue)
    }

    static var all: [CorpusFile] {
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "image/bmp") {
                $0.size = (120, 80)
                $0.count = 1
                $0.isTruncated = false
                change(&$0)
            }
        }
        let plain = bitmap()
        return [
            named("plain.bmp", .good, plain), named("from-the-top.bmp", .good, bitmap(bits: 32, isTopDown: true)),
            named("palette.bmp", .good, bitmap(bits: 8)), named("sixteen-colours.bmp", .good, bitmap(bits: 4)),
            named("high-colour.bmp", .good, bitmap(bits: 16)),
            named("masks.bmp", .good, bitmap(bits: 16, masks: [0xf800, 0x07e0, 0x001f])),
            named("cut.bmp", .broken, Array(plain.prefix(plain.count / 2))) { $0.isTruncated = true },
            named("giant.bmp", .hostile, plain.replacing(120, with: 60_000).replacing(80, with: 60_000)) {
                $0.size = (60_000, 60_000)
                $0.isTruncated = true
                $0.earlyRefusal = "pixels"
            },
        ]
    }
}

/// A camera's raw file (DNG 1.7): a small copy, raw values that nobody here develops, and a picture of them.
public enum HandmadeRaw {
    public static func dng(preview: [UInt8], width: Int, height: Int, orientation: Int = 1) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) ++ little(type, 2) ++ little(count, 4) ++ little(value, 4)
        }
        func directory(_ entries: [[UInt8]]) -> [UInt8] { little(entries.count, 2) ++ Array(entries.joined()) ++ little(0, 4) }
        // The first directory, behind it where the others lie, those, and the picture.
        let first = 8
        let second = first + 2 + 12 * 11 + 4 + 8
        let raw = second + 2 + 12 * 8 + 4
        let picture = raw + 2 + 12 * 8 + 4
        let head = ascii("II") ++ [42, 0] ++ little(first, 4)
        let small = directory([
            entry(254, 4, 1, 1), entry(256, 4, 1, 4), entry(257, 4, 1, 2), entry(258, 3, 1, 8), entry(259, 3, 1, 1),
            entry(262, 3, 1, 1), entry(273, 4, 1, 8), entry(274, 3, 1, orientation), entry(279, 4, 1, 8),
            entry(330, 4, 2, second - 8), entry(50_706, 1, 4, 0x0000_0401),
        ])
        let shown = directory([
            entry(254, 4, 1, 1), entry(256, 4, 1, width), entry(257, 4, 1, height), entry(259, 3, 1, 7), entry(262, 3, 1, 6),
            entry(273, 4, 1, picture), entry(277, 3, 1, 3), entry(279, 4, 1, preview.count),
        ])
        // Of a colour filter array (32803), larger than the picture, and compressed by a process of its own (ITU-T T.81, annex H).
        let sensor: [UInt8] = [0xff, 0xd8, 0xff, 0xc3, 0, 2, 0xff, 0xd9]
        let values = directory([
            entry(254, 4, 1, 0), entry(256, 4, 1, 2 * width), entry(257, 4, 1, 2 * height), entry(259, 3, 1, 7),
            entry(262, 3, 1, 32_803), entry(273, 4, 1, picture + preview.count), entry(277, 3, 1, 1),
            entry(279, 4, 1, sensor.count),
        ])
        return head ++ small ++ little(second, 4) ++ little(raw, 4) ++ shown ++ values ++ preview ++ sensor
    }
}
