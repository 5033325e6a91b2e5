import CommandLine
import CommandSupport
import Domain
import Operations
import PostgresStore
import Shared

/// `docket erase`: erases all personal data of a submission or a person.
enum EraseCommand {
    private static let who = Argument<String?>(
        optional: "SUBMISSION|SUBJECT", help: "A submission by its id, or a person by the tenant's own id")
    private static let again = Option<FilePath?>(
        "again", placeholder: "FILE", help: "Apply this ledger of erasures once more, after a restore")
    private static let ledger = Option<FilePath?>(
        "ledger", placeholder: "FILE",
        help: "Where erasures are noted, ids alone; else DOCKET_ERASURE_LEDGER, or erasures.ndjson in the home")
    private static let overrule = Flag("overrule-minimum", help: "Also what the journey's retention asks for keeping")
    private static let dryRun = Flag("dry-run", help: "Only show what would be erased")
    private static let yes = Flag("yes", short: "y", help: "Do not ask")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "erase", summary: "Erase everything personal of a submission or a person",
            discussion: """
                Asks first, unless --yes is given. Documents, pages, files, contacts, references, links, kept answers, what \
                endpoints have answered, and the addresses in the audit trail go; what is still on its way is withdrawn, and its \
                tenant told. Ids, states, times and the log of events stay: they say nothing of a person. What a legal hold or \
                the journey's minimum keeps is kept, and the exit code says so.

                Each erasure is noted in a ledger before it is done. After a restore of an older dump, --again applies the ledger \
                once more. Reads DATABASE_URL and DOCKET_BLOBS from the environment, or from the `docket up` that runs in --home; where \
                GATEWAY_URL and DOCKET_TOKEN are given instead, the gateway is asked, which notes it in its own ledger. Where a \
                second person has to agree (DOCKET_ERASURE=two), it says so, and the exit code does.
                """,
            examples: [
                .init("docket erase person-17 --tenant acme", "All submissions of a person"),
                .init("docket erase --again erasures.ndjson --yes", "After a restore: erase again what was erased"),
            ],
            parameters: [
                who, PersonalDataAccess.tenant, PersonalDataAccess.subjectOnly, again, ledger, overrule, dryRun, yes,
                JSONOption.lines, GatewayOptions.home,
            ]
        ) { arguments in
            let wanted = try Wanted(arguments)
            let person = Operator(context: context)
            if let code = try await overGateway(wanted, context, arguments) { return code }
            if arguments[again] == nil, context.environment(arguments)["DOCKET_ERASURE"] == "two" {
                throw CommandFailure(
                    .notAccepted,
                    "two persons have to ask for an erasure here (DOCKET_ERASURE), and the database knows no persons",
                    advice: "Ask the gateway: set GATEWAY_URL and DOCKET_TOKEN, and unset DATABASE_URL.")
            }
            return try await PersonalDataAccess.with(context, arguments) { access in
                let (wanted, title) = try await Self.find(wanted, access, arguments)
                guard try await isMeant(wanted, title, context, arguments) else { return ExitCode.success.rawValue }
                let run = access.erasure(
                    by: person.name, minimum: minimum(arguments),
                    noting: arguments[again] == nil ? try noting(context, arguments) : nil)
                return try await erase(wanted, run, context, arguments)
            }
        }
    }

    /// Entries of a ledger need no check: when they were written, their minimum period was over or overruled.
    private static func minimum(_ arguments: ParsedArguments) -> MinimumRule {
        arguments[overrule] || arguments[again] != nil ? .overruled : .kept
    }

    /// Erases over the gateway if one is named; nil if the database is to be used.
    private static func overGateway(_ wanted: Wanted, _ context: CommandContext, _ arguments: ParsedArguments) async throws
        -> Int32?
    {
        try await AdminGateway.run(context) { gateway in
            if arguments[ledger] != nil {
                throw CommandFailure(
                    .usage, "--ledger has no effect over a gateway",
                    advice: "The gateway notes erasures in its own DOCKET_ERASURE_LEDGER.")
            }
            let persons = GatewayPersons(gateway: gateway)
            let ids: [(SubmissionID, TenantID)]
            let title: String
            switch wanted {
            case .named(let name):
                ids = try await persons.submissions(arguments, name).map { ($0.submission, $0.tenant) }
                title = ids.count == 1 ? "Erase the submission \(ids[0].0)?" : "Erase \(ids.count) submissions?"
            case .ledger(let entries):
                ids = entries.map { ($0.submission, $0.tenant) }
                title = "Erase the \(entries.count) submissions of the ledger again?"
            }
            guard try await isMeant(ids, title, context, arguments) else { return ExitCode.success.rawValue }
            var isAnyKept = false
            for (id, tenant) in ids {
                let result =
                    try await persons.erase(id, minimum: minimum(arguments))
                    ?? ErasureRun.Result(submission: "\(id)", tenant: "\(tenant)", outcome: "not found")
                isAnyKept = isAnyKept || result.isKept
                show(result, context, arguments)
            }
            return (isAnyKept ? ExitCode.refused : .success).rawValue
        }
    }

    /// Shows a dry run, or asks the person. Returns whether to go on.
    private static func isMeant(
        _ wanted: [(SubmissionID, TenantID)], _ title: String, _ context: CommandContext, _ arguments: ParsedArguments
    ) async throws -> Bool {
        if arguments[dryRun] {
            for (id, tenant) in wanted {
                let line = ErasureRun.Result(submission: "\(id)", tenant: "\(tenant)", outcome: "would be erased")
                context.output.show(line, isJSON: arguments[JSONOption.lines]) { _ in ["  would be erased: \(id) of \(tenant)"] }
            }
            return false
        }
        if arguments[yes] { return true }
        let person = Operator(context: context)
        let prompt = ConfirmationPrompt(
            title: title, message: "Documents and everything that is said of a person will be gone for good.",
            actionLabel: "Erase")
        if try await person.confirms(prompt, isJSON: arguments[JSONOption.lines]) { return true }
        person.tell("Nothing was erased.", isJSON: arguments[JSONOption.lines])
        return false
    }

    private static func show(_ result: ErasureRun.Result, _ context: CommandContext, _ arguments: ParsedArguments) {
        context.output.show(result, isJSON: arguments[JSONOption.lines]) { ErasureScreen.lines(result, style: $0) }
    }

    /// What to erase, by the command line.
    private enum Wanted {
        case named(String)
        case ledger([ErasureLedger.Entry])

        init(_ arguments: ParsedArguments) throws(CommandFailure) {
            switch (arguments[who], arguments[again]) {
            case (nil, nil):
                throw CommandFailure(.usage, "nobody is named", advice: "Name a submission or a person, or give --again FILE.")
            case (.some, .some):
                throw CommandFailure(.usage, "--again and a name contradict each other", advice: "Give one of them.")
            case (let name?, nil): self = .named(name)
            case (nil, let file?):
                let read: (entries: [ErasureLedger.Entry], unreadable: [Int])
                do throws(ErasureLedger.Failure) {
                    read = try ErasureLedger(path: file.text).entries()
                } catch {
                    throw CommandFailure.ledger(error)
                }
                if let line = read.unreadable.first {
                    throw CommandFailure(
                        .notAccepted, "line \(line) of \(file.text) is no entry of a ledger of erasures",
                        advice: "Nothing was done. Is it the file that `docket erase` has written?")
                }
                self = .ledger(read.entries)
            }
        }
    }

    private static func find(
        _ wanted: Wanted, _ access: PersonalDataAccess, _ arguments: ParsedArguments
    ) async throws -> ([(SubmissionID, TenantID)], title: String) {
        switch wanted {
        case .named(let name):
            let found = try await access.submissions(
                name, tenant: arguments[PersonalDataAccess.tenant], subjectOnly: arguments[PersonalDataAccess.subjectOnly])
            return (
                found.map { ($0.submission, $0.tenant) },
                found.count == 1 ? "Erase the submission \(found[0].submission)?" : "Erase \(found.count) submissions?"
            )
        case .ledger(let entries):
            return (entries.map { ($0.submission, $0.tenant) }, "Erase the \(entries.count) submissions of the ledger again?")
        }
    }

    private static func erase(
        _ wanted: [(SubmissionID, TenantID)], _ run: ErasureRun, _ context: CommandContext, _ arguments: ParsedArguments
    ) async throws -> Int32 {
        var isAnyKept = false
        for (id, tenant) in wanted {
            let result = try await run.erase(id, tenant)
            isAnyKept = isAnyKept || result.isKept
            show(result, context, arguments)
        }
        return (isAnyKept ? ExitCode.refused : .success).rawValue
    }

    private static func noting(_ context: CommandContext, _ arguments: ParsedArguments) throws -> ErasureLedger {
        if let path = arguments[ledger]?.text ?? context.environment(arguments)["DOCKET_ERASURE_LEDGER"] {
            return ErasureLedger(path: path)
        }
        let home = GatewayOptions.homeDirectory(context, arguments)
        try HomeDirectory.makeFolder(home.path)
        return ErasureLedger(path: "\(home.path)/erasures.ndjson")
    }
}
