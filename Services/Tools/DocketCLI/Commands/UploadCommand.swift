import CommandLine
import CommandSupport
import EventLoop
import Glibc
import IntakeClient
import Shared

/// `docket upload`: submits one document, from files to the outcome.
enum UploadCommand {
    private static let files = Argument<[FilePath]>(repeated: "FILE", help: "The document's files in order: photos, or a PDF")
    private static let journey = Option<JourneyID>(
        required: "journey", short: "j", placeholder: "JOURNEY", help: "What it is for, such as proof-of-address")
    private static let type = Option<DocumentTypeID>(
        required: "type", short: "t", placeholder: "TYPE", help: "What it is, such as utility-bill")
    private static let issueDate = Option<CalendarDate?>(
        "issue-date", short: "d", placeholder: "YYYY-MM-DD", help: "When it was issued, where the type asks for that")
    private static let expiryDate = Option<CalendarDate?>(
        "expiry-date", short: "e", placeholder: "YYYY-MM-DD", help: "Until when it is valid, where the type asks for that")
    private static let subject = Option<String?>(
        "subject", placeholder: "TEXT", help: "Your own id of the person whose document it is")
    private static let reference = Option<String?>("reference", placeholder: "TEXT", help: "Your own reference of the matter")
    private static let wait = Flag("wait", help: "Wait for the outcome (as it does without --no-wait)")
    private static let noWait = Flag("no-wait", help: "End when it is submitted")
    private static let anew = Flag(
        "anew", help: "Begin anew what an earlier call, with the same words, has not brought to an end")
    private static let output = Option<DirectoryPath?>(
        "output", short: "o", placeholder: "DIR", help: "When it is accepted, save its PDF there")
    private static let timeout = Option<Int>(
        "timeout", placeholder: "SECONDS", help: "How long to wait for the outcome", default: 120, check: within(1...86_400))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "upload", summary: "Send a document and wait for what becomes of it",
            discussion: """
                A call that is killed, or loses its gateway for long, is gone on with by the same call: what was sent is not sent \
                again, and nothing is submitted twice. What that takes lies in the home until the outcome is known.

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
            parameters: [files, journey, type, issueDate, expiryDate, subject, reference, wait, noWait, anew, output, timeout]
                + GatewayOptions.all
        ) { arguments in
            if arguments[wait], arguments[noWait] {
                throw CommandFailure(.usage, "--wait and --no-wait contradict each other", advice: "Give one of them.")
            }
            let json = arguments[JSONOption.object]
            do {
                let client = try GatewayOptions.client(context, arguments)
                // With --json standard output holds the result alone.
                let terminal = json ? nil : context.output
                let new = NewSubmission(
                    journey: arguments[journey], subject: arguments[subject], reference: arguments[reference])
                let plan = DraftSender.Plan(
                    new: new, type: arguments[type], issueDate: arguments[issueDate], expiryDate: arguments[expiryDate],
                    files: try await chosen(arguments[files].map(\.text)))
                let home = GatewayOptions.homeDirectory(context, arguments)
                let drafts = DraftSender(
                    client: client, storage: DraftPlace.storage(in: home, about: plan.words(at: client.baseURL)),
                    terminal: terminal)
                if arguments[anew] { try await drafts.forget() }
                var view = try await sent(plan, by: drafts)
                let sender = SubmissionSender(client: client, terminal: terminal)
                if !arguments[noWait] {
                    view = try await sender.follow(view.id, limit: .seconds(arguments[timeout]))
                    if let folder = arguments[output], view.state == .accepted {
                        try await sender.save(view, in: HomeDirectory.current(folder.text).path)
                    }
                }
                try await drafts.forget()
                show(view, json: json, context.output)
                return arguments[noWait] ? ExitCode.success.rawValue : view.state.exitCode.rawValue
            } catch let error as IntakeClientError {
                throw GatewayOptions.failure(error, at: GatewayOptions.url(context, arguments))
            }
        }
    }

    private static func chosen(_ paths: [String]) async throws(CommandFailure) -> [CandidateFile] {
        let absolute = paths.map { HomeDirectory.current($0).path }
        switch await PathPicker(absolute).pick() {
        case .picked(let files): return files
        case .cancelled: throw CommandFailure(.notFound, "there is nothing to send in there", advice: "Name a photo or a PDF.")
        case .failed(let fault): throw CommandFailure(.notFound, fault.description, advice: "Name a photo or a PDF.")
        }
    }

    /// Forgets a draft that the gateway will never accept, so that the next call is a new attempt.
    private static func sent(_ plan: DraftSender.Plan, by drafts: DraftSender) async throws -> SubmissionView {
        do {
            return try await drafts.send(plan)
        } catch let error as IntakeClientError {
            let isAccess = error.problem?.status == 401 || error.problem?.status == 403
            if error.code == .refused, !error.isRetriable, !isAccess { try await drafts.forget() }
            throw error
        } catch let fault as DraftFault {
            let code: ExitCode =
                switch fault.code {
                case .fileUnreadable: .notFound
                case .notKept: .cannotCreate
                default: .notAccepted
                }
            throw CommandFailure(code, fault.description)
        } catch let error as DraftStorageError {
            throw CommandFailure(.cannotCreate, error.description)
        }
    }

    private static func show(_ view: SubmissionView, json: Bool, _ terminal: Terminal) {
        guard !json else { return terminal.line(JSONText.of(view)) }
        for line in SubmissionScreen.reasons(view.allReasons, style: terminal.style) { terminal.line(line) }
        terminal.line("  submission \(view.id)")
    }
}
