import CommandLine
import Domain
import FoundationEssentials
import Operations
import PostgresStore
import Shared

/// `docket retention`: what the journeys' retention says may be kept no longer.
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
                withdrawn and expired ones, what is left after `draft`. A period that a journey does not name never ends. Reads \
                DATABASE_URL and DOCKET_BLOBS from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [.init("docket retention run --dry-run", "What would go, and why")],
            options: [GatewayOptions.home], subcommands: [run(context)])
    }

    private static func run(_ context: CommandContext) -> Command {
        Command("run", summary: "Remove it now", parameters: [dryRun, limit, JSONOption.lines]) { arguments in
            try await PersonalDataAccess.with(context, arguments) { access in
                let store = RetentionStore(pool: access.pool)
                let due = try await store.due(includingHeld: arguments[dryRun], limit: arguments[limit])
                var results: [RemovalDescription] = []
                for removal in due {
                    if arguments[dryRun] {
                        results.append(RemovalDescription(removal, outcome: removal.isHeld ? "held" : "would go"))
                    } else {
                        let isDone = try await remove(removal, store, access)
                        results.append(RemovalDescription(removal, outcome: isDone ? "removed" : "kept"))
                    }
                }
                show(results, context, arguments)
                return ExitCode.success.rawValue
            }
        }
    }

    private static func remove(
        _ removal: DueRemoval, _ store: RetentionStore, _ access: PersonalDataAccess
    ) async throws -> Bool {
        switch removal.part {
        case .originals:
            guard let required = try await store.removeOriginals(of: removal.submission) else { return false }
            return try await required.confirm(by: .retention) > 0
        case .everything:
            let preparation = try await access.data.erase(removal.submission)
            guard case .confirmationRequired(let required) = consume preparation,
                case .done(let receipt) = try await required.confirm(by: .retention)
            else { return false }
            _ = try await access.erasure(by: "").finish(receipt)
            return true
        }
    }

    private static func show(_ results: [RemovalDescription], _ context: CommandContext, _ arguments: ParsedArguments) {
        if arguments[JSONOption.lines] {
            for line in results { context.output.line(JSONText.of(line)) }
            return
        }
        if results.isEmpty { context.output.line("Nothing has been kept too long.") }
        var table = Table()
        for line in results {
            table.row(
                line.submission, line.tenant, line.journey, line.state, line.part,
                "kept for \(line.days) days, since \(line.since)",
                line.outcome)
        }
        for line in table.lines(first: context.output.style.accent) { context.output.line(line) }
    }

}
