import CommandLine
import CommandSupport
import EventLoop
import FoundationEssentials
import Kafka
import LoadTest
import Operations
import Shared

/// `docket record`: records events or uploads for a replay.
enum RecordCommand {
    private static let file = Argument<FilePath>("FILE", help: "Where to write the recording")
    private static let uploads = Flag(
        "uploads", help: "Record how submissions were sent (sizes, types, times), from the database, instead of events")
    private static let topics = Option<[TopicName]>(
        repeated: "topic", short: "t", placeholder: "TOPIC", help: "Events of this topic, instead of uploads; can be repeated")
    private static let journeys = Option<[JourneyID]>(
        repeated: "journey", placeholder: "NAME", help: "Only of this journey; can be repeated")
    private static let tenants = Option<[TenantID]>(
        repeated: "tenant", placeholder: "NAME", help: "Only of this tenant; can be repeated")
    private static let filter = Option<WhereExpression?>(
        "where", short: "w", placeholder: "EXPRESSION", help: "Only events of which this is true, as `docket tail` takes it")
    private static let since = Option<Moment?>(
        "since", placeholder: "TIME", help: "Begin with what happened then, such as 1h ago or 2026-10-31T08:00:00Z")
    private static let until = Option<Moment?>("until", placeholder: "TIME", help: "End with what happened then")
    private static let fromBeginning = Flag("from-beginning", help: "Begin with the oldest event that the broker has")
    private static let noFollow = Flag("no-follow", help: "End after the last event that is there now; begins with the oldest")
    private static let duration = Option<TimeSpan?>("duration", placeholder: "TIME", help: "Record for so long, such as 10m")
    private static let limit = Option<Int?>(
        "limit", short: "n", placeholder: "COUNT", help: "End when so many are recorded", check: within(1...1_000_000_000))
    private static let force = Flag("force", short: "f", help: "Replace the file if there is one")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "record", summary: "Record events, or how submissions were sent, to replay them",
            discussion: """
                A recording is lines of JSON: a header with its version, then an event each with its topic and time; with \
                --uploads a submission each, with the sizes, types and times of its files. It holds ids, types, sizes and times, \
                and nothing personal: dates on documents are left out, and what rules found there; of files only their size and \
                type. `docket replay` puts synthetic documents of the same size in their place.

                Ctrl-C ends a recording, which can be replayed as it is (exit code \(ExitCode.interrupted.rawValue)). When the disk is full it \
                says how much was kept. Events come from the topics (KAFKA_BOOTSTRAP_SERVERS), --uploads from the database \
                (DATABASE_URL), or both from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket record friday.ndjson --uploads --since 24h", "How people sent yesterday, to be replayed whole"),
                .init("docket record peak.ndjson --topic submitted --topic uploads --duration 10m", "Ten minutes of two topics"),
            ],
            parameters: [
                file, uploads, topics, journeys, tenants, filter, since, until, fromBeginning, noFollow, duration, limit, force,
                JSONOption.object, GatewayOptions.home,
            ]
        ) { arguments in
            if arguments[uploads] { try refuseForUploads(arguments) }
            if arguments[fromBeginning], arguments[since] != nil {
                throw CommandFailure(.usage, "--from-beginning and --since contradict each other", advice: "Give one of them.")
            }
            if let since = arguments[since]?.time, let until = arguments[until]?.time, since > until {
                throw CommandFailure(.usage, "--since (\(since)) lies after --until (\(until))", advice: "Exchange them.")
            }
            return try await run(context, arguments)
        }
    }

    private static func refuseForUploads(_ arguments: ParsedArguments) throws(CommandFailure) {
        let given: [(String, Bool)] = [
            ("--topic", !arguments[topics].isEmpty), ("--where", arguments[filter] != nil),
            ("--duration", arguments[duration] != nil), ("--from-beginning", arguments[fromBeginning]),
            ("--no-follow", arguments[noFollow]),
        ]
        if let name = given.first(where: \.1)?.0 {
            throw CommandFailure(
                .usage, "\(name) is for events, and --uploads reads the database",
                advice: "Choose with --since, --until, --tenant and --journey.")
        }
    }

    /// The result, for scripts.
    private struct Result: Encodable {
        let file: String
        let kind: RecordingHeader.Kind
        let recorded: Int
        /// Records that were no event, or no whole submission.
        let leftOut: Int
        let bytes: Int
        let isInterrupted: Bool
    }

    private static func run(_ context: CommandContext, _ arguments: ParsedArguments) async throws -> Int32 {
        let home = GatewayOptions.homeDirectory(context, arguments)
        let kind: RecordingHeader.Kind = arguments[uploads] ? .uploads : .events
        // Wrong variables are told before a file is made.
        let database = kind == .uploads ? try DatabaseAccess.configuration(context, home: home) : nil
        let kafka = kind == .events ? try KafkaAccess.configuration(context, home: home) : nil
        let writer = try RecordingWriter(
            path: arguments[file].text, header: RecordingHeader(kind: kind, madeAt: Timestamp(Date())), replaces: arguments[force]
        )
        let counted = RecordedCount()
        let record = RecordRun(context: context, limit: arguments[limit], counted: counted, writer: writer)
        let isInterrupted = try await Interruptible.run(context) {
            if let database {
                try await DatabaseAccess.withTables(database, context) { pool in
                    try await record.uploads(
                        pool, tenants: Set(arguments[tenants]), journeys: Set(arguments[journeys]),
                        since: arguments[since]?.time, until: arguments[until]?.time)
                }
            } else if let kafka {
                try await record.events(reading(kafka, context, arguments), choice(arguments))
            }
        }
        context.output.clearStatus()
        try writer.flush()
        let result = Result(
            file: writer.path, kind: kind, recorded: counted.taken, leftOut: counted.leftOut, bytes: writer.bytes,
            isInterrupted: isInterrupted)
        show(result, json: arguments[JSONOption.object], context.output)
        return (isInterrupted ? ExitCode.interrupted : .success).rawValue
    }

    private static func reading(
        _ kafka: KafkaConfiguration, _ context: CommandContext, _ arguments: ParsedArguments
    ) -> TopicsAsked {
        let named = arguments[topics].map(\.topic)
        let ends = [
            arguments[until]?.time, arguments[duration].map { Timestamp(Date()).adding(.seconds($0.seconds)) },
        ].compactMap { $0 }.min()
        let follows = !arguments[noFollow] && (ends.map { $0 > Timestamp(Date()) } ?? true)
        let start: TailStart =
            if let since = arguments[since] {
                .time(since.time)
            } else if arguments[fromBeginning] || !follows {
                .oldest
            } else {
                .now
            }
        return TopicsAsked(
            context: context, configuration: kafka, topics: named.isEmpty ? [.uploads] : named, start: start, follows: follows,
            until: ends)
    }

    private static func choice(_ arguments: ParsedArguments) -> TailChoice {
        var choice = TailChoice()
        choice.tenants = Set(arguments[tenants])
        choice.journeys = Set(arguments[journeys])
        choice.filter = arguments[filter]?.expression
        choice.since = arguments[since]?.time
        choice.until = arguments[until]?.time
        return choice
    }

    private static func show(_ result: Result, json: Bool, _ terminal: Terminal) {
        guard !json else { return terminal.line(JSONText.of(result)) }
        let what = result.kind == .events ? "events" : "submissions"
        let style = terminal.style
        terminal.line(
            "  \(style.good("✓")) \(Figures.count(result.recorded)) \(what), \(Figures.bytes(result.bytes)), in \(result.file)"
                + (result.isInterrupted ? style.faint("  interrupted") : ""))
        if result.leftOut > 0 {
            terminal.line(style.faint("  · \(Figures.count(result.leftOut)) were left out: no event of Docket, or not whole"))
        }
        if result.recorded == 0 {
            terminal.line(style.faint("  · nothing was there to be recorded: try --since or --from-beginning"))
        }
    }
}
