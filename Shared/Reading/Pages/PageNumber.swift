/// The printed number of a page, and the count.
public struct PageNumber: Hashable, Sendable {
    public let number: Int
    /// Nil if the page does not print it.
    public let count: Int?

    public init(_ number: Int, of count: Int?) {
        self.number = number
        self.count = count
    }
}

/// Reads printed page numbers: “Page 2 of 3”, “Seite 2/3”, 2/3ページ.
enum PageNumberReader {
    static func read(_ page: TextPage) -> ReadFact<PageNumber>? {
        var best: ReadFact<PageNumber>?
        for line in page.lines {
            guard let (number, range, isNamed) = read(line) else { continue }
            let isAtEdge = line.box.bottom > 8_500 || line.box.top < 1_500
            // Two numbers alone say it at the edge only. A text may speak of a page, too; it does so in longer lines.
            guard isNamed ? number.count != nil || line.scalars.count <= 24 : isAtEdge else { continue }
            let confidence = line.confidence(range) * (isNamed ? (number.count == nil ? 85 : 99) : 60) / 100
            guard confidence > best?.confidence ?? 0 else { continue }
            best = ReadFact(
                number, page: page.number, box: line.box(range), confidence: confidence, source: isNamed ? .label : .form)
        }
        return best
    }

    private static let labels = PhraseBook<Bool>([
        (true, PhraseBook<Bool>.list("page|page no|seite|página|pág|pagina|blz|pag|ページ|頁|bladzijde"))
    ])

    private static let between: [[Unicode.Scalar]] = ["of", "von", "de", "van", "sur", "di", "aus"].map {
        Array($0.unicodeScalars)
    }

    private static func read(_ line: TextLine) -> (number: PageNumber, range: Range<Int>, isNamed: Bool)? {
        guard line.scalars.count <= 600, line.scalars.contains(where: \.isDigit) else { return nil }
        let tokens = DateTokens(line)
        if let named = named(line, tokens) { return (named.number, named.range, true) }
        // Alone in its line: “2/3”, “- 2 -” says no more than a number.
        guard tokens.tokens.count == 3, let (number, last) = pair(tokens, at: 0), number.count != nil, last == 2,
            let end = tokens[2]?.range.upperBound
        else { return nil }
        return (number, 0..<end, false)
    }

    private static func named(_ line: TextLine, _ tokens: DateTokens) -> (number: PageNumber, range: Range<Int>)? {
        for label in labels.occurrences(in: line) {
            // Behind the label, a sign or “no.” apart.
            var index = tokens.tokens.firstIndex { $0.range.lowerBound >= label.range.upperBound } ?? tokens.tokens.count
            for _ in 0..<2 where tokens[index]?.sign == ":" || tokens[index]?.sign == "." || tokens[index]?.sign == "-" {
                index += 1
            }
            if let (number, last) = pair(tokens, at: index), let end = tokens[last]?.range.upperBound {
                return (number, label.range.lowerBound..<end)
            }
            // Japanese sets it behind: 2/3ページ.
            guard line.scalars[label.range.lowerBound].isJapanese,
                let place = tokens.tokens.firstIndex(where: { $0.range.lowerBound >= label.range.lowerBound }),
                let start = tokens[place - 3]?.range.lowerBound, let (number, last) = pair(tokens, at: place - 3),
                last == place - 1
            else { continue }
            return (number, start..<label.range.upperBound)
        }
        return nil
    }

    /// A number, and the count after “of” or a slash.
    private static func pair(_ tokens: DateTokens, at index: Int) -> (number: PageNumber, last: Int)? {
        guard let number = pageNumber(tokens, index) else { return nil }
        let joins = tokens[index + 1]?.sign == "/" || tokens.isWord(index + 1, among: between)
        if joins, let count = pageNumber(tokens, index + 2), count >= number { return (PageNumber(number, of: count), index + 2) }
        return (PageNumber(number, of: nil), index)
    }

    private static func pageNumber(_ tokens: DateTokens, _ index: Int) -> Int? {
        guard let token = tokens[index], let number = token.number, token.digits <= 4, number >= 1, number <= 2_000,
            !token.isMended
        else { return nil }
        return number
    }
}
