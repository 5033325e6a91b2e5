import CommandLine
import Domain
import FoundationEssentials
import PostgresStore
import Shared

/// `docket dlq`: looks at what stages have given up on, and decides on it.
enum DeadLetterCommand {
    private static let stage = Option<Stage?>("stage", short: "s", placeholder: "STAGE", help: "Only of this stage")
    private static let limit = Option<Int>(
        "limit", short: "n", placeholder: "COUNT", help: "At most so many, the oldest first", default: 100,
        check: within(1...100_000))
    private static let event = Argument<EventID>("EVENT", help: "The event, by its id")
    private static let events = Argument<[EventID]>(repeated: "EVENT", help: "The events, by their ids", atLeast: 0)
    private static let all = Flag("all", help: "All (of --stage) up to --limit, instead of naming events")
    private static let dryRun = Flag("dry-run", help: "Only tell what a retry would change")
    private static let yes = Flag("yes", short: "y", help: "Do not ask")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "dlq", summary: "Look at what could not be processed, send it again or discard it",
            discussion: """
                An event whose last attempt has failed is parked, with its cause; a copy lies on the topic docket.dlq. Reads \
                DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket dlq list --stage normalization", "What normalization has given up on"),
                .init("docket dlq retry --all --dry-run", "What sending everything again would change"),
            ], options: [GatewayOptions.home],
            subcommands: [list(context), show(context), retry(context), discard(context)])
    }

    private static func list(_ context: CommandContext) -> Command {
        Command("list", summary: "List dead letters, the oldest first", parameters: [stage, limit, JSONOption.lines]) {
            arguments in
            let items = try await withStore(context, arguments) {
                try await $0.parked(stage: arguments[stage], limit: arguments[limit])
            }
            if arguments[JSONOption.lines] {
                for item in items { context.output.line(JSONText.of(ParkedScreen.Line(item))) }
            } else {
                for line in ParkedScreen.list(items, style: context.output.style) { context.output.line(line) }
            }
            return ExitCode.success.rawValue
        }
    }

    private static func show(_ context: CommandContext) -> Command {
        Command("show", summary: "Show a dead letter: its cause and its event", parameters: [event, JSONOption.object]) {
            arguments in
            let items = try await withStore(context, arguments) { try await chosen([arguments[event]], $0) }
            for item in items {
                if arguments[JSONOption.object] {
                    context.output.line(JSONText.of(ParkedScreen.Line(item)))
                } else {
                    for line in ParkedScreen.details(item, style: context.output.style) { context.output.line(line) }
                }
            }
            return ExitCode.success.rawValue
        }
    }

    private static func retry(_ context: CommandContext) -> Command {
        Command(
            "retry", summary: "Send dead letters again",
            discussion: """
                A submission that failed with the event is submitted again; else the stage tries the event again, with all of \
                its attempts. What has moved on in the meantime is left as it is.
                """,
            parameters: [events, all, stage, limit, dryRun]
        ) { arguments in
            try await withStore(context, arguments) { store in
                for item in try await chosen(arguments, store) {
                    let words = "\(item.key.eventID): \(ParkedScreen.words(item.retry, item))"
                    if arguments[dryRun] {
                        context.output.line("  would: \(words)")
                        continue
                    }
                    switch try await store.retry(item) {
                    case .done, .nothing: context.output.line("  \(words)")
                    case .changedMeanwhile:
                        context.output.line(
                            context.output.style.warning("  \(item.key.eventID): has changed in the meantime; nothing was done"))
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
            parameters: [events, all, stage, limit, yes]
        ) { arguments in
            let person = Operator(context: context)
            try await withStore(context, arguments) { store in
                for item in try await chosen(arguments, store) {
                    let isConfirmed = arguments[yes]
                    let removal = store.discard(item)
                    if !isConfirmed {
                        guard try await person.confirms(removal.prompt) else {
                            context.output.line("  \(item.key.eventID): kept")
                            continue
                        }
                    }
                    let isDone = try await removal.confirm(asking: person.name) { _ in true } ?? false
                    context.output.line("  \(item.key.eventID): \(isDone ? "discarded" : "is not parked any more")")
                }
            }
            return ExitCode.success.rawValue
        }
    }

    // MARK: - What is meant

    private static func chosen(_ arguments: ParsedArguments, _ store: ParkedItemStore) async throws -> [ParkedItem] {
        switch (arguments[events].isEmpty, arguments[all]) {
        case (true, true): return try await store.parked(stage: arguments[stage], limit: arguments[limit])
        case (false, false): return try await chosen(arguments[events], store)
        case (true, false): throw CommandFailure(.usage, "no event is named", advice: "Name events, or give --all.")
        case (false, true):
            throw CommandFailure(.usage, "--all and the names of events contradict each other", advice: "Give one of them.")
        }
    }

    private static func chosen(_ events: [EventID], _ store: ParkedItemStore) async throws -> [ParkedItem] {
        let items = try await store.parked(events: events)
        for event in events where !items.contains(where: { $0.key.eventID == event }) {
            throw CommandFailure(
                .notFound, "the event \(event) is not among the dead letters", advice: "`docket dlq list` shows what is.")
        }
        return items
    }

    private static func withStore<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (ParkedItemStore) async throws -> T
    ) async throws -> T {
        try await DatabaseAccess.withTables(context, arguments) { pool in
            // Nobody's own: a living service adopts what is submitted again.
            let submissions = SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/cli")
            return try await body(ParkedItemStore(pool: pool, submissions: submissions))
        }
    }
}
