public import Shared

/// The visible letters of a page, from the PDF itself.
public struct PDFTextLayer: Hashable, Sendable {
    /// Why the visible text may differ: the page should then be read as a picture.
    public enum Doubt: Hashable, Sendable {
        /// Undrawn letters (ISO 32000-1, 9.3.6, modes 3 and 7) over other content, as a scanner's software adds them.
        case invisibleLetters
        /// Letters over or under a picture, which may be hidden.
        case picture
        /// Letters without a name in the PDF.
        case unnamedLetters
        /// Something is drawn, but no letters.
        case noLetters
    }

    public let text: PageText
    public let doubt: Doubt?
    /// Whether content beside the words may be a code.
    public let mayHoldCodes: Bool
}

extension PDFDocument {
    /// The visible words of a page, counted from 0.
    ///
    /// `invisible` tells whether the page has undrawn letters.
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

    /// The size of the raster that finds the ink.
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

    /// Whether two words overlap. Assumed for a page with very many words.
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
    /// A placeholder for a letter without a name.
    fileprivate var isUnnamed: Bool {
        switch properties.generalCategory {
        case .control, .privateUse, .unassigned, .surrogate: true
        default: self == "\u{fffd}"
        }
    }
}
