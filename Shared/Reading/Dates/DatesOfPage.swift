/// A date on a page, and its place.
struct PrintedDay {
    let expression: DateExpression
    let line: Int
    let box: PageBox
    let confidence: Int
}

/// The dates and the labels of one page, and which belong together.
struct DatesOfPage {
    struct PlacedLabel {
        let label: DateLabel
        let line: Int
        let range: Range<Int>
        let box: PageBox
    }

    /// The meaning of a date, the clarity of its label up to 100, and the kind of label.
    struct Naming {
        let meaning: ReadDate.Meaning
        let weight: Int
        let source: FactSource
    }

    typealias Candidate = (naming: Naming, cost: Int)

    let number: Int
    let days: [PrintedDay]
    let lines: [TextLine]
    let labels: [PlacedLabel]
    let labelsOfLine: [Int: [PlacedLabel]]
    let daysOfLine: [Int: [PrintedDay]]

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
}
