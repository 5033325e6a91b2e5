public import Shared

/// What a tenant may use in a calendar month, in UTC. The configuration, problems and metrics have the raw value as its name.
public enum MonthlyQuota: String, CaseIterable, Sendable {
    case submissions
    case bytes
    /// Clean pages that were made.
    case pages
    /// Processor time of reading pages.
    case readingMinutes = "reading-minutes"

    /// What a submission will use once it is submitted.
    public static let ofSubmissions: Set<MonthlyQuota> = [.submissions, .pages, .readingMinutes]
    /// What a file uses when it comes.
    public static let ofFiles: Set<MonthlyQuota> = [.bytes]

    /// How much of it there is in what was used. A minute that has begun does not count yet.
    public func used(_ counts: UsageCounts) -> Int {
        switch self {
        case .submissions: counts.submissions
        case .bytes: counts.bytes
        case .pages: counts.pagesMade
        case .readingMinutes: counts.readingMilliseconds / 60_000
        }
    }
}

/// A quota of a tenant, and how much of it was used.
public struct MonthlyQuotaUse: Sendable, Hashable {
    public let quota: MonthlyQuota
    public let limit: Int
    public let used: Int

    /// What is under way when a quota is used up ends all the same, so that more may be used than the limit.
    public var left: Int { used < limit ? limit - used : 0 }
    public var isUsedUp: Bool { used >= limit }
    /// 1 is all of it.
    public var share: Double { Double(used) / Double(max(1, limit)) }
}

/// The limits of one tenant. What has none is not limited.
public struct MonthlyQuotas: Sendable, Hashable {
    public var limits: [MonthlyQuota: Int]

    public init(_ limits: [MonthlyQuota: Int] = [:]) { self.limits = limits }

    /// In the order of the quotas.
    public func uses(of counts: UsageCounts) -> [MonthlyQuotaUse] {
        MonthlyQuota.allCases.compactMap { quota in
            limits[quota].map { MonthlyQuotaUse(quota: quota, limit: $0, used: quota.used(counts)) }
        }
    }

    public func limitsAny(of quotas: Set<MonthlyQuota>) -> Bool { quotas.contains { limits[$0] != nil } }

    /// The first of these quotas that is used up; nil if something new may come.
    public func usedUp(among quotas: Set<MonthlyQuota>, by counts: UsageCounts) -> MonthlyQuotaUse? {
        uses(of: counts).first { quotas.contains($0.quota) && $0.isUsedUp }
    }
}

/// A calendar month in UTC, in which quotas hold.
public struct QuotaMonth: Sendable, Hashable {
    public let first: CalendarDate
    /// When the next one begins.
    public let renewsAt: Timestamp

    public init(containing moment: Timestamp) {
        let today = CalendarDate(moment, in: .utc)
        first = today.adding(days: 1 - today.day)
        // The 32nd day from the first is in the next month, whichever it is.
        let next = first.adding(days: 31)
        renewsAt = Timestamp(millisecondsSinceEpoch: Int64(next.adding(days: 1 - next.day).daysSinceEpoch) * 86_400_000)
    }

    public var last: CalendarDate { CalendarDate(renewsAt, in: .utc).adding(days: -1) }
}
