import Crypto
import DocumentFixtures
import Imaging
import Jail
import PDF
import Shared
import Testing

@testable import PagePDF

/// The words that pages carry, as others read them.
@Suite(.timeLimit(.minutes(1)))
struct WordsOfPagesTests {
    static let languages = [
        "Payment is due within 30 days of the date of this invoice.",
        "Bitte überweisen Sie 1.234,56 € bis 31.12. an Jürgen Groß, Straße 5 – ÄÖÜ „so“",
        "Numéro d’œuvre : reçu à l’hôtel, ça coûte 45,50 € où Noël naît",
        "¿Cuánto es el año? Señor Núñez pagó ¡mañana! según artículo 3.º",
        "De coördinator heeft het geïnde bedrag vóór ’s middags betaald, ĳs",
    ]

    @Test(arguments: languages) func aLineIsCopiedAsItWasRead(line: String) throws {
        let pdf = try WordsOnPages.pdf(of: [WordsOnPages.words([line], letter: 80)])
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": pdf])
        #expect(try WordsOnPages.lines(of: pdf) == [line])
        #expect(try WordsOnPages.lines(of: pdf, "-raw") == [line])
    }

    @Test func linesStayLines() throws {
        let pdf = try WordsOnPages.pdf(of: [WordsOnPages.words(Self.languages, letter: 80)])
        #expect(try WordsOnPages.lines(of: pdf) == Self.languages)
    }

    /// Pieces of a script without blanks are one text, whatever gap was seen between them.
    @Test func japaneseHasNoBlanks() throws {
        let line = "請求|書|番号|は|東京|都|千代田|区|、|令和|7年|3月|末日|まで|に|お支払|い|ください|。"
        let pdf = try WordsOnPages.pdf(of: [WordsOnPages.words([line, "株式|会社 Docket|Inc. 御中"], letter: 160)])
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": pdf])
        let lines = try WordsOnPages.lines(of: pdf)
        #expect(lines.count == 2)
        #expect(lines.first?.contains("請求書番号は東京都千代田区、令和 7年 3月末日までにお支払いください。") == true, "\(lines)")
        #expect(lines.last == "株式会社 Docket Inc. 御中", "\(lines)")
    }

    /// More letters than a font has codes for.
    @Test func manyLettersHaveManyFonts() throws {
        let letters = (0x4e00..<0x4e00 + 1200).compactMap { Unicode.Scalar($0).map(String.init) }
        let lines = stride(from: 0, to: letters.count, by: 40).map { letters[$0..<$0 + 40].joined() }
        let pdf = try WordsOnPages.pdf(of: [WordsOnPages.words(lines, letter: 200), WordsOnPages.words(["Zweite 最後"])])
        try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": pdf])
        #expect(try WordsOnPages.lines(of: pdf) == lines + ["Zweite 最後"])
    }

    @Test func lettersBeyondTheFirstPlaneAreCopied() throws {
        let line = "𠮷野家 a𝒳b 😀😃 𩸽"
        #expect(try WordsOnPages.lines(of: try WordsOnPages.pdf(of: [WordsOnPages.words([line])])) == [line])
    }

    /// Where a word is found, there it is seen.
    @Test func wordsLieInTheirBoxes() throws {
        let words = WordsOnPages.words(["Invoice number 4711", "Groß Total 12"])
        let paper = try #require(Paper(width: 500, height: 1000))
        let layout = try WordsOnPages.lines(of: try WordsOnPages.pdf(of: [words], on: paper), "-bbox")
        for word in words {
            let line = try #require(layout.first { $0.contains(">\(word.text)<") })
            let numbers = line.split(separator: "\"").compactMap { Double($0) }
            try #require(numbers.count == 4)
            #expect(abs(numbers[0] - Double(word.box.left) / 20) < 0.1, "\(word.text)")
            #expect(abs(numbers[2] - Double(word.box.right) / 20) < 1, "\(word.text)")
            #expect(abs(numbers[1] - Double(word.box.top) / 10) < 1, "\(word.text)")
            #expect(abs(numbers[3] - Double(word.box.bottom) / 10) < 1, "\(word.text)")
        }
    }

    @Test func nothingOfWordsIsSeen() throws {
        let box = RasterBox(shortSide: 300, longSide: 400)
        let with = try PDFDocument(try WordsOnPages.pdf(of: [WordsOnPages.words(Self.languages)])).page(0, fitting: box)
        let without = try PDFDocument(try WordsOnPages.pdf(of: [[]])).page(0, fitting: box)
        #expect(with.rgb == without.rgb)
    }

    @Test func withoutWordsTheBytesAreAsBefore() throws {
        let page = try WordsOnPages.page()
        let blank = PageWord(text: " \u{200b}\u{202e}", box: .whole, confidence: 0, line: 0)
        #expect(try WordsOnPages.pdf(of: [[], []]) == BoundPages.pdf(of: [page, page]))
        #expect(try WordsOnPages.pdf(of: [[blank], []]) == BoundPages.pdf(of: [page, page]))
    }

    @Test func theSameWordsGiveTheSameBytesFromVersionToVersion() throws {
        let words = WordsOnPages.words(Self.languages + ["請求|書"])
        let bytes = try WordsOnPages.pdf(of: [words, []], pictures: ImageLibrary.smallestJPEG)
        let digest = Hex.encode(SHA256.hash(bytes))
        #expect(digest == "1d5942bdac7e6d2010528403b78dd4f23c0d7317dc9dd564c06bf532fafbaf89")
    }
}
