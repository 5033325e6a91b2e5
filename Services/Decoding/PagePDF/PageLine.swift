/// Parses the line of a page: its size, and the fonts of its words.
struct PageLine {
    /// Width and height in points, as written.
    let sizes: [String]
    let fonts: Set<Int>

    /// Width and height in hundredths of a point; zero for an invalid size.
    var hundredths: (width: Int, height: Int) {
        func hundredths(_ side: String) -> Int { Int(side.filter { $0 != "." }) ?? 0 }
        return (hundredths(sizes[0]), hundredths(sizes[1]))
    }

    /// The commands that draw the page's picture over the whole page.
    var drawing: String { "q \(sizes[0]) 0 0 \(sizes[1]) 0 0 cm /Im Do Q" }

    /// Nil for any other line than that of the page with object `number`.
    ///
    /// The fonts' objects begin at `firstObject`, the first after all pages. A page has fonts only if it has words.
    init?(_ line: ArraySlice<UInt8>, number: Int, firstObject: Int, hasWords: Bool) {
        var text = StrictText(line)
        guard text.take("<</Type/Page/Parent 2 0 R/MediaBox[0 0 "), let width = text.number(), text.take(" "),
            let height = text.number(), text.take("]/Resources<</XObject<</Im \(number + 2) 0 R>>"),
            let fonts = hasWords ? Self.fonts(&text, firstObject: firstObject) : [],
            text.take(">>/Contents \(number + 1) 0 R>>\n"), text.rest.isEmpty
        else { return nil }
        (sizes, self.fonts) = ([width, height], fonts)
    }

    /// In the order of their numbers, each with its own object.
    private static func fonts(_ text: inout StrictText, firstObject: Int) -> Set<Int>? {
        guard text.take("/Font<<") else { return nil }
        var fonts: Set<Int> = []
        var last = -1
        while text.take("/F") {
            guard let font = text.count(), font > last, text.take(" \(firstObject + 1 + 2 * font) 0 R") else { return nil }
            fonts.insert(font)
            last = font
        }
        return text.take(">>") ? fonts : nil
    }
}
