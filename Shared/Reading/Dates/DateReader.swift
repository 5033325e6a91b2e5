/// Reads the dates that a document prints, and their meanings.
public enum DateReader {
    public static func read(_ document: DocumentText, hints: ReadingHints) -> DocumentDates {
        let signs = RegionSigns(document)
        let isJapanese = signs.isJapanese || (signs.language == nil && hints.languages.contains { $0.hasBytes(atStart: "ja") })
        func days(_ pages: [TextPage]) -> [DatesOfPage] {
            pages.map { DatesOfPage($0, today: hints.today, isJapanese: isJapanese) }
        }
        let first = days(document.pages)
        let second = days(document.secondLooks)
        let order = DayMonthOrder((first + second).flatMap { $0.days.map(\.expression) }, signs: signs, hints: hints)
        func facts(_ pages: [DatesOfPage]) -> [ReadFact<ReadDate>] {
            pages.flatMap { page in page.days.map { fact($0, on: page, order: order, hints: hints) } }
        }
        return DocumentDates(all: joined(facts(first), with: facts(second)), today: hints.today)
    }

    /// A second look that finds the same date in the same place raises its confidence. One that finds another date
    /// competes with it.
    private static func joined(
        _ first: [ReadFact<ReadDate>], with second: [ReadFact<ReadDate>]
    ) -> [ReadFact<ReadDate>] {
        var joined = first
        var byPage = Dictionary(grouping: first.indices) { first[$0].page }
        for fact in second {
            let same = byPage[fact.page]?.first { index in
                let other = joined[index]
                return other.value.date == fact.value.date && other.box.sharesRow(with: fact.box)
                    && other.box.sharesColumn(with: fact.box)
            }
            guard let same else {
                joined.append(fact)
                continue
            }
            let (best, other) = joined[same].confidence >= fact.confidence ? (joined[same], fact) : (fact, joined[same])
            // What says nothing of the day leaves the name that the other look found.
            let named = best.value.meaning == .unknown ? other : best
            joined[same] = ReadFact(
                named.value, page: best.page, box: best.box, confidence: min(99, best.confidence + 8), source: named.source)
            byPage[fact.page]?.removeAll { $0 == same }
        }
        return joined
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

/// The dates of a document.
public struct DocumentDates: Hashable, Sendable {
    /// In reading order.
    public let all: [ReadFact<ReadDate>]
    private let today: CalendarDate

    init(all: [ReadFact<ReadDate>], today: CalendarDate) {
        self.all = all
        self.today = today
    }

    /// The one date of this meaning. It is certain if it is read well, labelled clearly, and more likely than any other.
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

    /// The places where a date is printed, in either reading of its numbers. The place that best marks it as the date of
    /// issue comes first. A declared date that the document does not print is likely an error.
    public func places(of day: CalendarDate) -> [ReadFact<ReadDate>] {
        let printed = all.filter { $0.value.date == day || $0.value.otherwise == day }
        return printed.filter { $0.value.meaning == .issued } + printed.filter { $0.value.meaning != .issued }
    }

    /// One fact for each date. A repeated date is more likely.
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
