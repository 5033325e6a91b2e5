/// Reads the amounts of a document, and finds the amount to pay.
public enum AmountReader {
    public static func read(_ document: DocumentText) -> DocumentAmounts {
        var facts: [ReadFact<ReadAmount>] = []
        for page in document.pages { facts += AmountsOfPage(page).facts() }
        return DocumentAmounts(all: facts)
    }
}

/// The amounts of a document.
public struct DocumentAmounts: Hashable, Sendable {
    /// In reading order.
    public let all: [ReadFact<ReadAmount>]

    /// The one amount of this meaning. A sum may be printed more than once: the clearest label wins, and then the most
    /// frequent amount.
    public func answer(_ meaning: ReadAmount.Meaning) -> ReadAnswer<ReadAmount> {
        var byValue: [Int: (best: ReadFact<ReadAmount>, count: Int)] = [:]
        for fact in all where fact.value.meaning == meaning {
            let known = byValue[fact.value.hundredths]
            let best = known.map { $0.best.confidence >= fact.confidence ? $0.best : fact } ?? fact
            byValue[fact.value.hundredths] = (best, (known?.count ?? 0) + 1)
        }
        // Among sums that are said as well, the gross is the greatest.
        let ranked = byValue.values.sorted { left, right in
            if left.best.confidence != right.best.confidence { return left.best.confidence > right.best.confidence }
            if left.count != right.count { return left.count > right.count }
            return left.best.value.hundredths > right.best.value.hundredths
        }
        guard let first = ranked.first else { return .nothing }
        let facts = ranked.map(\.best).prefix(32)
        let isContested = ranked.dropFirst().contains {
            $0.best.confidence + 6 > first.best.confidence && $0.count >= first.count && $0.best.value.hundredths > 0
        }
        return first.best.isCertain && !isContested ? .certain(first.best) : .candidates(Array(facts))
    }
}

/// The amounts and labels of one page.
private struct AmountsOfPage {
    struct Placed {
        let amount: AmountScanner.Amount
        let line: Int
        let box: PageBox
        let confidence: Int
    }

    private let page: TextPage
    private var amounts: [Placed] = []
    private var labels: [(label: AmountLabel, line: Int, range: Range<Int>, box: PageBox)] = []
    /// The currency that occurs most often beside amounts of the page.
    private let currency: String?

    init(_ page: TextPage) {
        self.page = page
        for (index, line) in page.lines.enumerated() {
            if amounts.count < ReadingLimits.candidates {
                amounts += AmountScanner.amounts(in: line).map {
                    Placed(amount: $0, line: index, box: line.box($0.range), confidence: line.confidence($0.range))
                }
            }
            if labels.count < ReadingLimits.labels {
                labels += AmountLabel.book.occurrences(in: line).map { ($0.meaning, index, $0.range, line.box($0.range)) }
            }
        }
        var counts: [String: Int] = [:]
        for placed in amounts { if let code = placed.amount.currency { counts[code, default: 0] += 1 } }
        currency = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    func facts() -> [ReadFact<ReadAmount>] {
        let named = amounts.map { (placed: $0, naming: naming($0)) }
        return named.map { placed, naming in
            var meaning = naming?.label.meaning ?? .other
            // Of several amounts behind one label, the last is the sum.
            if let naming, meaning != .other {
                let isLast = !named.contains {
                    $0.naming?.place == naming.place && $0.placed.box.left > placed.box.left
                        && $0.placed.box.sharesRow(with: placed.box)
                }
                if !isLast { meaning = .other }
            }
            let weight = naming?.label.weight ?? 100
            let value = ReadAmount(
                hundredths: placed.amount.hundredths, currency: placed.amount.currency ?? currency, meaning: meaning)
            return ReadFact(
                value, page: page.number, box: placed.box, confidence: placed.confidence * weight / 100,
                source: naming.map { $0.isAbove ? .heading : .label } ?? .form)
        }
    }

    private static let including = PhraseBook<Bool>([
        (
            true,
            PhraseBook<Bool>.list(
                "incl|inkl|inc|including|inclusive|inclusief|einschl|einschliesslich|dont|incluido|incluida|con|mit|with|税込")
        )
    ])

    /// “Total incl. VAT” is a sum that includes the tax.
    private func including(_ index: Int) -> Int? {
        let tax = labels[index]
        guard tax.label.meaning == .tax else { return nil }
        let sum = labels.indices.last {
            labels[$0].line == tax.line && labels[$0].label.meaning == .total
                && labels[$0].range.upperBound <= tax.range.lowerBound
        }
        guard let sum else { return nil }
        let between = labels[sum].range.upperBound..<tax.range.lowerBound
        let joins = Self.including.occurrences(in: page.lines[tax.line]).contains { between.contains($0.range.lowerBound) }
        return joins ? sum : nil
    }

    private func naming(_ placed: Placed) -> (label: AmountLabel, place: Int, isAbove: Bool)? {
        let inRow = labels.indices.filter { index in
            let label = labels[index]
            if label.line == placed.line { return label.range.upperBound <= placed.amount.range.lowerBound }
            return label.box.right <= placed.box.left + placed.box.width / 4 && label.box.sharesRow(with: placed.box)
        }.max { (labels[$0].box.right, labels[$0].range.upperBound) < (labels[$1].box.right, labels[$1].range.upperBound) }
        if let inRow { return (labels[including(inRow) ?? inRow].label, inRow, false) }
        let above = labels.indices.filter { index in
            let box = labels[index].box
            return box.bottom <= placed.box.top + placed.box.height / 3 && box.sharesColumn(with: placed.box)
                && placed.box.top - box.bottom <= 2 * max(placed.box.height, box.height)
        }.max { labels[$0].box.bottom < labels[$1].box.bottom }
        return above.map { (AmountLabel(meaning: labels[$0].label.meaning, weight: labels[$0].label.weight * 9 / 10), $0, true) }
    }
}
