/// Finds labels in the line of a date.
extension DatesOfPage {
    private func text(_ line: Int, from start: Int, to end: Int) -> [Unicode.Scalar] {
        guard start <= end else { return [] }
        return lines[line].scalars[start..<end].filter { $0 != " " }
    }

    private static let signs: Set<Unicode.Scalar> = [":", ".", ",", "-", ";", "(", ")", "#", "*", "="]

    /// Whether only a few signs separate two places of a line.
    private func touches(_ line: Int, from start: Int, to end: Int) -> Bool {
        guard start <= end, end - start <= 12 else { return false }
        return text(line, from: start, to: end).allSatisfy { Self.signs.contains($0) }
    }

    /// The label that touches the date, before or after it.
    func touching(_ day: PrintedDay) -> Naming? {
        let range = day.expression.range
        for placed in labelsOfLine[day.line] ?? [] {
            let label = placed.label
            let isBefore = touches(day.line, from: placed.range.upperBound, to: range.lowerBound)
            let fits =
                switch label.position {
                case .before:
                    isBefore || (isJapanese(placed) && touches(day.line, from: range.upperBound, to: placed.range.lowerBound))
                case .touching: isBefore
                case .afterPlace: isBefore && isInShortLine(day, before: placed.range)
                case .afterDocument: isBefore && namesDocument(day.line, before: placed.range.lowerBound)
                case .behind: touches(day.line, from: range.upperBound, to: placed.range.lowerBound)
                }
            if fits {
                let source: FactSource = label.position == .afterPlace || label.position == .afterDocument ? .phrase : .label
                // “Date” that touches says more than “Date” above a column.
                return Naming(meaning: label.meaning, weight: label.weight == 88 ? 95 : label.weight, source: source)
            }
        }
        return nil
    }

    /// Japanese labels stand before or after their date.
    private func isJapanese(_ placed: PlacedLabel) -> Bool {
        lines[placed.line].scalar(placed.range.lowerBound)?.isJapanese == true
    }

    /// “Wien, den 3. Mai 2026” fills a line: a few words before the date and none after it.
    private func isInShortLine(_ day: PrintedDay, before label: Range<Int>) -> Bool {
        let line = lines[day.line]
        let before = line.scalars[..<label.lowerBound]
        let words = before.split { $0 == " " }.count
        let endsWithComma = before.last { $0 != " " } == ","
        return words <= 4 && (endsWithComma || words == 0) && line.scalars.count - day.expression.range.upperBound <= 3
    }

    /// “Köln, 3. Mai 2026”, or a date with a month's name alone on a line in the upper part of the page.
    func headOfLetter(_ day: PrintedDay) -> Naming? {
        let line = lines[day.line]
        let before = line.scalars[..<day.expression.range.lowerBound]
        guard line.scalars.count - day.expression.range.upperBound <= 2, day.box.top < 5_000 else { return nil }
        let words = before.split { $0 == " " }
        if words.isEmpty, day.expression.form == .words { return Naming(meaning: .issued, weight: 84, source: .form) }
        guard words.count <= 3, before.last(where: { $0 != " " }) == ",", before.allSatisfy({ !$0.isDigit }) else { return nil }
        return Naming(meaning: .issued, weight: 88, source: .phrase)
    }

    private func namesDocument(_ line: Int, before end: Int) -> Bool {
        DateLabel.documents.occurrences(in: lines[line]).contains { $0.range.upperBound <= end }
    }

    private static let connectors: Set<String> = [
        "-", "to", "bis", "biszum", "au", "al", "hasta", "hastael", "tot", "t/m", "totenmet", "until", "through", "から", "~", "〜",
        "～", "and", "thru", "a", "-bis", "till", "〜から",
    ]

    /// Two dates with a connecting word between them.
    func period(of day: PrintedDay) -> Naming? {
        let others = daysOfLine[day.line] ?? []
        for other in others {
            let (first, second) = (day.expression.range, other.expression.range)
            if first.upperBound < second.lowerBound, joins(day.line, first.upperBound, second.lowerBound) {
                let named = self.touching(day)
                let meaning: ReadDate.Meaning =
                    named?.meaning == .validFrom || named?.meaning == .validUntil ? .validFrom : .periodStart
                return Naming(meaning: meaning, weight: 100, source: .phrase)
            }
            if second.upperBound < first.lowerBound, joins(day.line, second.upperBound, first.lowerBound) {
                let meaning: ReadDate.Meaning = period(of: other)?.meaning == .validFrom ? .validUntil : .periodEnd
                return Naming(meaning: meaning, weight: 100, source: .phrase)
            }
        }
        return nil
    }

    private func joins(_ line: Int, _ start: Int, _ end: Int) -> Bool {
        guard end - start <= 16 else { return false }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text(line, from: start, to: end))
        return Self.connectors.contains(String(view))
    }

    func inLine(_ day: PrintedDay) -> Candidate? {
        let start = day.expression.range.lowerBound
        let previous = (daysOfLine[day.line] ?? []).map(\.expression.range.upperBound).filter { $0 <= start }.max() ?? 0
        let placed = (labelsOfLine[day.line] ?? []).last {
            $0.label.position == .before && $0.range.upperBound <= start && $0.range.lowerBound >= previous
        }
        guard let placed else { return nil }
        let between = text(day.line, from: placed.range.upperBound, to: start).count { $0.isOfWord }
        guard between <= 24 else { return nil }
        let gap = max(0, day.box.left - placed.box.right)
        return (naming(placed, .label), between * 20 + gap / 4)
    }
}
