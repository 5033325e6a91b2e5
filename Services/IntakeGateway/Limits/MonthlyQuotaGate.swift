import Domain
import HTTPServer
import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Refuses what is new once a tenant has used up a quota of the month. What is under way ends.
///
/// What was used is read for ten seconds at a time, and is what was counted until then: a minute or two ago.
final class MonthlyQuotaGate: Sendable {
    static let freshness = Duration.seconds(10)
    /// The maximum of cached tenants.
    private static let capacity = 10_000
    /// Whoever comes again earlier is told the same, unless an operator has raised the limit meanwhile.
    private static let longestRetry = 3600

    private struct Known {
        let month: QuotaMonth
        let counts: UsageCounts
        var readAt: Timestamp

        func isFresh(at now: Timestamp) -> Bool { readAt.adding(MonthlyQuotaGate.freshness) > now && readAt <= now }
    }

    private let quotas: TenantQuotas
    private let usage: UsageDayStore
    private let refusals: Counter
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let known = Mutex<[TenantID: Known]>([:])

    init(
        _ quotas: TenantQuotas, _ usage: UsageDayStore, metrics: MetricsRegistry, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.quotas, self.usage, self.logger, self.now) = (quotas, usage, logger, now)
        refusals = metrics.counter(
            "docket_monthly_quota_refusals_total",
            "Submissions, files and messages that were refused because a tenant's quota of the month was used up.",
            labels: ["quota"])
    }

    /// Lets something new of a tenant come in.
    ///
    /// - Throws: ``Problem`` 429 if one of these quotas is used up.
    func admit(_ wanted: Set<MonthlyQuota>, of tenant: TenantID) async throws(Problem) {
        let own = quotas[tenant]
        guard own.limitsAny(of: wanted) else { return }
        let now = now()
        let month = QuotaMonth(containing: now)
        guard let use = own.usedUp(among: wanted, by: try await counts(of: tenant, in: month, at: now)) else { return }
        refusals.increment(by: 1, [use.quota.rawValue])
        throw Problem(use, renewsAt: month.renewsAt, retryAfter: Self.retryAfter(month, at: now))
    }

    /// The same for a submission: one that was submitted is under way, also when it has come back to its person.
    func admit(_ wanted: Set<MonthlyQuota>, for submission: Submission) async throws(Problem) {
        guard submission.state == .draft else { return }
        try await admit(wanted, of: submission.tenant)
    }

    /// The tenant's quotas, with what was used of them until now; empty if it has none.
    func uses(of tenant: TenantID) async throws(StoreError) -> (uses: [MonthlyQuotaUse], renewsAt: Timestamp) {
        let (own, month) = (quotas[tenant], QuotaMonth(containing: now()))
        guard !own.limits.isEmpty else { return ([], month.renewsAt) }
        return (own.uses(of: try await read(tenant, in: month)), month.renewsAt)
    }

    /// In whole seconds, from one to an hour.
    static func retryAfter(_ month: QuotaMonth, at now: Timestamp) -> Int {
        let seconds = (month.renewsAt.millisecondsSinceEpoch - now.millisecondsSinceEpoch) / 1000 + 1
        return Int(min(max(seconds, 1), Int64(longestRetry)))
    }

    // MARK: - What was used

    private func counts(of tenant: TenantID, in month: QuotaMonth, at now: Timestamp) async throws(Problem) -> UsageCounts {
        let (found, isMine) = known.withLock { known -> (Known?, Bool) in
            guard let found = known[tenant], found.month == month else { return (nil, true) }
            guard !found.isFresh(at: now) else { return (found, false) }
            // Others go on with what is known while this request reads.
            known[tenant]?.readAt = now
            return (found, true)
        }
        if let found, !isMine { return found.counts }
        do throws(StoreError) {
            let counts = try await read(tenant, in: month)
            known.withLock { known in
                if known.count >= Self.capacity { known.removeAll() }
                known[tenant] = Known(month: month, counts: counts, readAt: now)
            }
            return counts
        } catch {
            logger.warning(
                "what a tenant has used cannot be read",
                ["tenant": .string(tenant.rawValue), "detail": .string(error.detail)])
            guard let found else { throw Problem(error) }
            return found.counts
        }
    }

    private func read(_ tenant: TenantID, in month: QuotaMonth) async throws(StoreError) -> UsageCounts {
        try await usage.report(of: tenant, from: month.first, to: month.last).totals
    }
}

extension Problem {
    /// RFC 6585, section 4.
    init(_ use: MonthlyQuotaUse, renewsAt: Timestamp, retryAfter: Int) {
        let what =
            switch use.quota {
            case .submissions: "\(use.limit) submissions"
            case .bytes: "Files of \(ByteCount.text(use.limit))"
            case .pages: "\(use.limit) pages"
            case .readingMinutes: "\(use.limit) minutes of reading"
            }
        self.init(
            .quotaUsedUp,
            detail:
                "\(what) a month are taken of this tenant, and all were used. What was submitted is processed to its end. New ones are taken from \(renewsAt) on, or once the operator has raised the limit.",
            members: [
                "quota": .string(use.quota.rawValue), "limit": .integer(use.limit), "used": .integer(use.used),
                "renewsAt": .string(renewsAt.description),
            ], headers: ["Retry-After": String(retryAfter)])
    }
}
