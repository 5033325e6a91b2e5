/// Reads the period of a statement or a bill.
public enum PeriodReader {
    /// The most likely first. A period is certain if it alone is labelled as one, or if nothing contradicts it.
    public static func read(_ document: DocumentText, dates: DocumentDates, hints: ReadingHints) -> ReadAnswer<DatePeriod> {
        let isJapanese = RegionSigns(document).isJapanese
        var found = pairs(dates)
        for page in document.pages {
            for line in page.lines where found.count < ReadingLimits.candidates {
                found += PartialPeriods(line, today: hints.today, isJapanese: isJapanese).found.map { period, range, isNamed in
                    ReadFact(
                        period, page: page.number, box: line.box(range),
                        confidence: line.confidence(range) * (isNamed ? 95 : 60) / 100,
                        source: isNamed ? .label : .phrase)
                }
            }
        }
        let possible = found.filter { $0.value.start <= $0.value.end && $0.value.start.days(until: $0.value.end) <= 800 }
        return answer(possible)
    }

    /// A first day and a last one that follow each other.
    private static func pairs(_ dates: DocumentDates) -> [ReadFact<DatePeriod>] {
        zip(dates.all, dates.all.dropFirst()).compactMap { first, second in
            guard first.value.meaning == .periodStart, second.value.meaning == .periodEnd, first.page == second.page else {
                return nil
            }
            // Where the order of day and month is open, a period that runs backwards settles it.
            let period = DatePeriod(start: first.value.date, end: second.value.date)
            return ReadFact(
                period, page: first.page, box: first.box.union(second.box), confidence: min(first.confidence, second.confidence),
                source: first.source)
        }
    }

    private static func answer(_ found: [ReadFact<DatePeriod>]) -> ReadAnswer<DatePeriod> {
        var byPeriod: [DatePeriod: (best: ReadFact<DatePeriod>, count: Int)] = [:]
        for fact in found {
            let known = byPeriod[fact.value]
            let best = known.map { $0.best.confidence >= fact.confidence ? $0.best : fact } ?? fact
            byPeriod[fact.value] = (best, (known?.count ?? 0) + 1)
        }
        let ranked = byPeriod.values.sorted { left, right in
            if left.best.confidence != right.best.confidence { return left.best.confidence > right.best.confidence }
            if left.count != right.count { return left.count > right.count }
            return (left.best.page, left.best.box.top, left.best.value.start) < (
                right.best.page, right.best.box.top, right.best.value.start
            )
        }
        guard let first = ranked.first else { return .nothing }
        let isContested = ranked.dropFirst().contains {
            $0.best.confidence + 10 > first.best.confidence && $0.count >= first.count
        }
        return first.best.isCertain && !isContested ? .certain(first.best) : .candidates(ranked.prefix(32).map(\.best))
    }
}
