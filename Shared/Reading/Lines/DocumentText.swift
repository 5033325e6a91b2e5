/// The pages of a document in lines, folded once for all readers.
public struct DocumentText: Sendable {
    let pages: [TextPage]
    /// Pages that were recognised once more, with their number among `pages`. Dates and zones are searched in them, too.
    let secondLooks: [TextPage]

    /// Leaves out everything beyond the limits of reading.
    ///
    /// `secondLooks` holds text that was recognised in another way, such as at a larger size, by the page's index in
    /// `pages`. Agreement raises the confidence, disagreement lowers that of both.
    public init(_ pages: [PageText], secondLooks: [Int: PageText] = [:]) {
        var left = ReadingLimits.wordsOfDocument
        func read(_ page: PageText, _ number: Int) -> TextPage {
            let read = TextPage(page, number: number, words: min(left, ReadingLimits.wordsOfPage))
            left -= read.words.count
            return read
        }
        let first = pages.prefix(ReadingLimits.pages)
        self.pages = first.enumerated().map { read($1, $0) }
        self.secondLooks = first.indices.compactMap { number in secondLooks[number].map { read($0, number) } }
    }

    init(pages: [TextPage], secondLooks: [TextPage]) {
        self.pages = pages
        self.secondLooks = secondLooks
    }

    /// Whether any page has text. Two words are dust or a number on a wall.
    public var hasText: Bool { pages.contains(where: \.hasText) }
}

/// One page in lines.
struct TextPage: Sendable {
    let number: Int
    let proportion: Double
    let words: ArraySlice<PageWord>
    let lines: [TextLine]
    let codes: [PageCode]

    init(_ page: PageText, number: Int, words count: Int) {
        self.number = number
        proportion = page.proportion.isFinite ? min(max(page.proportion, 0.05), 20) : 1
        words = page.words.prefix(count)
        codes = Array(page.codes.prefix(ReadingLimits.candidates))
        var lines: [TextLine] = []
        var start = words.startIndex
        for index in words.indices where index == words.endIndex - 1 || words[index + 1].line != words[index].line {
            lines.append(TextLine(words[start..<(index + 1)]))
            start = index + 1
        }
        self.lines = lines
    }

    /// Whether it has anything that is likely a word.
    var hasText: Bool {
        var likely = 0
        for word in words where word.confidence >= 50 {
            let letters = word.text.unicodeScalars.prefix(ReadingLimits.scalarsOfWord).count { $0.isOfWord }
            if letters >= 2 || word.text.unicodeScalars.first?.isJapanese == true { likely += 1 }
            if likely >= 3 { return true }
        }
        return false
    }
}
