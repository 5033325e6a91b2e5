/// Reads the days that a document prints, and what each is the day of.
public enum DateReader {
    public static func read(_ document: DocumentText, hints: ReadingHints) -> DocumentDates {
        let signs = RegionSigns(document)
        let isJapanese = signs.isJapanese || (signs.language == nil && hints.languages.contains { $0.hasBytes(atStart: "ja") })
        let pages = document.pages.map { DatesOfPage($0, today: hints.today, isJapanese: isJapanese) }
        let order = DayMonthOrder(pages.flatMap { $0.days.map(\.expression) }, signs: signs, hints: hints)
        var facts: [ReadFact<ReadDate>] = []
        for page in pages {
            for day in page.days { facts.append(fact(day, on: page, order: order, hints: hints)) }
        }
        return DocumentDates(all: facts, today: hints.today)
    }

    private static func fact(
        _ day: PrintedDay, on page: DatesOfPage, order: DayMonthOrder, hints: ReadingHints
    ) -> ReadFact<ReadDate> {
        let label = page.label(of: day)
        let meaning = label.meaning
        let mayBeAhead = meaning != .issued && meaning != .birth && meaning != .unknown
        var (date, otherwise, certainty) = order.decide(day.expression, mayBeAhead: mayBeAhead, today: hints.today)
        if meaning == .birth, day.expression.hasShortYear, date > hints.today { date = date.adding(months: -1200) }
        var confidence = (day.confidence - day.expression.penalty) * certainty / 100
        // Eight figures in a row are a day where a label says so.
        if day.expression.form == .run, label.source == .form { confidence /= 2 }
        confidence = confidence * label.weight / 100
        let isPossible =
            switch meaning {
            case .issued, .birth: date <= hints.today.adding(days: 1) && date.year >= hints.today.year - 130
            default: abs(date.year - hints.today.year) <= 130
            }
        if !isPossible { confidence /= 4 }
        return ReadFact(
            ReadDate(date, meaning: meaning, otherwise: otherwise), page: page.number, box: day.box, confidence: confidence,
            source: label.source)
    }
}

/// The days of a document.
public struct DocumentDates: Hashable, Sendable {
    /// In the order of reading.
    public let all: [ReadFact<ReadDate>]
    private let today: CalendarDate

    init(all: [ReadFact<ReadDate>], today: CalendarDate) {
        self.all = all
        self.today = today
    }

    /// The one day of this meaning. It is certain where it is read well, said clearly, and no other day is as likely.
    public func answer(_ meaning: ReadDate.Meaning) -> ReadAnswer<ReadDate> {
        var ranked = Self.ranked(all.filter { $0.value.meaning == meaning })
        if meaning == .issued {
            let known = Set(ranked.map(\.value.date))
            let unnamed = Self.ranked(all.filter { $0.value.meaning == .unknown && $0.value.date <= today })
                .filter { !known.contains($0.value.date) }
            let weight = unnamed.count == 1 ? 70 : 45
            ranked += unnamed.map { fact in
                fact.with(
                    ReadDate(fact.value.date, meaning: .issued, otherwise: fact.value.otherwise),
                    confidence: fact.confidence * weight / 100)
            }
            ranked = Self.inOrder(ranked)
        }
        guard let first = ranked.first else { return .nothing }
        let isContested = ranked.dropFirst().contains { $0.confidence + 15 > first.confidence }
        return first.isCertain && !isContested ? .certain(first) : .candidates(ranked)
    }

    /// Where a day is printed, in either reading of its figures; the place that says best that it is the day of issue first. What a person
    /// declared and the document prints nowhere is likely an error.
    public func places(of day: CalendarDate) -> [ReadFact<ReadDate>] {
        let printed = all.filter { $0.value.date == day || $0.value.otherwise == day }
        return printed.filter { $0.value.meaning == .issued } + printed.filter { $0.value.meaning != .issued }
    }

    /// One fact a day; a day that is printed twice is likelier.
    private static func ranked(_ facts: [ReadFact<ReadDate>]) -> [ReadFact<ReadDate>] {
        var byDay: [CalendarDate: [ReadFact<ReadDate>]] = [:]
        for fact in facts { byDay[fact.value.date, default: []].append(fact) }
        return inOrder(
            byDay.values.compactMap { same in
                guard let best = inOrder(same).first else { return nil }
                let bonus = same.count > 1 ? 8 : 0
                return best.with(best.value, confidence: min(99, max(best.confidence, best.confidence + bonus)))
            })
    }

    private static func inOrder(_ facts: [ReadFact<ReadDate>]) -> [ReadFact<ReadDate>] {
        facts.sorted { left, right in
            if left.confidence != right.confidence { return left.confidence > right.confidence }
            if left.page != right.page { return left.page < right.page }
            return (left.box.top, left.value.date) < (right.box.top, right.value.date)
        }
    }
}
