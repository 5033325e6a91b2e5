/// The form of a font of letters that draw nothing, and the letter of each of its codes.
enum InvisibleFont {
    /// The one drawing of all letters: a width, an empty box. The box is what poppler highlights of such a font anyway.
    static let glyph = "500 0 0 -350 500 950 d1"

    /// The objects of fonts: `glyph` first, then each font and its table of letters.
    static func object(of font: Int, behind glyphObject: Int) -> Int { glyphObject + 1 + 2 * font }

    static func dictionary(_ letters: ArraySlice<Unicode.Scalar>, glyph glyphObject: Int, table: Int) -> String {
        // The name is no letter's: programs would take the font's size from an m.
        let names = String(repeating: "/empty", count: letters.count)
        let widths = Array(repeating: "500", count: letters.count).joined(separator: " ")
        return "<</Type/Font/Subtype/Type3/FontBBox[0 -350 500 950]/FontMatrix[.001 0 0 .001 0 0]/Resources<<>>"
            + "/CharProcs<</empty \(glyphObject) 0 R>>/Encoding<</Type/Encoding/Differences[1\(names)]>>"
            + "/FirstChar 1/LastChar \(letters.count)/Widths[\(widths)]/ToUnicode \(table) 0 R>>"
    }

    /// A ToUnicode CMap (ISO 32000-1, 9.10.3).
    static func table(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        var text = """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <00> <ff>
            endcodespacerange

            """
        // A section has a hundred lines at most.
        for start in stride(from: letters.startIndex, to: letters.endIndex, by: 100) {
            let section = start..<min(start + 100, letters.endIndex)
            text += "\(section.count) beginbfchar\n"
            for place in section {
                let units = UTF16.encode(letters[place]).map { hex($0, digits: 4) } ?? ""
                text += "<\(hex(1 + place - letters.startIndex, digits: 2))> <\(units)>\n"
            }
            text += "endbfchar\n"
        }
        return text + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    }

    private static func hex(_ units: some Sequence<UInt16>, digits: Int) -> String {
        units.map { hex(Int($0), digits: digits) }.joined()
    }

    private static func hex(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
    }
}
