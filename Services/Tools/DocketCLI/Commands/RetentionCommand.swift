import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import Operations
import PostgresStore
import Shared

/// `docket retention`: lists and removes data whose retention period has ended.
enum RetentionCommand {
    private static let dryRun = Flag("dry-run", help: "Only show what would go, and what a legal hold keeps")
    private static let limit = Option<Int>(
        "limit", short: "n", placeholder: "COUNT", help: "At most so many, the longest overdue", default: 1_000,
        check: within(1...100_000))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "retention", summary: "Remove what has been kept for as long as its journey says",
            discussion: """
                A gateway does it by itself every minute; this does it now, or shows it. Accepted submissions go after the \
                journey's `accepted` days, their original files after `original`; rejected and failed ones after `rejected`; of \
                withdrawn and expired ones, what is left after `draft`. A period that a journey does not name never ends. A \
                gateway shows the first 1000 of them. Reads \
                DATABASE_URL and DOCKET_BLOBS from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [.init("docket retention run --dry-run", "What would go, and why")],
            options: [GatewayOptions.home], subcommands: [run(context)])
    }

    private static func run(_ context: CommandContext) -> Command {
        Command("run", summary: "Remove it now", parameters: [dryRun, limit, JSONOption.lines]) { arguments in
            let isDry = arguments[dryRun]
            let overGateway = try await AdminGateway.run(context) { gateway in
                try await isDry ? due(gateway, arguments) : remove(gateway, arguments)
            }
            let results =
                if let overGateway { overGateway } else {
                    try await PersonalDataAccess.with(context, arguments) { access in
                        let run = RetentionRun(retention: RetentionStore(pool: access.pool), erasure: access.erasure(by: ""))
                        if isDry { return try await run.look(limit: arguments[limit]) }
                        return try await run.remove(run.due(limit: arguments[limit]))
                    }
                }
            show(results, context, arguments)
            return ExitCode.success.rawValue
        }
    }

    /// The most submissions that a gateway lists or removes at once.
    private static let most = 1000

    private static func due(_ gateway: AdminGateway, _ arguments: ParsedArguments) async throws -> [RemovalDescription] {
        try await gateway.list("/v1/admin/retention", [], limit: arguments[limit], most: most)
    }

    /// Removes part by part until nothing more is removed.
    private static func remove(_ gateway: AdminGateway, _ arguments: ParsedArguments) async throws -> [RemovalDescription] {
        var results: [RemovalDescription] = []
        while results.count < arguments[limit] {
            let count = min(arguments[limit] - results.count, most)
            // As over the database, the command itself says that it is meant.
            let part: AdminGateway.Items<RemovalDescription> = try await gateway.done(
                "POST", "/v1/admin/retention", ["limit": .number(Double(count))])
            results += part.items
            guard part.items.count == count, part.items.contains(where: { $0.outcome == "removed" }) else { break }
        }
        return results
    }

    private static func show(_ results: [RemovalDescription], _ context: CommandContext, _ arguments: ParsedArguments) {
        context.output.show(each: results, isJSON: arguments[JSONOption.lines]) { style in
            if results.isEmpty { return ["Nothing has been kept too long."] }
            var table = Table()
            for line in results {
                table.row(
                    line.submission, line.tenant, line.journey, line.state, line.part,
                    "kept for \(line.days) days, since \(line.since)", line.outcome)
            }
            return table.lines(first: style.accent)
        }
    }
}
