import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import Operations
import PostgresStore
import Shared

/// `docket audit`: prints the audit trail.
enum AuditCommand {
    private static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only of this tenant")
    private static let submission = Option<SubmissionID?>(
        "submission", short: "s", placeholder: "ID", help: "Only of this submission")
    private static let actor = Option<String?>("actor", placeholder: "NAME", help: "Only of this actor, such as user:jane")
    private static let action = Option<[String]>(
        repeated: "action", short: "a", placeholder: "ACTION", help: "Only this, such as submission.view; can be repeated")
    private static let since = Option<DaysAgo?>("since", placeholder: "TIME", help: "How far to look back, such as 30d or 12h")
    private static let limit = Option<Int>(
        "limit", short: "n", placeholder: "COUNT", help: "At most so many, the newest", default: 100, check: within(1...100_000))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "audit", summary: "Show who viewed, downloaded, decided, withdrew or erased what",
            discussion: """
                The newest first. The trail can be added to and not be changed: the database refuses it. Reads DATABASE_URL from \
                the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket audit --submission ID", "Everything that was done to a submission"),
                .init("docket audit --tenant acme --action document.download --since 7d", "Who took files this week"),
            ], parameters: [tenant, submission, actor, action, since, limit, JSONOption.lines, GatewayOptions.home]
        ) { arguments in
            var filter = AuditFilter()
            filter.submission = arguments[submission]
            filter.actor = arguments[actor]
            filter.actions = arguments[action]
            filter.after = arguments[since].map { Timestamp(Date()).adding(.seconds(-$0.seconds)) }
            let overGateway = try await AdminGateway.run(context) { [filter] gateway -> [AuditDescription] in
                try await gateway.list(
                    "/v1/admin/audit",
                    [
                        ("tenant", arguments[tenant]?.rawValue), ("submission", filter.submission?.description),
                        ("actor", filter.actor), ("action", filter.actions.isEmpty ? nil : filter.actions.joined(separator: ",")),
                        ("after", filter.after?.description),
                    ], limit: arguments[limit], most: 500)
            }
            let entries =
                if let overGateway { overGateway } else {
                    try await DatabaseAccess.withTables(context, arguments) { [filter] pool in
                        let keys = SealingKeyStore(
                            pool: pool,
                            DatabaseAccess.sealingIfAny(context, home: GatewayOptions.homeDirectory(context, arguments)))
                        return try await Self.entries(
                            AuditStore(pool: pool, keys: keys), tenant: arguments[tenant], filter, limit: arguments[limit]
                        ).map { AuditDescription($0) }
                    }
                }
            context.output.show(each: entries, isJSON: arguments[JSONOption.lines]) { style in
                if entries.isEmpty { return ["Nothing."] }
                var table = Table()
                for line in entries {
                    table.row(
                        line.time, line.tenant, line.actor, line.address ?? "-", line.action, line.resource, line.note ?? "")
                }
                return table.lines(first: style.faint)
            }
            return ExitCode.success.rawValue
        }
    }

    private static func entries(
        _ store: AuditStore, tenant: TenantID?, _ filter: AuditFilter, limit: Int
    ) async throws -> [AuditEntry] {
        var found: [AuditEntry] = []
        while found.count < limit {
            let part = min(limit - found.count, AuditStore.maximumPageSize)
            let more = try await store.entries(tenant: tenant, matching: filter, limit: part, below: found.last?.number)
            found += more
            if more.count < part { break }
        }
        return found
    }
}
