import CommandLine
import CommandSupport
import IntakeClient
import Shared

/// `docket show`: prints the state of a submission and its history.
enum ShowCommand {
    private static let screen = Flag("screen", help: "Show it as the sections that an app would, without the timeline")
    private static let id = Argument<SubmissionID>("ID", help: "The submission")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "show", summary: "Show a submission: its state, documents, reasons and timeline",
            discussion: """
                Asks the gateway (see `docket upload --help` for how it is found). The timeline comes from the database: it is \
                shown when DATABASE_URL is set or a `docket up` runs in --home.
                """,
            parameters: [id, screen] + GatewayOptions.all
        ) { arguments in
            if arguments[screen] { return try await showScreen(context, arguments) }
            let view: SubmissionView
            do {
                view = try await GatewayOptions.client(context, arguments).submission(arguments[id])
            } catch let error as IntakeClientError {
                throw GatewayOptions.failure(error, at: GatewayOptions.url(context, arguments))
            }
            if arguments[JSONOption.object] {
                context.output.line(JSONText.of(view))
                return ExitCode.success.rawValue
            }
            var timeline: [TimelineEvent] = []
            var note: String?
            do {
                timeline = try await TimelineReader(context: context, home: GatewayOptions.homeDirectory(context, arguments))
                    .events(
                        of: view.id)
            } catch let failure as CommandFailure {
                // What the gateway has told is worth showing all the same.
                note = "no timeline: \(failure.problem)"
            }
            context.output.show(SubmissionScreen.lines(view, timeline: timeline, style: context.output.style))
            if let note { context.output.line("  \(context.output.style.warning(note))") }
            return ExitCode.success.rawValue
        }
    }

    private static func showScreen(_ context: CommandContext, _ arguments: ParsedArguments) async throws -> CInt {
        let screen: Screen
        do {
            screen = try await GatewayOptions.client(context, arguments).screen(arguments[id])
        } catch let error as IntakeClientError {
            throw GatewayOptions.failure(error, at: GatewayOptions.url(context, arguments))
        }
        context.output.show(screen, isJSON: arguments[JSONOption.object]) { TerminalScreen(style: $0).lines(screen) }
        return ExitCode.success.rawValue
    }
}
