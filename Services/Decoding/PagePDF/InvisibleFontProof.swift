/// The expected fonts at the end of the file, from the letters of its pages.
///
/// Like the rest of the file, they are written here a second time, independently of `InvisibleFont`.
struct InvisibleFontProof {
    let letters: [Unicode.Scalar]
    /// The number of the first object after the pages.
    let firstObject: Int

    /// The bodies of the objects, in order.
    var objects: [[UInt8]] {
        var objects = [Array("<</Length 23>>\nstream\n500 0 0 -350 500 950 d1\nendstream\nendobj\n".utf8)]
        for start in stride(from: 0, to: letters.count, by: 255) {
            let font = letters[start..<min(start + 255, letters.count)]
            objects.append(dictionary(font, table: firstObject + 2 + start / 255 * 2))
            let table = table(font)
            objects.append(Array("<</Length \(table.count)>>\nstream\n".utf8) + table + Array("\nendstream\nendobj\n".utf8))
        }
        return objects
    }

    private func dictionary(_ font: ArraySlice<Unicode.Scalar>, table: Int) -> [UInt8] {
        let text = """
            <</Type/Font/Subtype/Type3/FontBBox[0 -350 500 950]/FontMatrix[.001 0 0 .001 0 0]/Resources<<>>\
            /CharProcs<</empty \(firstObject) 0 R>>/Encoding<</Type/Encoding/Differences[1\
            \(font.map { _ in "/empty" }.joined())]>>/FirstChar 1/LastChar \(font.count)\
            /Widths[\(font.map { _ in "500" }.joined(separator: " "))]/ToUnicode \(table) 0 R>>
            endobj

            """
        return Array(text.utf8)
    }

    private func table(_ font: ArraySlice<Unicode.Scalar>) -> [UInt8] {
        var lines = [
            "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap",
            "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def", "/CMapName /Adobe-Identity-UCS def",
            "/CMapType 2 def", "1 begincodespacerange", "<00> <ff>", "endcodespacerange",
        ]
        for (index, letter) in font.enumerated() {
            if index % 100 == 0 { lines.append("\(min(100, font.count - index)) beginbfchar") }
            lines.append("<\(Self.hex(UInt32(index + 1), bytes: 1))> <\(Self.bigEndian(letter))>")
            if index % 100 == 99 || index + 1 == font.count { lines.append("endbfchar") }
        }
        lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// In UTF-16: two units outside the first plane.
    private static func bigEndian(_ letter: Unicode.Scalar) -> String {
        guard letter.value > 0xffff else { return hex(letter.value, bytes: 2) }
        let rest = letter.value - 0x10000
        return hex((0xd800 | rest >> 10) << 16 | 0xdc00 | (rest & 0x3ff), bytes: 4)
    }

    private static func hex(_ number: UInt32, bytes: Int) -> String {
        stride(from: bytes * 8 - 4, through: 0, by: -4).map { String(number >> UInt32($0) & 0xf, radix: 16) }.joined()
    }
}
