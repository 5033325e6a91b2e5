/// A day that is printed on a page, and where.
struct PrintedDay {
    let expression: DateExpression
    let line: Int
    let box: PageBox
    let confidence: Int
}

/// The days and the labels of one page, and which belong together.
struct DatesOfPage {
    struct PlacedLabel {
        let label: DateLabel
        let line: Int
        let range: Range<Int>
        let box: PageBox
    }

    /// What a day is the day of, how well that is said, of 100, and by what.
    struct Naming {
        let meaning: ReadDate.Meaning
        let weight: Int
        let source: FactSource
    }

    let number: Int
    let days: [PrintedDay]
    private let lines: [TextLine]
    private let labels: [PlacedLabel]
    private let labelsOfLine: [Int: [PlacedLabel]]
    private let daysOfLine: [Int: [PrintedDay]]

    init(_ page: TextPage, today: CalendarDate, isJapanese: Bool) {
        number = page.number
        lines = page.lines
        var days: [PrintedDay] = []
        var labels: [PlacedLabel] = []
        for (index, line) in page.lines.enumerated() {
            if days.count < ReadingLimits.candidates {
                days += DateScanner.expressions(in: line, today: today, isJapanese: isJapanese).map {
                    PrintedDay(
                        expression: $0, line: index, box: line.box($0.range), confidence: line.confidence($0.range))
                }
            }
            if labels.count < ReadingLimits.labels {
                labels += DateLabel.book.occurrences(in: line).map {
                    PlacedLabel(label: $0.meaning, line: index, range: $0.range, box: line.box($0.range))
                }
            }
        }
        self.days = days
        self.labels = labels
        labelsOfLine = Dictionary(grouping: labels, by: \.line)
        daysOfLine = Dictionary(grouping: days, by: \.line)
    }

    func label(of day: PrintedDay) -> Naming {
        if let naming = period(of: day) ?? touching(day) { return naming }
        let nearest = [inLine(day), inRow(day), above(day)].compactMap(\.self).min { $0.cost < $1.cost }
        if let nearest, nearest.naming.weight > 88 || !isInTable(day) { return nearest.naming }
        if isInTable(day) { return Naming(meaning: .other, weight: 100, source: .form) }
        if let naming = headOfLetter(day) { return naming }
        if isBesideTime(day) { return Naming(meaning: .issued, weight: 90, source: .time) }
        return Naming(meaning: .unknown, weight: 100, source: .form)
    }

    // MARK: - In the same line

    private func text(_ line: Int, from start: Int, to end: Int) -> [Unicode.Scalar] {
        guard start <= end else { return [] }
        return lines[line].scalars[start..<end].filter { $0 != " " }
    }

    private static let signs: Set<Unicode.Scalar> = [":", ".", ",", "-", ";", "(", ")", "#", "*", "="]

    /// Whether nothing but a few signs stands between two places of a line.
    private func touches(_ line: Int, from start: Int, to end: Int) -> Bool {
        guard start <= end, end - start <= 12 else { return false }
        return text(line, from: start, to: end).allSatisfy { Self.signs.contains($0) }
    }

    /// What touches the day, before it or behind it.
    private func touching(_ day: PrintedDay) -> Naming? {
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

    /// Japanese sets what it says of a day before it or behind it.
    private func isJapanese(_ placed: PlacedLabel) -> Bool {
        lines[placed.line].scalar(placed.range.lowerBound)?.isJapanese == true
    }

    /// “Wien, den 3. Mai 2026” fills a line, with a few words before the day and none behind it.
    private func isInShortLine(_ day: PrintedDay, before label: Range<Int>) -> Bool {
        let line = lines[day.line]
        let before = line.scalars[..<label.lowerBound]
        let words = before.split(separator: " ").count
        let endsWithComma = before.last { $0 != " " } == ","
        return words <= 4 && (endsWithComma || words == 0) && line.scalars.count - day.expression.range.upperBound <= 3
    }

    /// “Köln, 3. Mai 2026”, or a day in words that has a line of its own in the upper part of the page.
    private func headOfLetter(_ day: PrintedDay) -> Naming? {
        let line = lines[day.line]
        let before = line.scalars[..<day.expression.range.lowerBound]
        guard line.scalars.count - day.expression.range.upperBound <= 2, day.box.top < 5_000 else { return nil }
        let words = before.split(separator: " ")
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

    /// Two days with a word between that joins them.
    private func period(of day: PrintedDay) -> Naming? {
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

    private typealias Candidate = (naming: Naming, cost: Int)

    private func inLine(_ day: PrintedDay) -> Candidate? {
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

    // MARK: - Elsewhere on the page

    private func naming(_ placed: PlacedLabel, _ source: FactSource) -> Naming {
        Naming(meaning: placed.label.meaning, weight: placed.label.weight, source: source)
    }

    private func inRow(_ day: PrintedDay) -> Candidate? {
        let nearest = labels.filter {
            $0.label.position == .before && $0.line != day.line && $0.box.right <= day.box.left + day.box.width / 4
                && $0.box.sharesRow(with: day.box)
        }.max { $0.box.right < $1.box.right }
        guard let nearest else { return nil }
        let isTaken = days.contains {
            $0.box.left >= nearest.box.right && $0.box.right <= day.box.left && $0.box.sharesRow(with: day.box)
        }
        return isTaken ? nil : (naming(nearest, .label), (day.box.left - nearest.box.right) / 4 + 20)
    }

    private func above(_ day: PrintedDay) -> Candidate? {
        let nearest = labels.filter {
            $0.label.position == .before && $0.box.bottom <= day.box.top + day.box.height / 3
                && $0.box.sharesColumn(with: day.box)
                && day.box.top - $0.box.bottom <= 2 * max(day.box.height, $0.box.height)
        }.max { $0.box.bottom < $1.box.bottom }
        guard let nearest else { return nil }
        let isTaken = days.contains {
            $0.box.top >= nearest.box.bottom && $0.box.bottom <= day.box.top && $0.box.sharesColumn(with: day.box)
        }
        if isTaken { return nil }
        return (
            naming(nearest, .heading), 150 + max(0, day.box.top - nearest.box.bottom) + abs(day.box.left - nearest.box.left) / 4
        )
    }

    /// Whether three or more days stand in one column, as bookings do.
    private func isInTable(_ day: PrintedDay) -> Bool {
        days.count {
            !$0.box.sharesRow(with: day.box) && (abs($0.box.left - day.box.left) <= 80 || abs($0.box.right - day.box.right) <= 80)
        } >= 3
    }

    /// Whether a time of day stands close by in its line: 12:34.
    private func isBesideTime(_ day: PrintedDay) -> Bool {
        let line = lines[day.line]
        let range = day.expression.range
        func isTime(_ colon: Int) -> Bool {
            line.scalars[colon] == ":" && line.scalar(colon - 1)?.isDigit == true && line.scalar(colon + 1)?.isDigit == true
                && line.scalar(colon + 2)?.isDigit == true
        }
        let behind = (range.upperBound..<min(line.scalars.count, range.upperBound + 16)).contains(where: isTime)
        return behind || (max(0, range.lowerBound - 16)..<range.lowerBound).contains(where: isTime)
    }
}
