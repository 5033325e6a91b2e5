import CommandLine
import EventLoop
import Glibc
import IntakeClient
import Shared

/// `docket upload`: one document of one submission, from files to the outcome.
enum UploadCommand {
    private static let files = Argument<[FilePath]>(repeated: "FILE", help: "The document's files in order: photos, or a PDF")
    private static let journey = Option<JourneyID>(
        required: "journey", short: "j", placeholder: "JOURNEY", help: "What it is for, such as proof-of-address")
    private static let type = Option<DocumentTypeID>(
        required: "type", short: "t", placeholder: "TYPE", help: "What it is, such as utility-bill")
    private static let issueDate = Option<CalendarDate?>(
        "issue-date", short: "d", placeholder: "YYYY-MM-DD", help: "When it was issued, where the type asks for that")
    private static let subject = Option<String?>(
        "subject", placeholder: "TEXT", help: "Your own id of the person whose document it is")
    private static let reference = Option<String?>("reference", placeholder: "TEXT", help: "Your own reference of the matter")
    private static let wait = Flag("wait", help: "Wait for the outcome (as it does without --no-wait)")
    private static let noWait = Flag("no-wait", help: "End when it is handed in")
    private static let output = Option<DirectoryPath?>(
        "output", short: "o", placeholder: "DIR", help: "When it is accepted, save its PDF there")
    private static let timeout = Option<Int>(
        "timeout", placeholder: "SECONDS", help: "How long to wait for the outcome", default: 120, check: within(1...86_400))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "upload", summary: "Send a document and wait for what becomes of it",
            discussion: """
                Finds the gateway by --gateway, GATEWAY_URL, or the `docket up` that runs in --home; DOCKET_TOKEN is sent if it \
                is set. Ends with 0 when the document is accepted, 1 when it is refused, 2 when processing failed, 3 when a \
                reviewer has to decide, 65 when the gateway does not take it, and 75 when there is no outcome in time.
                """,
            examples: [
                .init(
                    "docket upload front.heic back.heic -j proof-of-address -t utility-bill -d 2026-10-31",
                    "Two photos, one document"),
                .init(
                    "docket upload statement.pdf -j proof-of-address -t bank-letter -d 2026-10-31 -o out", "Save the clean PDF"),
            ],
            parameters: [files, journey, type, issueDate, subject, reference, wait, noWait, output, timeout] + GatewayOptions.all
        ) { arguments in
            if arguments[wait], arguments[noWait] {
                throw CommandFailure(.usage, "--wait and --no-wait contradict each other", advice: "Give one of them.")
            }
            let json = arguments[GatewayOptions.json]
            do {
                let client = try GatewayOptions.client(context, arguments)
                // With --json standard output holds the result alone.
                let sender = SubmissionSender(client: client, terminal: json ? nil : context.output)
                let files = try arguments[files].map { path throws(IntakeClientError) in
                    NamedFile(name: path.text, file: try UploadFile(path: path.text))
                }
                let new = NewSubmission(
                    journey: arguments[journey], subject: arguments[subject], reference: arguments[reference])
                let document = SubmissionSender.Document(
                    new: NewDocument(type: arguments[type], issueDate: arguments[issueDate]), files: files)
                var view = try await sender.send(new, [document])
                if !arguments[noWait] {
                    view = try await sender.follow(view.id, limit: .seconds(arguments[timeout]))
                    if let folder = arguments[output], view.state == .accepted {
                        try await sender.save(view, in: HomeDirectory.current(folder.text).path)
                    }
                }
                show(view, json: json, context.output)
                return arguments[noWait] ? ExitCode.success.rawValue : view.state.exitCode.rawValue
            } catch let error as IntakeClientError {
                throw GatewayOptions.failure(error)
            }
        }
    }

    private static func show(_ view: SubmissionView, json: Bool, _ terminal: Terminal) {
        guard !json else { return terminal.line(JSONText.of(view)) }
        for line in SubmissionScreen.reasons(view.allReasons, style: terminal.style) { terminal.line(line) }
        terminal.line("  submission \(view.id)")
    }
}
