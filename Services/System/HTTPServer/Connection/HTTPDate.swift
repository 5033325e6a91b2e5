import FoundationEssentials
import Synchronization

/// Dates in the form of HTTP (RFC 9110 §5.6.7). The current one is formatted once a second.
public enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let latest = Mutex((second: Int.min, text: ""))

    static func now() -> String {
        let second = Int(Date().timeIntervalSince1970)
        return latest.withLock { latest in
            if latest.second != second { latest = (second, format(second)) }
            return latest.text
        }
    }

    /// The date `second` seconds after the beginning of 1970; must not be negative.
    public static func format(_ second: Int) -> String {
        let day = second / 86_400
        let time = second % 86_400
        let (year, month, dayOfMonth) = civil(day)
        return "\(days[day % 7]), \(two(dayOfMonth)) \(months[month - 1]) \(year) "
            + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The Gregorian date of a day since 1970, by eras of 400 years that begin on 1 March.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
