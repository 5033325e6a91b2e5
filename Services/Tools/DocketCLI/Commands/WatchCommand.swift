import CommandLine
import CommandSupport
import EventLoop
import IntakeClient
import Shared

/// `docket watch`: sends the files that scanners write to a folder.
enum WatchCommand {
    private static let folder = Argument<DirectoryPath>("DIR", help: "The folder that scanners write into")
    private static let sheets = Flag("sheets", help: "Divide PDFs by the cover sheets in them")
    private static let once = Flag("once", help: "Send what is ready now, and end")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "watch", summary: "Send what a scanner drops into a folder",
            discussion: """
                A file is sent when its sidecar is there: NAME.json beside the file NAME, written after it. The sidecar says which \
                submission the document is for and what it is; `docket help scanners` shows what can stand in it. The document \
                becomes part of a draft, or of what was sent back to its person. Nothing is submitted: a scan is nobody's consent.

                With --sheets a PDF needs no sidecar where cover sheets are scanned with it: each says what the pages behind it are, \
                and is not sent. They are printed from GET /v1/submissions/{submission}/sheets/{type}.

                What was sent is moved into DIR/sent, what cannot be taken into DIR/refused, each with a note of what became of it. \
                A gateway that is away is tried again. Whoever kills it loses nothing, and has nothing sent twice.

                Finds the gateway by --gateway, GATEWAY_URL, or the `docket up` that runs in --home; DOCKET_TOKEN is sent if it \
                is set. With --once it ends with 65 when something was refused, and 69 when the gateway cannot be reached.
                """,
            examples: [
                .init("docket watch /srv/scans", "Until Ctrl-C"),
                .init("docket watch /srv/scans --once --json", "From a timer, with a note of each as a line of JSON"),
            ], parameters: [folder, sheets, once, JSONOption.lines, GatewayOptions.gateway, GatewayOptions.home]
        ) { arguments in
            do {
                let folder = try ScanFolder(HomeDirectory.current(arguments[folder].text).path)
                guard arguments[sheets] else { return try await watch(folder, dividing: nil, context, arguments).rawValue }
                return try await ReadingJails.with(context, arguments) { jails in
                    let divider = ScanDivider(
                        folder: folder, reader: SheetReader(jails: jails), pool: context.group.blocking)
                    return try await watch(folder, dividing: divider, context, arguments).rawValue
                }
            } catch let error as IntakeClientError {
                throw GatewayOptions.failure(error, at: GatewayOptions.url(context, arguments))
            }
        }
    }

    private static func watch(
        _ folder: ScanFolder, dividing divider: ScanDivider?, _ context: CommandContext, _ arguments: ParsedArguments
    ) async throws -> ExitCode {
        let client = try GatewayOptions.client(context, arguments)
        let (output, isJSON) = (context.output, arguments[JSONOption.lines])
        let sender = ScanSender(client: client, folder: folder)
        let run = ScanRun(context: context, folder: folder, sender: sender, divider: divider) { note in
            output.line(isJSON ? JSONText.of(note) : "  \(note.words)")
        }
        if arguments[once] { return end(of: try await run.pass(), output, isJSON: isJSON) }
        if !isJSON { output.line("Watching \(folder.path) for \(client.baseURL); Ctrl-C ends this") }
        return try await Interruptible.run(context) { try await run.watch() } ? .interrupted : .success
    }

    private static func end(of pass: ScanRun.Pass, _ output: Terminal, isJSON: Bool) -> ExitCode {
        if !isJSON {
            for name in pass.unfinished { output.line("  \(name) is not whole yet") }
            for name in pass.alone { output.line("  \(name) has no sidecar \(name)\(ScanSidecar.ending)") }
            if pass.sent + pass.refused == 0 { output.line("Nothing is ready.") }
        }
        return pass.refused == 0 ? .success : .notAccepted
    }
}
