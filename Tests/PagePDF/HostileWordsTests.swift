import DocumentFixtures
import Jail
import Shared
import Testing

@testable import PagePDF

/// Words of pictures that were made to do harm.
@Suite(.timeLimit(.minutes(2)))
struct HostileWordsTests {
    private static func word(_ text: String) -> PageWord {
        PageWord(text: text, box: PageBox(left: 1000, top: 1000, right: 3000, bottom: 1200), confidence: 50, line: 0)
    }

    /// What nobody sees, nobody copies.
    @Test(arguments: [
        ("a\u{0}b", "ab"), ("a\u{202e}b", "ab"), ("a\u{2066}b\u{2069}", "ab"), ("a\u{200b}\u{200d}\u{feff}b", "ab"),
        ("a\u{e000}\u{f8ff}\u{10fffd}b", "ab"), ("a\u{378}\u{e0080}b", "ab"),
        ("a\u{e0041}\u{e0042}b", "ab"), ("a\u{fe0f}\u{e0100}b", "ab"), ("a\u{ad}\u{34f}\u{3164}b", "ab"),
        ("a\n\r\t\u{2028}\u{2029}\u{85}b", "ab"), ("a\u{a0}\u{3000} b", "ab"), ("\u{1b}[31mred", "[31mred"),
    ])
    func unseenScalarsAreLeftOut(text: String, left: String) throws {
        let shown = ShownWord.of([Self.word(text)])
        #expect(shown.map(\.letters) == [Array(left.unicodeScalars)])
        #expect(try WordsOnPages.lines(of: try WordsOnPages.pdf(of: [[Self.word(text)]])) == [left])
    }

    @Test func whatIsNoCharacterIsLeftOut() {
        for value in [0xffff, 0xfdd0, 0xfdef, 0x1fffe, 0x10ffff] as [UInt32] {
            let letters = [Unicode.Scalar("a"), Unicode.Scalar(value), "b"].compactMap { $0 }
            #expect(letters.count == 3)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: letters)
            #expect(ShownWord.of([Self.word(String(text))]).map(\.letters) == [["a", "b"]])
        }
    }

    @Test(arguments: [
        ")Tj ET Q q 9 9 9 rg", ">Tj<41", "\\) /JS", "endstream endobj", "(%PDF-1.7", "<</OpenAction 1 0 R>>", "𝒳>𝒳", "\u{fffd}",
        "e\u{301}\u{301}\u{301}", "שלום", "مرحبا",
        String(repeating: "\u{301}", count: 500), String(repeating: "W", count: 5000),
    ])
    func nothingBreaksOutOfItsText(text: String) throws {
        let pdf = try WordsOnPages.pdf(of: [[Self.word(text), Self.word("behind")]])
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": pdf])
        let copied = try WordsOnPages.lines(of: pdf).joined()
        #expect(copied.contains("behind"))
    }

    /// Boxes of nothing, over all of the page, and backwards; lines in any order.
    @Test func noBoxIsTooStrange() throws {
        var words: [PageWord] = []
        for (index, (left, top, right, bottom)) in [
            (0, 0, 0, 0), (10_000, 10_000, 10_000, 10_000), (0, 0, 10_000, 10_000), (5000, 0, 5000, 10_000),
            (0, 9999, 10_000, 9999), (9000, 20, 9100, 40), (100, 20, 200, 40), (100, 20, 200, 40), (.min, .min, .max, .max),
            (.max, .max, .min, .min),
        ].enumerated() {
            for line in [0, .max, .min, index] {
                let box = PageBox(left: left, top: top, right: right, bottom: bottom)
                words.append(PageWord(text: "w\(index)字", box: box, confidence: .max, line: line))
            }
        }
        for paper in [nil, Paper(width: 3, height: 3), Paper(width: 14_400, height: 3), Paper(width: 14_400, height: 14_400)] {
            let pdf = try WordsOnPages.pdf(of: [words], on: paper)
            try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": pdf])
        }
    }

    /// Twenty thousand words are taken, and no more, of any length.
    @Test func aPageHasItsFill() throws {
        let text = String(repeating: "long字𝒳", count: 10)
        let words = (0..<30_000).map { index in
            let top = index / 100 * 30
            let left = index % 100 * 100
            let box = PageBox(left: left, top: top, right: left + 90, bottom: top + 25)
            return PageWord(text: index < 20_000 ? "w\(index % 10)" : text, box: box, confidence: 90, line: index / 100)
        }
        let shown = ShownWord.of(words)
        #expect(shown.count == PageText.mostWords)
        // Poppler reads fifty thousand letters at most that are tiny.
        let pdf = try WordsOnPages.pdf(of: [words], on: Paper(width: 10_000, height: 10_000))
        #expect(pdf.count < 2 << 20)
        let copied = try WordsOnPages.lines(of: pdf, "-raw").flatMap { $0.split(separator: " ") }
        #expect(copied.count == 20_000)
    }

    @Test func lettersOfAPageAreBounded() throws {
        let words = (0..<20_000).map { _ in Self.word("字a字a字a字a") }
        let shown = ShownWord.of(words)
        #expect(shown.reduce(0) { $0 + $1.letters.count } == ShownWord.mostLetters)
        #expect(try WordsOnPages.pdf(of: [words]).count < 8 << 20)
        #expect(ShownWord.of([Self.word(String(repeating: "a", count: 1 << 20))]).first?.letters.count == PageText.longestWord)
    }

    /// Every letter that there is.
    @Test func allLettersHaveCodes() throws {
        let letters = (0..<0x110000).compactMap { Unicode.Scalar($0) }
        let pages = stride(from: 0, to: letters.count, by: 50_000).map { start in
            stride(from: start, to: min(start + 50_000, letters.count), by: 100).map { first in
                var text = String.UnicodeScalarView()
                text.append(contentsOf: letters[first..<min(first + 100, letters.count)])
                return Self.word(String(text))
            }
        }
        let pdf = try WordsOnPages.pdf(of: pages)
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": pdf])
    }
}
