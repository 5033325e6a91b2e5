import CommandSupport
import Domain
import Shared

/// How much of their quotas tenants have used in this month, where the days that were read have all of it.
struct UsageShares {
    private let quotas: TenantQuotas
    /// Nil if the period does not have the whole month until now.
    private let month: QuotaMonth?

    init(_ quotas: TenantQuotas, at now: Timestamp, first: CalendarDate, last: CalendarDate) {
        let month = QuotaMonth(containing: now)
        self.quotas = quotas
        self.month = first <= month.first && last >= CalendarDate(now, in: .utc) ? month : nil
    }

    func uses(of tenant: TenantID, _ report: UsageReport) -> [MonthlyQuotaUse] {
        guard let month else { return [] }
        let days = report.days.filter { month.first <= $0.day && $0.day <= month.last }
        return quotas[tenant].uses(of: days.reduce(.zero) { $0 + $1.counts })
    }

    /// That of the quota that will be used up first; nil without quotas.
    func greatest(of tenant: TenantID, _ report: UsageReport) -> String? {
        guard let use = uses(of: tenant, report).max(by: { $0.share < $1.share }) else { return nil }
        return "\(ReplayProgress.bar(use.share, columns: 10)) \(Self.percent(use.share)) of \(use.quota.rawValue)"
    }

    /// A line for each of its quotas.
    func table(of tenant: TenantID, _ report: UsageReport) -> Table {
        var table = Table()
        for use in uses(of: tenant, report) {
            table.row(
                use.quota.rawValue, "\(use.used) of \(use.limit)", "\(use.left) left", ReplayProgress.bar(use.share, columns: 10),
                Self.percent(use.share))
        }
        return table
    }

    /// Never 100 % of what has something left.
    static func percent(_ share: Double) -> String { "\(Int(min(share, 1_000_000) * 100)) %" }
}
