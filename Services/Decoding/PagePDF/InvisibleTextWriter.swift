import Shared

/// Writes the words of a page as invisible text, for searching and copying (ISO 32000-1, 9.3.6 and 9.6.5).
///
/// It needs no font program, which a reader would have to run: each letter is an empty drawing.
struct InvisibleTextWriter {
    private(set) var alphabet = InvisibleAlphabet()
    /// Whether any page has words. Without words no font is written.
    private(set) var hasText = false

    /// The content after a page's picture, and its fonts in order.
    mutating func text(of words: [ShownWord], on paper: PaperSize) -> (content: [UInt8], fonts: [Int]) {
        hasText = true
        var page = Page()
        page.content += "\nBT 3 Tr".utf8
        for (word, place) in zip(words, WordPlace.of(words, on: paper)) {
            let corner = "\(PaperSize.points(hundredths: place.x)) \(PaperSize.points(hundredths: place.y))"
            page.content += "\n1 0 0 1 \(corner) Tm \(PaperSize.points(hundredths: place.stretch)) Tz".utf8
            for letter in word.letters { page.show(alphabet.code(of: letter), size: place.size) }
            page.endOfRun()
            guard word.joint == .blank else { continue }
            page.content += " \(PaperSize.points(hundredths: place.blank)) Tz".utf8
            page.show(alphabet.code(of: " "), size: place.size)
            page.endOfRun()
        }
        page.content += "\nET".utf8
        return (page.content, page.fonts.sorted())
    }

    private struct Page {
        var content: [UInt8] = []
        var fonts: Set<Int> = []
        private var font: Int?
        private var size = 0
        private var isInRun = false

        init() {}

        /// Names the font only when it changes.
        mutating func show(_ code: InvisibleAlphabet.Code, size: Int) {
            if font != code.font || self.size != size {
                endOfRun()
                (font, self.size) = (code.font, size)
                fonts.insert(code.font)
                content += " /F\(code.font) \(PaperSize.points(hundredths: size)) Tf".utf8
            }
            if !isInRun { content.append(UInt8(ascii: "<")) }
            isInRun = true
            content += Hex.encode([code.code]).utf8
        }

        mutating func endOfRun() {
            if isInRun { content += ">Tj".utf8 }
            isInRun = false
        }
    }
}
