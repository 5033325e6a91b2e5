import CommandLine
import CommandSupport
import FoundationEssentials
import Glibc
import Operations
import Shared

/// `docket tail`: prints events as they arrive, one line each.
enum TailCommand {
    private static let topics = Option<[TopicName]>(
        repeated: "topic", short: "t", placeholder: "TOPIC", help: "Only this topic, with or without `docket.`; can be repeated")
    private static let journeys = Option<[JourneyID]>(
        repeated: "journey", placeholder: "NAME", help: "Only events of this journey; can be repeated")
    private static let states = Option<[SubmissionState]>(
        repeated: "state", placeholder: "STATE", help: "Only events by which a submission enters this state; can be repeated")
    private static let tenants = Option<[TenantID]>(
        repeated: "tenant", placeholder: "NAME", help: "Only events of this tenant; can be repeated")
    private static let key = Option<String?>("key", short: "k", placeholder: "ID", help: "Only events of this submission")
    private static let filter = Option<WhereExpression?>(
        "where", short: "w", placeholder: "EXPRESSION",
        help: "Only events of which this is true, such as 'latency > 500ms and not data.attempt == 1'")
    private static let fromBeginning = Flag("from-beginning", help: "Begin with the oldest event that the broker has")
    private static let since = Option<Moment?>(
        "since", placeholder: "TIME", help: "Begin with what was published then, such as 15m ago or 2026-10-31T08:00:00Z")
    private static let until = Option<Moment?>("until", placeholder: "TIME", help: "End with what was published then")
    private static let offset = Option<Int?>(
        "offset", placeholder: "N", help: "Begin at this offset of each partition; -10 for the last ten")
    private static let follow = Flag("follow", short: "f", help: "Go on with what comes (as it does without --no-follow)")
    private static let noFollow = Flag("no-follow", help: "End after the last event that is there now; begins with the oldest")
    private static let format = Option<EventTemplate?>(
        "format", placeholder: "TEMPLATE", help: "Print fields, such as '{time} {type} {state} {latency} {data.attempt}'")
    private static let unmask = Flag(
        "unmask", help: "Show dates and findings of people's documents, which are hidden else")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "tail", summary: "Watch the events on Kafka",
            discussion: """
                A line has the event's time, topic and type, its submission and journey, the state that the submission enters, \
                how long the step from the event before took (+? where the event does not say it), and the first reason why \
                something was refused; of docket.dlq, who gave it up when and why.

                Expressions and templates name the fields of an event as its JSON has them (type, tenant, journey, \
                sequence, data.attempt, data.documents.documentType, data.verdict.documents.reasons.rule), headers.NAME of the \
                record, and topic, partition, offset, key, submission, published, state and latency. An expression compares them \
                by == != < <= > >= and ~ (contains), with and, or, not and parentheses; of a list, one member that fits is \
                enough. A field that no event has is an error. Where the latency decides and is not known, the event is not \
                shown, and how many these were is told at the end.

                What is there comes in the order of time, over all partitions. --json --unmask alone passes records on as the \
                broker gives them.

                Reads KAFKA_BOOTSTRAP_SERVERS from the environment, or from the `docket up` that runs in --home. It reads along \
                in a group of its own, and takes nothing away from anybody.
                """,
            examples: [
                .init("docket tail", "Events of all topics from now on"),
                .init("docket tail --topic outcomes --no-follow --json", "All outcomes so far, for jq"),
                .init("docket tail --since 15m --where 'latency > 2s'", "Slow steps since a quarter of an hour ago"),
                .init("docket tail --state needs_input --format '{time}\\t{submission}\\t{data.attempt}'", "A table"),
            ],
            parameters: [
                topics, journeys, states, tenants, key, filter, fromBeginning, since, until, offset, follow, noFollow,
                JSONOption.lines,
                format, unmask, GatewayOptions.home,
            ]
        ) { arguments in
            let topics = arguments[topics].map(\.topic)
            // Wrong arguments are told before anything is looked for.
            let (start, follows, choice) = (try start(arguments), try follows(arguments), try choice(arguments))
            let run = TailRun(
                context: context,
                asked: TopicsAsked(
                    context: context,
                    configuration: try KafkaAccess.configuration(context, arguments),
                    topics: topics.isEmpty ? Topic.allCases : topics, start: start, follows: follows, until: choice.until),
                choice: choice
            )
            let isInterrupted = try await Interruptible.run(context) { try await run.run() }
            context.output.clearStatus()
            run.tellOfUnjudged()
            guard isInterrupted else { return ExitCode.success.rawValue }
            Terminal(descriptor: STDERR_FILENO, environment: context.environment).line(
                "docket tail: interrupted; \(run.shown.value) events were shown")
            return ExitCode.interrupted.rawValue
        }
    }

    private static func start(_ arguments: ParsedArguments) throws -> TailStart {
        let starts: [(name: String, start: TailStart)] = [
            arguments[fromBeginning] ? ("--from-beginning", .oldest) : nil, arguments[since].map { ("--since", .time($0.time)) },
            arguments[offset].map { ("--offset", .offset($0)) },
        ].compactMap { $0 }
        guard starts.count <= 1 else {
            throw CommandFailure(
                .usage, "\(starts.map(\.name).joined(separator: " and ")) contradict each other", advice: "Give one of them.")
        }
        if let start = starts.first?.start { return start }
        return try follows(arguments) ? .now : .oldest
    }

    /// Whether to follow: an end in the past needs no waiting.
    private static func follows(_ arguments: ParsedArguments) throws -> Bool {
        if arguments[follow], arguments[noFollow] {
            throw CommandFailure(.usage, "--follow and --no-follow contradict each other", advice: "Give one of them.")
        }
        if arguments[noFollow] { return false }
        return arguments[until].map { $0.time > Timestamp(Date()) } ?? true
    }

    private static func choice(_ arguments: ParsedArguments) throws -> TailChoice {
        if arguments[JSONOption.lines], arguments[format] != nil {
            throw CommandFailure(.usage, "--json and --format contradict each other", advice: "Give one of them.")
        }
        if let since = arguments[since]?.time, let until = arguments[until]?.time, since > until {
            throw CommandFailure(
                .usage, "--since (\(since)) lies after --until (\(until)), and nothing between them",
                advice: "Exchange them, or leave one out.")
        }
        var choice = TailChoice()
        if arguments[JSONOption.lines] { choice.form = .json }
        if let template = arguments[format] { choice.form = .template(template) }
        choice.isUnmasked = arguments[unmask]
        choice.tenants = Set(arguments[tenants])
        choice.journeys = Set(arguments[journeys])
        choice.states = Set(arguments[states])
        choice.submission = arguments[key]
        choice.filter = arguments[filter]?.expression
        choice.since = arguments[since]?.time
        choice.until = arguments[until]?.time
        return choice
    }
}

/// A topic, named in full or without `docket.`.
struct TopicName: ArgumentValue, Equatable {
    let topic: Topic

    static var completion: Completion { .words(Topic.allCases.map { EventLine.shortTopic($0.name) }) }

    init(argument: String) throws(InvalidValue) {
        guard let topic = Topic(rawValue: argument) ?? Topic(rawValue: "docket.\(argument)") else {
            let names = Topic.allCases.map { EventLine.shortTopic($0.name) }.joined(separator: ", ")
            throw InvalidValue(expected: "one of \(names)")
        }
        self.topic = topic
    }
}
