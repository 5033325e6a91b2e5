public import Shared

/// The letters of a page as the PDF has them, as far as a person sees them.
public struct PDFTextLayer: Hashable, Sendable {
    /// Why what a person sees may be something else: then the page should be read as a picture.
    public enum Doubt: Hashable, Sendable {
        /// Letters that are not drawn (ISO 32000-1, 9.3.6, modes 3 and 7) where something else is, as a scanner's software puts them
        /// over its picture.
        case invisibleLetters
        /// Letters over or under a picture: whether they can be seen is not known.
        case picture
        /// Letters that the PDF does not name.
        case unnamedLetters
        /// Something is drawn, and none of it are letters.
        case noLetters
    }

    public let text: PageText
    public let doubt: Doubt?
    /// Whether something is drawn beside the words that may be a code.
    public let mayHoldCodes: Bool
}

extension PDFDocument {
    /// The words of a page, counted from 0, that are drawn where they can be seen.
    ///
    /// `invisible` tells whether the page has letters that are not drawn.
    public func textLayer(_ index: Int, invisible: Bool) throws(PDFError) -> PDFTextLayer {
        let layout = try layout(index)
        let ink = PageInk(of: try page(index, fitting: Self.inkBox, maximumDotsPerInch: 72), size: layout.size)
        let drawn = layout.words.filter { ink.isDrawn($0.box) }
        let words = drawn.enumerated().map { _, word in
            PageWord(
                text: word.text, box: word.box.onPage(of: layout.size), confidence: 100, line: word.line)
        }
        let text = PageText(source: .layer, proportion: layout.size.width / layout.size.height, words: words)
        let rest = ink.rest(without: drawn.map(\.box))
        return PDFTextLayer(
            text: text, doubt: Self.doubt(layout, drawn, rest, invisible: invisible), mayHoldCodes: rest.mayHoldCodes)
    }

    /// Of the raster that tells where there is ink.
    private static let inkBox = RasterBox(shortSide: 900, longSide: 1300)

    private static func doubt(
        _ layout: PageLayout, _ drawn: [PageLayout.Word], _ rest: PageInk.Rest, invisible: Bool
    ) -> PDFTextLayer.Doubt? {
        let pictures = layout.pictures
        let covered = drawn.count { word in pictures.contains { $0.overlap(with: word.box) > word.box.area / 2 } }
        // Where nothing is, they have been left out: some makers of PDFs hide their name so.
        let isAccountedFor = drawn.count < layout.words.count && covered == 0 && !overlapEachOther(drawn)
        if invisible, !isAccountedFor { return .invisibleLetters }
        if covered * 10 > drawn.count { return .picture }
        // A scan with a stamp of letters on it.
        if pictures.contains(where: { $0.area * 2 > layout.size.width * layout.size.height }) { return .picture }
        let letters = drawn.reduce(0) { $0 + $1.text.unicodeScalars.count }
        let unnamed = drawn.reduce(0) { $0 + $1.text.unicodeScalars.count(where: \.isUnnamed) }
        if unnamed * 10 > letters { return .unnamedLetters }
        return letters == 0 && rest.isThere ? .noLetters : nil
    }

    /// Whether two words stand in one place. Of a page with very many nobody asks: it is taken to be so.
    private static func overlapEachOther(_ words: [PageLayout.Word]) -> Bool {
        guard words.count < 3000 else { return true }
        let sorted = words.map(\.box).sorted { $0.top < $1.top }
        for (index, box) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                guard other.top < box.bottom else { break }
                if box.overlap(with: other) > min(box.area, other.area) / 2 { return true }
            }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// What stands for a letter that has no name.
    fileprivate var isUnnamed: Bool {
        switch properties.generalCategory {
        case .control, .privateUse, .unassigned, .surrogate: true
        default: self == "\u{fffd}"
        }
    }
}
