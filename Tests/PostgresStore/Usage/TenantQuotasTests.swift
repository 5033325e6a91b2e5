import Domain
import Shared
import Testing

/// Which quotas a tenant has, what was used of them, and when they begin anew.
@Suite struct TenantQuotasTests {
    private static func read(_ entries: String...) -> (quotas: TenantQuotas, faults: [String]) {
        var faults: [String] = []
        let quotas = TenantQuotas(parsing: entries) { faults.append($0) }
        return (quotas, faults)
    }

    @Test func `a tenant has its own limits, and those of the others for what it leaves out, in whatever order`() {
        let (quotas, faults) = Self.read(
            "acme:submissions=10:pages=unlimited", "*:submissions=5:pages=50:bytes=500:reading-minutes=7",
            "globex:bytes=unlimited")
        #expect(faults.isEmpty)
        #expect(quotas["acme"].limits == [.submissions: 10, .bytes: 500, .readingMinutes: 7])
        #expect(quotas["globex"].limits == [.submissions: 5, .pages: 50, .readingMinutes: 7])
        #expect(quotas["somebody"].limits == [.submissions: 5, .pages: 50, .bytes: 500, .readingMinutes: 7])
        #expect(TenantQuotas()["acme"].limits.isEmpty)
    }

    @Test func `a sandbox has neither the quotas of all nor those of its tenant`() {
        let (quotas, _) = Self.read("*:submissions=5", "acme:pages=9")
        #expect(quotas["acme.test"].limits.isEmpty)
        let (named, faults) = Self.read("*:submissions=5", "*.test:submissions=3:pages=30", "acme.test:pages=1")
        #expect(faults.isEmpty)
        #expect(named["acme.test"].limits == [.submissions: 3, .pages: 1])
        #expect(named["globex.test"].limits == [.submissions: 3, .pages: 30])
        #expect(named["globex"].limits == [.submissions: 5])
    }

    @Test(arguments: [
        "acme", "acme:", ":pages=1", "Acme:pages=1", "acme:pages", "acme:pages=", "acme:pages=0", "acme:pages=-1",
        "acme:pages=1.5",
        "acme:sheets=1", "acme:pages=1=2", "acme:readingMinutes=1", "acme:pages=99999999999999999999", "**:pages=1",
        "acme:pages=1:pages=2",
    ])
    func `what cannot be read is told, and the rest is read`(entry: String) {
        let (quotas, faults) = Self.read(entry, "globex:pages=4")
        #expect(faults.count == 1 && faults[0].contains("‘\(entry)’"), "\(faults)")
        #expect(quotas["globex"].limits == [.pages: 4])
    }

    @Test func `a tenant that is named again is told, and every other fault, too`() {
        let (quotas, faults) = Self.read("acme:pages=1", "acme:pages=2", "*:pages=x", "*:bytes=y:sheets=1")
        #expect(faults.count == 3, "\(faults)")
        #expect(quotas["acme"].limits == [.pages: 1])
    }

    @Test func `a quota is used up when nothing of it is left, each by its own number`() {
        let limits = MonthlyQuotas([.submissions: 10, .bytes: 1000, .pages: 100, .readingMinutes: 2])
        let all = Set(MonthlyQuota.allCases)
        func usedUp(_ counts: UsageCounts, _ wanted: Set<MonthlyQuota> = all) -> MonthlyQuota? {
            limits.usedUp(among: wanted, by: counts)?.quota
        }
        let almost = UsageCounts(
            submissions: 9, files: 5000, bytes: 999, pagesMade: 99, pagesRead: 5000, readingMilliseconds: 119_999)
        #expect(usedUp(almost) == nil)
        #expect(usedUp(UsageCounts(submissions: 10)) == .submissions)
        #expect(usedUp(UsageCounts(bytes: 1000)) == .bytes)
        #expect(usedUp(UsageCounts(pagesMade: 101)) == .pages)
        #expect(usedUp(UsageCounts(readingMilliseconds: 120_000)) == .readingMinutes)
        #expect(usedUp(UsageCounts(submissions: 10), MonthlyQuota.ofFiles) == nil)
        #expect(usedUp(UsageCounts(bytes: 1000), MonthlyQuota.ofSubmissions) == nil)
        #expect(MonthlyQuotas().usedUp(among: all, by: UsageCounts(submissions: .max)) == nil)
        #expect(MonthlyQuota.ofFiles.union(MonthlyQuota.ofSubmissions) == all)
    }

    @Test func `what is left of a quota is never less than nothing`() {
        let uses = MonthlyQuotas([.pages: 100, .bytes: 10]).uses(of: UsageCounts(bytes: 25, pagesMade: 40))
        #expect(uses.map(\.quota) == [.bytes, .pages] && uses.map(\.left) == [0, 60] && uses.map(\.share) == [2.5, 0.4])
    }

    @Test(arguments: [
        ("2026-11-01T00:00:00Z", "2026-11-01", "2026-11-30", "2026-12-01T00:00:00.000Z"),
        ("2026-11-30T23:59:59.999Z", "2026-11-01", "2026-11-30", "2026-12-01T00:00:00.000Z"),
        ("2026-12-31T23:30:00Z", "2026-12-01", "2026-12-31", "2027-01-01T00:00:00.000Z"),
        ("2027-01-01T01:30:00+02:00", "2026-12-01", "2026-12-31", "2027-01-01T00:00:00.000Z"),
        ("2028-02-10T00:00:00Z", "2028-02-01", "2028-02-29", "2028-03-01T00:00:00.000Z"),
    ])
    func `a month is the calendar's in UTC`(moment: String, first: String, last: String, renewsAt: String) throws {
        let month = QuotaMonth(containing: try #require(Timestamp(moment)))
        #expect([month.first.description, month.last.description, month.renewsAt.description] == [first, last, renewsAt])
    }
}
