public import Shared

/// A tenant's day.
public struct UsageDay: Sendable, Hashable {
    public let tenant: TenantID
    /// In UTC.
    public let day: CalendarDate
}

/// Adds up events by tenant and day. It is pure: who stores the sums stores in the same transaction up to where it has read.
public struct UsageFold: Sendable {
    /// The first day that is not closed.
    private let openFrom: CalendarDate
    public private(set) var sums: [UsageDay: UsageCounts] = [:]

    public init(openFrom: CalendarDate) { self.openFrom = openFrom }

    /// Adds an event to the day on which it happened. What comes after that day was closed counts on the first one that is open, for
    /// what was told of a day does not change.
    ///
    /// - Throws: `EventFault.unknownVersion` for an event that only a newer version can count. Nothing is added then.
    public mutating func add(
        _ type: String, of tenant: TenantID, at time: Timestamp, _ event: @autoclosure () -> [UInt8]?
    ) throws(EventFault) {
        let counts = try UsageCounts(of: type, event())
        guard counts != .zero else { return }
        sums[UsageDay(tenant: tenant, day: max(CalendarDate(time, in: .utc), openFrom)), default: .zero] += counts
    }
}

/// What is told of a tenant's days.
public struct UsageReport: Sendable, Hashable {
    public struct Day: Sendable, Hashable {
        public let day: CalendarDate
        public let counts: UsageCounts
        /// Whether the day is closed: its counts do not change any more.
        public let isFinal: Bool
    }

    /// The longest period that is told at once.
    public static let mostDays = 400

    /// Each day of the period.
    public let days: [Day]

    public var totals: UsageCounts { days.reduce(.zero) { $0 + $1.counts } }

    /// Days that have no sum had nothing. `last` is included.
    public init(from first: CalendarDate, to last: CalendarDate, sums: [CalendarDate: UsageCounts], openFrom: CalendarDate) {
        let count = min(max(first.days(until: last) + 1, 0), Self.mostDays)
        days = (0..<count).map { number in
            let day = first.adding(days: number)
            return Day(day: day, counts: sums[day] ?? .zero, isFinal: day < openFrom)
        }
    }
}

/// Which days can be closed.
public enum UsageClosing {
    /// So long after midnight a day is waited for: clocks differ a little, and a transaction takes its time.
    public static let grace = Duration.seconds(900)

    /// The first day that stays open at this moment.
    public static func openFrom(at now: Timestamp) -> CalendarDate {
        CalendarDate(now.adding(.zero - grace), in: .utc)
    }
}
