import DocumentFixtures
import Imaging
import Jail
import PagePDF
import Shared

/// Words as they are read off pages, and PDFs that carry them.
enum WordsOnPages {
    /// Lines from the top of the page on, each letter as wide as any other. A bar parts pieces between which nothing stands.
    static func words(_ lines: [String], letter: Int = 120, height: Int = 160) -> [PageWord] {
        lines.enumerated().flatMap { line, text in
            var left = 500
            var words: [PageWord] = []
            for piece in text.split(separator: " ").map({ $0.split(separator: "|") }) {
                for text in piece {
                    let width = text.unicodeScalars.count * letter
                    let box = PageBox(
                        left: left, top: 500 + 300 * line, right: left + width - 10, bottom: 500 + 300 * line + height)
                    words.append(PageWord(text: String(text), box: box, confidence: 90, line: line))
                    left += width + 20
                }
                left += letter / 2
            }
            return words
        }
    }

    static func page() throws -> [UInt8] { try BoundPages.jpeg(.plain(.green, width: 595, height: 842)) }

    /// Each page with the same picture.
    static func pdf(of pages: [[PageWord]], on paper: Paper? = nil, pictures: [UInt8]? = nil) throws -> [UInt8] {
        let jpeg = try pictures ?? page()
        var binder = PageBinder(pageCount: pages.count)
        var bytes = try binder.begin()
        for words in pages { bytes += try binder.page(jpeg, on: paper, words: words) }
        return bytes + (try binder.end())
    }

    /// What poppler reads, and copies, line by line.
    static func lines(of pdf: [UInt8], _ options: String...) throws -> [String] {
        try Tool.pdftotext.output(of: options + ["in.pdf", "-"], files: ["in.pdf": pdf])
            .split(whereSeparator: { "\n\u{0c}".contains($0) }).map(String.init)
    }
}
