import HTTPClient
import Shared

@testable import BlobStore

/// `Retry-After` and the dates of servers that we call. What must hold: nobody is made to wait for less than nothing, and a moment
/// lies within the years that dates can say.
enum OutsideDates: FuzzTarget {
    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        for now in [0, 1_793_437_507_123, Int64.max / 2] {
            guard let delay = RetryAfter.delay(text, now: Timestamp(millisecondsSinceEpoch: now)) else { continue }
            precondition(delay >= .zero, "a wait is no step back")
            precondition(min(delay, .seconds(6 * 3600)) <= .seconds(6 * 3600))
        }
        if let seconds = S3Date.seconds(http: text) {
            precondition((0..<253_402_300_800 + 86_400).contains(seconds))
            precondition(S3Date.iso(seconds).utf8.count >= 19)
        }
        if let moment = Timestamp(text) {
            precondition(Timestamp(moment.description) == moment, "a moment reads as it is written")
            precondition(Timestamp(moment.date) == moment)
        }
        if let day = CalendarDate(text) {
            precondition(CalendarDate(day.description) == day && CalendarDate(daysSinceEpoch: day.daysSinceEpoch) == day)
        }
    }

    static var seeds: [[UInt8]] {
        [
            "‹120›", "Sun, ‹06› Nov ‹1994› ‹08›:‹49›:‹37› GMT", "Sat, 31 Dec 9999 23:59:60 GMT", "‹2026›-‹10›-‹31›",
            "‹2026›-‹10›-‹31›T‹09›:‹05›:‹07›.‹123›Z", "0001-01-01T00:00:00+‹14›:‹00›", "9999-12-31T23:59:59.999-23:59",
        ].flatMap(HostileNumbers.seeds)
    }
}
