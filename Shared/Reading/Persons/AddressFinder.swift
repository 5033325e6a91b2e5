/// Looks for an expected address on the pages of a document.
public enum AddressFinder {
    /// The block of lines with most of the address; nil if none of it is printed.
    public static func find(_ address: some StringProtocol, in document: DocumentText) -> ReadFact<AddressComparison>? {
        let expected = AddressPart.parts(of: address)
        guard !expected.isEmpty else { return nil }
        var best: ReadFact<AddressComparison>?
        for page in document.pages {
            guard let found = find(expected, on: page) else { continue }
            if found.value.score > best?.value.score ?? 0 { best = found }
        }
        return best
    }

    private static func find(_ expected: [AddressPart], on page: TextPage) -> ReadFact<AddressComparison>? {
        let parts = page.lines.map { line in line.words.prefix(40).flatMap { AddressPart.parts(of: $0.text.prefixOfScalars(100)) }
        }
        let wanted = expected.filter { !$0.isOptional }
        // Lines with anything of the address, those with its numbers first.
        var anchors: [(line: Int, weight: Int)] = []
        for (index, line) in parts.enumerated() {
            let weight = wanted.reduce(0) { sum, part in sum + (line.contains { part.score(against: $0) > 0 } ? part.weight : 0) }
            if weight > 0 { anchors.append((index, weight)) }
        }
        anchors.sort { ($1.weight, $0.line) < ($0.weight, $1.line) }
        var best: ReadFact<AddressComparison>?
        for anchor in anchors.prefix(16) {
            let block = block(around: anchor.line, on: page)
            let printed = block.flatMap { parts[$0] }
            let comparison = AddressComparison(expected, Array(printed.prefix(200)))
            guard comparison.score > best?.value.score ?? 0 else { continue }
            let used = block.filter { index in parts[index].contains { part in expected.contains { $0.score(against: part) > 0 } }
            }
            let box = used.reduce(page.lines[anchor.line].box) { $0.union(page.lines[$1].box) }
            let confidence = used.compactMap { page.lines[$0].words.map(\.confidence).min() }.min() ?? 0
            best = ReadFact(comparison, page: page.number, box: box, confidence: confidence, source: .form)
        }
        return best
    }

    /// The line, and the lines near it in its column.
    private static func block(around index: Int, on page: TextPage) -> [Int] {
        let anchor = page.lines[index].box
        let reach = 5 * max(60, anchor.height)
        return (max(0, index - 24)..<min(page.lines.count, index + 25)).filter { other in
            let box = page.lines[other].box
            let isNear = abs(box.middle - anchor.middle) <= reach
            return isNear && (box.sharesColumn(with: anchor) || abs(box.left - anchor.left) <= 400 || box.sharesRow(with: anchor))
        }
    }
}
