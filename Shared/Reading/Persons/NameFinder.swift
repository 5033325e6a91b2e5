/// Looks for an expected name on the pages of a document.
public enum NameFinder {
    /// The place with the best match; nil if no part of the name is printed.
    public static func find(_ name: some StringProtocol, in document: DocumentText) -> ReadFact<NameComparison>? {
        let expected = NamePart.parts(of: name)
        guard !expected.isEmpty else { return nil }
        var best: ReadFact<NameComparison>?
        for page in document.pages {
            guard let found = find(expected, on: page) else { continue }
            if found.value.score > best?.value.score ?? 0 { best = found }
        }
        return best
    }

    private struct Hit {
        let word: Int
        let line: Int
        let expected: Int
        let score: Int
    }

    private static func find(_ expected: [NamePart], on page: TextPage) -> ReadFact<NameComparison>? {
        let hits = hits(of: expected, on: page)
        guard !hits.isEmpty else { return nil }
        let byLine = Dictionary(grouping: hits, by: \.line)
        var best: ReadFact<NameComparison>?
        for hits in byLine.values {
            guard let found = compare(expected, hits, on: page), found.value.score >= best?.value.score ?? 0 else { continue }
            let isEarlier = best.map { (found.box.top, found.box.left) < ($0.box.top, $0.box.left) } ?? true
            if found.value.score > best?.value.score ?? -1 || isEarlier { best = found }
        }
        guard let apart = apart(expected, hits, on: page) else { return best }
        // What is whole, although apart, says more than a part of it.
        let isWhole = apart.value.differences == [.apart]
        let isPart = best?.value.differences.contains { if case .missing = $0 { true } else { false } } ?? true
        if isWhole && isPart || apart.value.score > best?.value.score ?? 0 { return apart }
        return best
    }

    private static func hits(of expected: [NamePart], on page: TextPage) -> [Hit] {
        var hits: [Hit] = []
        for word in page.words.indices where hits.count < ReadingLimits.labels {
            for printed in NamePart.parts(of: page.words[word].text.prefixOfScalars(64)) {
                for (index, part) in expected.enumerated() {
                    // A part of one letter or a small word is found beside others only.
                    guard let match = NameMatch(part, printed), !printed.isInitial, !part.isInitial, !part.isParticle else {
                        continue
                    }
                    hits.append(Hit(word: word, line: page.words[word].line, expected: index, score: match.score))
                }
            }
        }
        if expected.contains(where: { $0.short.first?.isJapanese == true }) { hits += japanese(expected, on: page) }
        return hits
    }

    /// Kanji have no blanks between them, and a word may contain more than the name, such as 様.
    private static func japanese(_ expected: [NamePart], on page: TextPage) -> [Hit] {
        let whole = expected.flatMap(\.short)
        var hits: [Hit] = []
        for line in page.lines where hits.count < ReadingLimits.labels {
            let places = line.scalars.indices.filter { line.scalars[$0] != " " }
            let scalars = places.map { line.scalars[$0] }
            guard whole.count >= 2, scalars.count >= whole.count else { continue }
            for start in 0..<(scalars.count - whole.count + 1) where scalars[start..<(start + whole.count)].elementsEqual(whole) {
                let origin = line.origins[places[start]]
                hits += expected.indices.map { Hit(word: origin, line: page.words[origin].line, expected: $0, score: 100) }
                break
            }
        }
        return hits
    }

    /// The words from the first hit of a line to the last, with an initial or a particle before and after them.
    private static func compare(_ expected: [NamePart], _ hits: [Hit], on page: TextPage) -> ReadFact<NameComparison>? {
        guard let start = hits.map(\.word).min(), let end = hits.map(\.word).max(),
            let strongest = hits.max(by: { $0.score < $1.score })
        else { return nil }
        // Where the line is long, around the strongest hit.
        let isNear = end - start <= 8
        var first = isNear ? start : strongest.word
        var last = isNear ? end : strongest.word
        if Set(hits.map(\.expected)).count == expected.count, start == end,
            expected.allSatisfy({ $0.short.first?.isJapanese == true })
        {
            return fact(NameComparison(score: 100, differences: []), start..<(start + 1), on: page)
        }
        func isSmall(_ word: Int) -> Bool {
            guard page.words.indices.contains(word), page.words[word].line == page.words[start].line else { return false }
            let parts = NamePart.parts(of: page.words[word].text.prefixOfScalars(64))
            return !parts.isEmpty && parts.allSatisfy { part in expected.contains { NameMatch($0, part) != nil } }
        }
        for _ in 0..<3 {
            if isSmall(first - 1) { first -= 1 }
            if isSmall(last + 1) { last += 1 }
        }
        let words = first..<(last + 1)
        let printed = words.flatMap { NamePart.parts(of: page.words[$0].text.prefixOfScalars(64)) }
        return fact(NameComparison(expected, Array(printed.prefix(16))), words, on: page)
    }

    private static func fact(
        _ comparison: NameComparison, _ words: Range<Int>, on page: TextPage
    ) -> ReadFact<NameComparison> {
        let box = words.dropFirst().reduce(page.words[words.lowerBound].box) { $0.union(page.words[$1].box) }
        let confidence = words.map { page.words[$0].confidence }.min() ?? 0
        return ReadFact(comparison, page: page.number, box: box, confidence: confidence, source: .form)
    }

    /// Cards print surname and given names in separate fields: all parts, each in its place.
    private static func apart(_ expected: [NamePart], _ hits: [Hit], on page: TextPage) -> ReadFact<NameComparison>? {
        var firstOf: [Int: Hit] = [:]
        for hit in hits where hit.score >= firstOf[hit.expected]?.score ?? 1 {
            if let known = firstOf[hit.expected], known.score == hit.score { continue }
            firstOf[hit.expected] = hit
        }
        let needed = expected.indices.filter { !expected[$0].isParticle && !expected[$0].isInitial }
        let found = needed.compactMap { firstOf[$0] }
        guard found.count >= 2, let first = found.first else { return nil }
        let score = found.reduce(0) { $0 + $1.score } / found.count
        let missing = needed.filter { firstOf[$0] == nil }
        let box = found.dropFirst().reduce(page.words[first.word].box) { $0.union(page.words[$1.word].box) }
        let confidence = found.map { page.words[$0.word].confidence }.min() ?? 0
        let comparison = NameComparison(
            score: score * 86 / 100 - missing.count * 15, differences: [.apart] + missing.map { .missing(expected[$0].text) })
        return ReadFact(comparison, page: page.number, box: box, confidence: confidence, source: .form)
    }
}

extension String {
    /// At most `count` scalars.
    func prefixOfScalars(_ count: Int) -> Substring { Substring(unicodeScalars.prefix(count)) }
}
