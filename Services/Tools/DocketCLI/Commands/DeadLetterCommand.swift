import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import Operations
import PostgresStore
import Shared

/// `docket dlq`: lists dead letters, and retries or discards them.
enum DeadLetterCommand {
    private static let stage = Option<Stage?>("stage", short: "s", placeholder: "STAGE", help: "Only of this stage")
    private static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only of this tenant")
    private static let cause = Option<String?>(
        "cause", placeholder: "CODE", help: "Only of this cause, such as event-malformed")
    private static let limit = Option<Int>(
        "limit", short: "n", placeholder: "COUNT", help: "At most so many, the oldest first", default: 100,
        check: within(1...100_000))
    private static let letter = Argument<DeadLetterName>("LETTER", help: "The event by its id, or the record by its number")
    private static let letters = Argument<[DeadLetterName]>(
        repeated: "LETTER", help: "Events by their ids, records by their numbers", atLeast: 0)
    private static let all = Flag("all", help: "All (of --stage) up to --limit, instead of naming them")
    private static let dryRun = Flag("dry-run", help: "Only tell what a retry would change")
    private static let yes = Flag("yes", short: "y", help: "Do not ask")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "dlq", summary: "Look at what could not be processed, send it again or discard it",
            discussion: """
                One list has all that waits for a person: events whose last attempt has failed, which are parked, and records \
                of a topic that became no work, since they cannot be read or the database has no such event. Each has its \
                cause; a copy lies on the topic docket.dlq. What is retried or discarded leaves the list.

                Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket dlq list --stage normalization", "What normalization has given up on"),
                .init("docket dlq show 1234", "A record: where it lay, its headers, its bytes as text and in hexadecimal digits"),
                .init("docket dlq retry --all --dry-run", "What sending everything again would change"),
            ], options: [GatewayOptions.home],
            subcommands: [list(context), show(context), retry(context), discard(context)])
    }

    private static func list(_ context: CommandContext) -> Command {
        Command(
            "list", summary: "List dead letters, the oldest first",
            parameters: [stage, cause, tenant, limit, JSONOption.lines]
        ) { arguments in
            let overGateway = try await AdminGateway.run(context) { try await listed(arguments, $0) }
            let letters =
                if let overGateway { overGateway } else {
                    try await withStore(context, arguments) {
                        try await $0.all(filter(arguments), limit: arguments[limit]).map { DeadLetterDescription($0) }
                    }
                }
            context.output.show(each: letters, isJSON: arguments[JSONOption.lines]) { DeadLetterScreen.list(letters, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    private static func show(_ context: CommandContext) -> Command {
        Command(
            "show", summary: "Show a dead letter: its cause, and its event or its bytes",
            parameters: [letter, JSONOption.object]
        ) { arguments in
            let overGateway = try await AdminGateway.run(context) { gateway -> DeadLetterDescription in
                try await gateway.get("/v1/admin/dead-letters/\(arguments[letter])")
            }
            let letters =
                if let overGateway { [overGateway] } else {
                    try await withStore(context, arguments) {
                        try await chosen([arguments[letter]], $0).map { DeadLetterDescription($0, .whole) }
                    }
                }
            for letter in letters {
                context.output.show(letter, isJSON: arguments[JSONOption.object]) { DeadLetterScreen.details(letter, style: $0) }
            }
            return ExitCode.success.rawValue
        }
    }

    private static func retry(_ context: CommandContext) -> Command {
        Command(
            "retry", summary: "Send dead letters again",
            discussion: """
                A submission that failed with the event is submitted again; else the stage tries the event again, with all of \
                its attempts. A record is tried if it can be read and the database has its event by now, as after an upgrade or \
                a restore. What has moved on in the meantime is left as it is.
                """,
            parameters: [letters, all, stage, cause, tenant, limit, dryRun]
        ) { arguments in
            let isDone = try await AdminGateway.run(context) { gateway in
                try await decide(
                    "retry", arguments, gateway, context, arguments[dryRun] ? ["dryRun": true] : [:], isConfirmed: true)
                return true
            }
            if isDone != nil { return ExitCode.success.rawValue }
            try await withStore(context, arguments) { store in
                for letter in try await chosen(arguments, store) {
                    let name = DeadLetterWords.name(letter)
                    let words = "\(name): \(DeadLetterWords.words(letter))"
                    if arguments[dryRun] {
                        context.output.line("  would: \(words)")
                        continue
                    }
                    switch try await store.retry(letter) {
                    case .done, .nothing: context.output.line("  \(words)")
                    case .changedMeanwhile:
                        context.output.line(
                            context.output.style.warning("  \(name): has changed in the meantime; nothing was done"))
                    }
                }
            }
            return ExitCode.success.rawValue
        }
    }

    private static func discard(_ context: CommandContext) -> Command {
        Command(
            "discard", summary: "Give dead letters up for good",
            discussion:
                "Asks for each of them, unless --yes is given. Who did it is in the audit trail. Submissions stay as they are.",
            parameters: [letters, all, stage, cause, tenant, limit, yes]
        ) { arguments in
            let person = Operator(context: context)
            let isDone = try await AdminGateway.run(context) { gateway in
                try await decide("discard", arguments, gateway, context, [:], isConfirmed: arguments[yes])
                return true
            }
            if isDone != nil { return ExitCode.success.rawValue }
            try await withStore(context, arguments) { store in
                for letter in try await chosen(arguments, store) {
                    let name = DeadLetterWords.name(letter)
                    let isConfirmed = arguments[yes]
                    let removal = store.discard(letter)
                    if !isConfirmed {
                        guard try await person.confirms(removal.prompt) else {
                            context.output.line("  \(name): kept")
                            continue
                        }
                    }
                    let isDone = try await removal.confirm(asking: person.name) { _ in true } ?? false
                    context.output.line("  \(name): \(isDone ? "discarded" : "is in the list no more")")
                }
            }
            return ExitCode.success.rawValue
        }
    }

    // MARK: - Over the gateway

    /// The result for one dead letter.
    private struct Decided: Decodable, Sendable {
        let id: String
        let outcome: String
        let words: String
    }

    private static func decide(
        _ act: String, _ arguments: ParsedArguments, _ gateway: AdminGateway, _ context: CommandContext,
        _ more: [String: JSONValue], isConfirmed: Bool
    ) async throws {
        var names = arguments[letters].map(\.description)
        guard names.isEmpty == arguments[all] else {
            throw CommandFailure(
                .usage, names.isEmpty ? "no dead letter is named" : "--all and names contradict each other",
                advice: names.isEmpty ? "Name some, or give --all." : "Give one of them.")
        }
        if arguments[all] {
            names = try await listed(arguments, gateway).map(\.id)
            if names.isEmpty { return }
        }
        // As many as the gateway decides on at once.
        for start in stride(from: 0, to: names.count, by: 1000) {
            let part = Array(names[start..<min(start + 1000, names.count)])
            let body = more.merging(["ids": .array(part.map(JSONValue.string))]) { own, _ in own }
            let decided: AdminGateway.Items<Decided>? = try await gateway.act(
                "POST", "/v1/admin/dead-letters/\(act)", .object(body), isConfirmed: isConfirmed)
            guard let decided else { return context.output.line("  nothing was done") }
            for one in decided.items {
                context.output.line(one.outcome == "would" ? "  would: \(one.id): \(one.words)" : "  \(one.id): \(one.words)")
            }
            let known = Set(decided.items.map(\.id))
            for name in part where !known.contains(name) {
                throw CommandFailure(
                    .notFound, "\(name) is not among the dead letters", advice: "`docket dlq list` shows what is.")
            }
        }
    }

    private static func listed(
        _ arguments: ParsedArguments, _ gateway: AdminGateway
    ) async throws -> [DeadLetterDescription] {
        try await gateway.list(
            "/v1/admin/dead-letters",
            [
                ("stage", arguments[stage]?.rawValue), ("cause", arguments[cause]), ("tenant", arguments[tenant]?.rawValue),
            ], limit: arguments[limit], most: 1000)
    }

    // MARK: - What is meant

    private static func filter(_ arguments: ParsedArguments) -> DeadLetterFilter {
        DeadLetterFilter(stage: arguments[stage], cause: arguments[cause], tenant: arguments[tenant])
    }

    private static func chosen(_ arguments: ParsedArguments, _ store: DeadLetterStore) async throws -> [DeadLetter] {
        switch (arguments[letters].isEmpty, arguments[all]) {
        case (true, true): return try await store.all(filter(arguments), limit: arguments[limit])
        case (false, false): return try await chosen(arguments[letters], store)
        case (true, false): throw CommandFailure(.usage, "no dead letter is named", advice: "Name some, or give --all.")
        case (false, true):
            throw CommandFailure(.usage, "--all and names contradict each other", advice: "Give one of them.")
        }
    }

    private static func chosen(_ names: [DeadLetterName], _ store: DeadLetterStore) async throws -> [DeadLetter] {
        let found = try await store.letters(
            events: names.compactMap { if case .event(let id) = $0 { id } else { nil } },
            numbers: names.compactMap { if case .record(let number) = $0 { number } else { nil } })
        let known = Set(found.map(DeadLetterWords.name))
        for name in names where !known.contains(name.description) {
            throw CommandFailure(
                .notFound, "\(name) is not among the dead letters", advice: "`docket dlq list` shows what is.")
        }
        return found
    }

    private static func withStore<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (DeadLetterStore) async throws -> T
    ) async throws -> T {
        try await DatabaseAccess.withTables(context, arguments) { pool in
            // Nobody's own: a living service adopts what is submitted again.
            let submissions = SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/cli")
            return try await body(DeadLetterStore(pool: pool, submissions: submissions))
        }
    }
}

/// The name of a dead letter on the command line.
enum DeadLetterName: ArgumentValue, CustomStringConvertible {
    case event(EventID)
    case record(Int64)

    static var completion: Completion { .none }

    init(argument: String) throws(InvalidValue) {
        if let id = EventID(argument) {
            self = .event(id)
        } else if let number = Int64(argument), number > 0 {
            self = .record(number)
        } else {
            throw InvalidValue(expected: "the id of an event, or the number of a record")
        }
    }

    var description: String {
        switch self {
        case .event(let id): id.description
        case .record(let number): "\(number)"
        }
    }
}
