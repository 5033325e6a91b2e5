import DocumentFixtures
import Imaging
import Jail
import Shared
import Testing

@testable import PagePDF

/// The reader takes the words that were given, as text that nobody sees, and no other text.
@Suite(.timeLimit(.minutes(1)))
struct ForgedWordsTests {
    /// Three fonts' worth of letters on two pages, with the simplest words first.
    private static let pages = [
        WordsOnPages.words(["Total 12", "𠮷野"], letter: 200), WordsOnPages.words(["Total"]),
        WordsOnPages.words([(0x4e00..<0x4e00 + 300).compactMap { Unicode.Scalar($0).map(String.init) }.joined()], letter: 30),
    ]

    private static func fault(of bytes: [UInt8], with pages: [[PageWord]], pieces: Int = .max) -> String? {
        var reader = PagePDFReader(longestJPEG: 1 << 20)
        do {
            for words in pages { reader.expect(ShownWord.of(words)) }
            for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count)) {
                try reader.read(Array(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))]))
            }
            try reader.end()
            return nil
        } catch {
            return error.detail
        }
    }

    @Test(arguments: [1, 7, 1000, .max]) func aFileMayBeCutAnywhere(pieces: Int) throws {
        let bytes = try WordsOnPages.pdf(of: Self.pages)
        #expect(Self.fault(of: bytes, with: Self.pages, pieces: pieces) == nil)
        #expect(try ForgedPDF(bytes).bytes == bytes)
    }

    @Test func otherWordsThanWereGivenAreAFault() throws {
        let bytes = try WordsOnPages.pdf(of: Self.pages)
        let longer = Self.pages[0] + WordsOnPages.words(["more"])
        for other in [
            WordsOnPages.words(["Total 13", "𠮷野"], letter: 200), WordsOnPages.words(["Total 12", "𠮷里"], letter: 200),
            WordsOnPages.words(["Totals 1", "𠮷野"], letter: 200), longer, Array(Self.pages[0].dropLast()), [],
            WordsOnPages.words(["Total 12", "𠮷野"], letter: 190), WordsOnPages.words(["Total12", "𠮷野"], letter: 200),
        ] {
            #expect(Self.fault(of: bytes, with: [other] + Self.pages[1...]) != nil, "\(other.map(\.text))")
        }
        #expect(Self.fault(of: bytes, with: [Self.pages[1], Self.pages[0], Self.pages[2]]) != nil)
        #expect(Self.fault(of: bytes, with: []) == "not a page")
        let bare = try WordsOnPages.pdf(of: [[]])
        #expect(Self.fault(of: bare, with: [Self.pages[1]]) == "not a page")
        #expect(Self.fault(of: bare, with: [[], Self.pages[1]]) == "words of a page that is not there")
    }

    struct Forgery: CustomTestStringConvertible, Sendable {
        let words: String
        let others: String
        let detail: String
        var testDescription: String { "\(words) -> \(others)" }
    }

    private static func forgeries(_ detail: String, _ words: [(String, String)]) -> [Forgery] {
        words.map { Forgery(words: $0.0, others: $0.1, detail: detail) }
    }

    /// Each as long as what it stands for: nothing but the reader's look at the words tells.
    static let content =
        forgeries(
            "another operator than invisible text has",
            [
                ("BT 3 Tr", "BT 0 Tr"), ("BT 3 Tr", "BT 7 Tr"), ("BT 3 Tr", "BT 3 Ts"), ("\nET", "\nBT"),
                ("1 0 0 1 ", "1 1 0 1 "),
                ("1 0 0 1 ", "0 0 0 1 "), (" Tm ", " Td "), (" Tz<", " Tc<"), (" Tf<", " Do<"), (">Tj", ">Do"),
                ("<0203", "(0203"),
            ])
        + forgeries(
            "another letter than the word has",
            [
                ("<0203040506>", "<0203040502>"), ("<0203040506>", "<0203040500>"), ("<02", "<0A"), ("<02", "<03"),
                ("<01>", "<02>"),
            ])
        + forgeries("a word that is cut", [("<0203040506>Tj", "<02>Tj<0405>Tj")])
        + forgeries("no font of this page", [("/F0 10", "/F9 10"), (" /F0 ", " /F00")])
        + forgeries(
            "no number of invisible text", [("Tm 2", "Tm +"), ("1 0 0 1 29.", "1 0 0 1 29,"), ("1 0 0 1 29.", "1 0 0 1 -9.")])
        + forgeries(
            "a word in another place than its own", [("1 0 0 1 29.", "1 0 0 1 39."), ("1 0 0 1 29.75 7", "1 0 0 1 29.75 2")])

    static let fonts =
        forgeries(
            "a font of other letters than the words have",
            [
                ("<02> <0054>", "<02> <0055>"), ("<02> <0054>", "<03> <0054>"), ("d842dfb7", "d842dfb8"), ("<0020>", "<0021>"),
                ("<00> <ff>", "<00> <fe>"), ("500 0 0 -350 500 950 d1", "500 0 0 0 9 9 re f   d1"), ("/Type3", "/Type1"),
                ("/Widths[500", "/Widths[501"), ("[.001 0 0", "[.009 0 0"), ("/Resources<<>>", "/Resources<</>"),
                ("[1/empty", "[0/empty"), ("/CharProcs<</empty 12", "/CharProcs<</empty 11"),
                ("100 beginbfchar", "099 beginbfchar"),
                ("/ToUnicode 14 0 R", "/ToUnicode 13 0 R"), ("endcmap", "usecmap"),
            ])
        + forgeries("not a page", [("/F0 13 0 R", "/F0 12 0 R"), ("/F0 13 0 R", "/F1 13 0 R"), ("/Font<<", "/Fond<<")])

    @Test(arguments: content + fonts) func eachFaultIsFound(_ forgery: Forgery) throws {
        var file = try ForgedPDF(try WordsOnPages.pdf(of: Self.pages))
        try file.replace(forgery.words, by: forgery.others)
        #expect(Self.fault(of: file.bytes, with: Self.pages) == forgery.detail)
    }

    /// What is longer brings its length along.
    @Test(arguments: [
        ("\nET", "\nET\n/Im Do"), ("\nET", "\nET "), ("\nET", "\n1 0 0 1 29.75 50.00 Tm<02>Tj\nET"), ("\nBT 3 Tr", " BT 3 Tr"),
        ("\nBT 3 Tr", "\nBT 3 Tr 0 Tr"), ("<0203040506>Tj", "<02030405>Tj<06>Tj"), (">Tj 1", ">Tj /F0 10.36 Tf 1"),
        ("<0203040506>", "<020304050602>"), ("<0203040506>", "<02030405 06>"), ("<0203040506>", "<0203040506"),
        (" /Im Do Q", " /Im Do Q q"), ("Tm ", "Tm 0"), ("Tz /F0", "Tz  /F0"),
    ])
    func nothingMoreIsSaid(words: String, others: String) throws {
        var file = try ForgedPDF(try WordsOnPages.pdf(of: Self.pages))
        let text = String(decoding: try WordsOnPages.pdf(of: Self.pages), as: UTF8.self)
        let length = try #require(text.split(separator: "4 0 obj\n<</Length ").dropFirst().first?.prefix { $0 != ">" })
        let count = try #require(Int(length)) + others.utf8.count - words.utf8.count
        try file.replace("4 0 obj\n<</Length \(length)>>", by: "4 0 obj\n<</Length \(count)>>")
        try file.replace(words, by: others)
        #expect(Self.fault(of: file.bytes, with: Self.pages) != nil)
    }

    @Test(arguments: ["0", "00", "99999999", "9223372036854775808", "-1", "1.0"]) func aLengthIsSpelledInOneWay(length: String)
        throws
    {
        var file = try ForgedPDF(try WordsOnPages.pdf(of: Self.pages))
        try file.replace("4 0 obj\n<</Length ", by: "4 0 obj\n<</Length \(length)")
        #expect(Self.fault(of: file.bytes, with: Self.pages) == "not the content of a page")
    }

    @Test func noByteMayDiffer() throws {
        let words = [WordsOnPages.words(["Tax 字"])]
        let bytes = try WordsOnPages.pdf(of: words, pictures: ImageLibrary.smallestJPEG)
        #expect(Self.fault(of: bytes, with: words) == nil)
        let jpeg = try #require(bytes.firstRange(of: [0xff, 0xd8]))
        let end = try #require(bytes.firstRange(of: [0xff, 0xd9]))
        for index in bytes.indices where !(jpeg.lowerBound..<end.upperBound).contains(index) {
            var other = bytes
            other[index] ^= 0x20
            #expect(Self.fault(of: other, with: words) != nil, "byte \(index)")
            other.remove(at: index)
            #expect(Self.fault(of: other, with: words) != nil, "without byte \(index)")
        }
    }
}
