import CommandLine
import CommandSupport
import Configuration
import Domain
import FoundationEssentials
import PostgresStore
import ServiceRuntime
import Shared

/// `docket usage`: what tenants have used.
enum UsageCommand {
    private static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only this tenant, day by day")
    private static let from = Option<CalendarDate?>(
        "from", placeholder: "DAY", help: "The first day, in UTC; the first of its month unless told")
    private static let to = Option<CalendarDate?>("to", placeholder: "DAY", help: "The last day; today unless told")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "usage", summary: "Show what tenants have used: submissions, files, bytes and pages",
            discussion: """
                The sums of each tenant, or each day of one. What was done counts within a minute or two. A day that is still open is \
                marked, and so is a sandbox. Where DOCKET_TENANT_QUOTAS is set as the gateways have it, and the period is this month or has \
                it in it, the share of each tenant's quotas that was used is shown. Reads DATABASE_URL from the environment, or from \
                the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket usage --from 2026-10-01 --to 2026-10-31", "What each tenant has used in October"),
                .init("docket usage --tenant acme --json", "This month of acme, a day a line"),
            ], parameters: [tenant, from, to, JSONOption.lines, GatewayOptions.home]
        ) { arguments in
            let now = Timestamp(Date())
            let quotas = try ConfigurationReader.read(context.environment(arguments)) { TenantQuotas(reading: &$0) }
            let last = arguments[to] ?? CalendarDate(now, in: .utc)
            let first = arguments[from] ?? CalendarDate(year: last.year, month: last.month, day: 1) ?? last
            guard (0..<UsageReport.mostDays).contains(first.days(until: last)) else {
                throw CommandFailure(
                    .usage, "--from and --to name no period of 1 to \(UsageReport.mostDays) days",
                    advice: "Ask for a year at a time.")
            }
            let reports = try await DatabaseAccess.withTables(context, arguments) { pool in
                try await UsageDayStore(pool: pool, owner: InstanceID(UUID()))
                    .reports(of: arguments[tenant], from: first, to: last)
            }.sorted { $0.key.rawValue.utf8.lexicographicallyPrecedes($1.key.rawValue.utf8) }
            if arguments[JSONOption.lines] {
                for line in reports.flatMap({ Line.all(of: $0.key, $0.value) }) { context.output.line(JSONText.of(line)) }
                return ExitCode.success.rawValue
            }
            if reports.isEmpty { context.output.line("Nothing was used from \(first) to \(last).") }
            let shares = UsageShares(quotas, at: now, first: first, last: last)
            let lines = arguments[tenant] == nil ? table(ofSums: reports, shares) : table(ofDays: reports)
            for line in lines.lines(first: context.output.style.accent) { context.output.line(line) }
            if arguments[tenant] != nil, let (tenant, report) = reports.first {
                for line in shares.table(of: tenant, report).lines() { context.output.line(line) }
            }
            return ExitCode.success.rawValue
        }
    }

    /// A day of a tenant on which something was used.
    private struct Line: Encodable {
        let tenant: TenantID
        let day: UsageReport.Day

        private enum CodingKeys: CodingKey { case tenant, day, final, test }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tenant, forKey: .tenant)
            try container.encode(day.day, forKey: .day)
            try container.encode(day.isFinal, forKey: .final)
            try container.encode(tenant.isSandbox, forKey: .test)
            try day.counts.encode(to: encoder)
        }

        static func all(of tenant: TenantID, _ report: UsageReport) -> [Line] {
            report.days.filter { $0.counts != .zero }.map { Line(tenant: tenant, day: $0) }
        }
    }

    private static func table(ofSums reports: [(key: TenantID, value: UsageReport)], _ shares: UsageShares) -> Table {
        var table = Table()
        for (tenant, report) in reports {
            let notes = [tenant.isSandbox ? "a sandbox" : nil, shares.greatest(of: tenant, report)].compactMap(\.self)
            row(tenant.rawValue, report.totals, notes.joined(separator: ", "), in: &table)
        }
        return table
    }

    private static func table(ofDays reports: [(key: TenantID, value: UsageReport)]) -> Table {
        var table = Table()
        for (_, report) in reports {
            for day in report.days where day.counts != .zero {
                row(day.day.description, day.counts, day.isFinal ? "" : "still open", in: &table)
            }
            row("in all", report.totals, "", in: &table)
        }
        return table
    }

    private static func row(_ head: String, _ counts: UsageCounts, _ note: String, in table: inout Table) {
        table.row(
            head, "\(counts.submissions) submitted", "\(counts.files) files", "\(counts.bytes) bytes",
            "\(counts.pagesMade) pages made", "\(counts.pagesRead) read", "in \(counts.readingMilliseconds / 1000) s", note)
    }
}
