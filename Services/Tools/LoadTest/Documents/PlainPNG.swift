/// Writes grey pictures as PNG (ISO/IEC 15948) of four shades, without compression.
enum PlainPNG {
    /// The file in two parts, between which a chunk of padding fits.
    static func parts(_ page: GreyPage) -> (head: [UInt8], rest: [UInt8]) {
        let head =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", long(page.width) + long(page.height) + [2, 0, 0, 0, 0])
        return (head, chunk("IDAT", stored(rows(page))) + chunk("IEND", []))
    }

    /// The bytes of a chunk beside its content.
    static let chunkOverhead = 12

    /// Ancillary, private, safe to copy: readers skip it (section 5.4).
    static func padding(_ bytes: Int, _ random: inout Scramble) -> [UInt8] {
        bytes < chunkOverhead ? [] : chunk("paDd", random.letters(bytes - chunkOverhead))
    }

    private static func rows(_ page: GreyPage) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((page.width / 4 + 2) * page.height)
        for y in 0..<page.height {
            rows.append(0)
            for x in stride(from: 0, to: page.width, by: 4) {
                var byte: UInt8 = 0
                for place in x..<(x + 4) {
                    byte = byte << 2 | (place < page.width ? page.pixels[y * page.width + place] >> 6 : 0)
                }
                rows.append(byte)
            }
        }
        return rows
    }

    /// RFC 1950 with stored blocks (RFC 1951, section 3.2.4).
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: content.count, by: 65_535) {
            let block = content[start..<min(start + 65_535, content.count)]
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            bytes += [block.endIndex == content.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in content {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return bytes + long(Int(b << 16 | a))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return long(content.count) + body + long(Int(checksum(body)))
    }

    private static func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xFF) } }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    /// Annex D.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
        return ~value
    }
}
