public import CommandLine
import CommandSupport
import Operations
import Postgres
import PostgresStore
public import Shared

/// `docket pause` and `docket resume`: pause and resume a stage.
enum PauseCommand {
    private static let stage = Argument<Stage>(
        "STAGE", help: "validation, callout, preview, normalization, reading, suggestion or notification")
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
            let (stage, reason) = (arguments[stage], arguments[reason])
            let overGateway = try await AdminGateway.run(context) { gateway in
                let before: AdminGateway.Items<Hindrance> = try await gateway.get("/v1/admin/pauses")
                var body: [String: JSONValue] = ["stage": .string(stage.rawValue)]
                body["reason"] = reason.map(JSONValue.string)
                let _: Hindrance? = try await gateway.act("POST", "/v1/admin/pauses", .object(body))
                return !before.items.contains { $0.stage == stage.rawValue && $0.cause == Hindrance.byOperator }
            }
            let isNew =
                if let overGateway { overGateway } else {
                    try await withStore(context, arguments) {
                        try await $0.pause(stage, actor: Operator(context: context).name, reason: reason)
                    }
                }
            context.output.line(
                isNew ? "\(stage.rawValue) is paused" : "\(stage.rawValue) was paused already")
            return ExitCode.success.rawValue
        }
    }

    static func resuming(_ context: CommandContext) -> Command {
        Command(
            "resume", summary: "Let a paused stage go on",
            discussion: "Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.",
            parameters: [stage, GatewayOptions.home]
        ) { arguments in
            let stage = arguments[stage]
            let overGateway = try await AdminGateway.run(context) {
                try await $0.end("DELETE", "/v1/admin/pauses/\(stage.rawValue)")
            }
            let wasPaused =
                if let overGateway { overGateway } else {
                    try await withStore(context, arguments) { try await $0.resume(stage) }
                }
            context.output.line(
                wasPaused ? "\(stage.rawValue) goes on" : "\(stage.rawValue) was not paused")
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
