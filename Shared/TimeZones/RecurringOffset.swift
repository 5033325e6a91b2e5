/// The recurring rule of a zone's clocks: the text `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1, `TZ`; RFC 8536, section 3.3).
struct RecurringOffset: OffsetRules, Hashable {
    private struct Summer: Hashable {
        let offset: Int
        let start: YearlyMoment
        let end: YearlyMoment
    }

    private let standard: Int
    private let summer: Summer?

    func secondsFromUTC(at secondsSinceEpoch: Int64) -> Int {
        guard let summer else { return standard }
        let local = secondsSinceEpoch + Int64(standard)
        let days = Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
        let year = CalendarDate(daysSinceEpoch: days).year
        // Each change is told in the time that was shown until then.
        let start = summer.start.seconds(in: year) - Int64(standard)
        let end = summer.end.seconds(in: year) - Int64(summer.offset)
        let isSummer =
            start < end
            ? (start..<end).contains(secondsSinceEpoch) : !(end..<start).contains(secondsSinceEpoch)
        return isSummer ? summer.offset : standard
    }
}

/// A moment of each year, in local time.
private struct YearlyMoment: Hashable {
    enum Day: Hashable {
        /// From 1. 29 February never counts.
        case withoutLeapDay(Int)
        /// From 0.
        case ofYear(Int)
        /// 0 is Sunday. Week 5 is the month's last.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    let day: Day
    let secondsOfDay: Int

    /// In seconds since 1970, as if local time were UTC.
    func seconds(in year: Int) -> Int64 {
        Int64(daysSinceEpoch(in: year)) * 86_400 + Int64(secondsOfDay)
    }

    private func daysSinceEpoch(in year: Int) -> Int {
        let january = Self.days(year, 1)
        switch day {
        case .ofYear(let number): return january + number
        case .withoutLeapDay(let number):
            let hasLeapDay = Self.days(year, 3) - january == 60
            return january + number - (hasLeapDay && number >= 60 ? 0 : 1)
        case .weekday(let month, let week, let weekday):
            let first = Self.days(year, month)
            // 1970 began on a Thursday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            let next = month == 12 ? Self.days(year + 1, 1) : Self.days(year, month + 1)
            while day >= next { day -= 7 }
            return day
        }
    }

    private static func days(_ year: Int, _ month: Int) -> Int {
        (CalendarDate(year: min(max(year, 1), 9999), month: month, day: 1) ?? CalendarDate(daysSinceEpoch: 0)).daysSinceEpoch
    }
}

// MARK: - Reading

extension RecurringOffset {
    /// Nil for another form, and for a summer time without beginning and end.
    init?(_ text: ArraySlice<UInt8>) {
        var reader = Reader(text: text)
        guard reader.name(), let standard = reader.time(within: 24) else { return nil }
        self.standard = -standard
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        var offset = 3600 - standard
        if reader.next != UInt8(ascii: ",") {
            guard let told = reader.time(within: 24) else { return nil }
            offset = -told
        }
        guard reader.take(","), let start = reader.moment(), reader.take(","), let end = reader.moment(), reader.isAtEnd else {
            return nil
        }
        summer = Summer(offset: offset, start: start, end: end)
    }

    private struct Reader {
        var text: ArraySlice<UInt8>

        var isAtEnd: Bool { text.isEmpty }
        var next: UInt8? { text.first }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard let first = text.first, first == UInt8(ascii: character) else { return false }
            text = text.dropFirst()
            return true
        }

        /// Letters, or anything in angle brackets.
        mutating func name() -> Bool {
            if take("<") {
                guard let end = text.firstIndex(of: UInt8(ascii: ">")), end > text.startIndex else { return false }
                text = text[(end + 1)...]
                return true
            }
            let letters = text.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
            text = text[letters.endIndex...]
            return letters.count >= 3
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard let value = DecimalDigits.value(of: digits), range.contains(value) else { return nil }
            text = text[digits.endIndex...]
            return value
        }

        /// `[+-]hh[:mm[:ss]]`, in seconds.
        mutating func time(within hours: Int) -> Int? {
            let sign = take("-") ? -1 : 1
            if sign == 1 { _ = take("+") }
            guard var seconds = number(0...max(0, hours)).map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where take(":") {
                guard let value = number(0...59) else { return nil }
                seconds += value * unit
            }
            return sign * seconds
        }

        mutating func moment() -> YearlyMoment? {
            guard let day = day() else { return nil }
            guard take("/") else { return YearlyMoment(day: day, secondsOfDay: 7200) }
            return time(within: 167).map { YearlyMoment(day: day, secondsOfDay: $0) }
        }

        private mutating func day() -> YearlyMoment.Day? {
            if take("J") { return number(1...365).map { .withoutLeapDay($0) } }
            guard take("M") else { return number(0...365).map { .ofYear($0) } }
            guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6) else {
                return nil
            }
            return .weekday(month: month, week: week, weekday: weekday)
        }
    }
}
