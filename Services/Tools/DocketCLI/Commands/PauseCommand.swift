public import CommandLine
import Postgres
import PostgresStore
public import Shared

/// `docket pause` and `docket resume`: let a stage rest.
enum PauseCommand {
    private static let stage = Argument<Stage>("STAGE", help: "validation, preview, normalization, reading or notification")
    private static let reason = Option<String?>("reason", short: "r", placeholder: "TEXT", help: "Why, for the other operators")

    static func pausing(_ context: CommandContext) -> Command {
        Command(
            "pause", summary: "Let a stage begin nothing new until it is resumed",
            discussion: """
                In all processes, within a second or two: what is in progress is finished, what comes waits on Kafka. The stage's \
                services stay ready and say that they are degraded. Reads DATABASE_URL from the environment, or from the \
                `docket up` that runs in --home.
                """,
            examples: [.init("docket pause normalization --reason 'disk is full'", "Until docket resume normalization")],
            parameters: [stage, reason, GatewayOptions.home]
        ) { arguments in
            let isNew = try await withStore(context, arguments) {
                try await $0.pause(arguments[stage], actor: Operator(context: context).name, reason: arguments[reason])
            }
            context.output.line(
                isNew ? "\(arguments[stage].rawValue) is paused" : "\(arguments[stage].rawValue) was paused already")
            return ExitCode.success.rawValue
        }
    }

    static func resuming(_ context: CommandContext) -> Command {
        Command(
            "resume", summary: "Let a paused stage go on",
            discussion: "Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.",
            parameters: [stage, GatewayOptions.home]
        ) { arguments in
            let wasPaused = try await withStore(context, arguments) { try await $0.resume(arguments[stage]) }
            context.output.line(
                wasPaused ? "\(arguments[stage].rawValue) goes on" : "\(arguments[stage].rawValue) was not paused")
            return ExitCode.success.rawValue
        }
    }

    private static func withStore<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (PostgresStagePauseStore) async throws -> T
    ) async throws -> T {
        try await DatabaseAccess.withTables(context, arguments) { try await body(PostgresStagePauseStore(pool: $0)) }
    }
}

extension Stage: ArgumentValue {}
