import CommandLine
import CommandSupport
import Domain
import EventLoop
import FoundationEssentials
import Operations
import Postgres
import PostgresStore
import Shared
import Synchronization

/// `docket follow`: prints the story of one submission.
enum FollowCommand {
    private static let id = Argument<SubmissionID>("SUBMISSION", help: "The submission, by its id")
    private static let noFollow = Flag("no-follow", help: "End after what has happened so far")
    private static let interval = Duration.milliseconds(300)

    static func command(_ context: CommandContext) -> Command {
        Command(
            "follow", summary: "Tell the story of one submission, until it ends",
            discussion: """
                Every event and where it lies on its topic, by which rules which documents were refused and what would satisfy \
                them, what each stage made of it, retries and what was parked or given up, each try to tell somebody, what \
                people did, and what keeps a stage from its work, in the order of causes; and at the end why it is where it is, \
                and how long it was in each state. It goes on until nothing happens by itself any more, or until Ctrl-C, which ends it with the times so far. With \
                --json each is a line, and the last one, of the kind “summary”, has the states' times and the reasons. No \
                contents and nothing personal is shown.

                Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket follow ID", "What happened and what happens"),
                .init("docket follow ID --no-follow --json", "What happened so far, for jq"),
            ], parameters: [id, noFollow, JSONOption.lines, GatewayOptions.home]
        ) { arguments in
            let telling = Telling(ProgressPrinter(style: context.output.style, isJSON: arguments[JSONOption.lines]))
            let home = GatewayOptions.homeDirectory(context, arguments)
            let isInterrupted = try await Interruptible.run(context) {
                let isTold = try await AdminGateway.run(context) { gateway in
                    try await follow(telling, arguments, context, every: .seconds(1)) {
                        try await gateway.get("/v1/admin/stories/\(arguments[id])")
                    }
                    return true
                }
                if isTold != nil { return }
                try await following(context, home) { pool, kafka in
                    let (reader, brokers) = (StoryReader(pool: pool), BrokerWatch())
                    try await follow(telling, arguments, context, every: interval) {
                        guard let story = try await reader.story(of: arguments[id]) else {
                            throw CommandFailure(
                                .notFound, "there is no submission \(arguments[id])",
                                advice:
                                    "Is it of this installation? `docket tail --no-follow` shows which ones there were lately.")
                        }
                        var hindrances: [Hindrance] = []
                        if !story.hasEnded {
                            hindrances = try await Hindrance.all(in: pool)
                            hindrances += await brokers.troubles(kafka)
                        }
                        return StoryDescription(story, hindrances: hindrances, at: Timestamp(Date()))
                    }
                }
            }
            context.output.clearStatus()
            for line in telling.end() { context.output.line(line) }
            return (isInterrupted ? ExitCode.interrupted : .success).rawValue
        }
    }

    /// Prints new parts of the story until it has ended.
    private static func follow(
        _ telling: Telling, _ arguments: ParsedArguments, _ context: CommandContext, every interval: Duration,
        _ read: () async throws -> StoryDescription
    ) async throws {
        while true {
            let story = try await read()
            for line in telling.tell(story, at: Timestamp(Date())) { context.output.line(line) }
            if arguments[noFollow] || story.ended { return }
            let words = SubmissionState(rawValue: story.state)?.words ?? ""
            context.output.showStatus("  \(story.state): \(words); Ctrl-C ends this")
            try await context.loop.sleep(for: interval)
        }
    }

    private static func following(
        _ context: CommandContext, _ home: HomeDirectory, _ body: (PostgresPool, KafkaReader?) async throws -> Void
    ) async throws {
        try await DatabaseAccess.withTables(try DatabaseAccess.configuration(context, home: home), context) { pool in
            try await KafkaAccess.withReader(context, home: home) { kafka in try await body(pool, kafka) }
        }
    }

    /// What was printed so far, also after an interruption.
    private final class Telling: Sendable {
        private let state: Mutex<(teller: ProgressPrinter, last: StoryDescription?)>

        init(_ teller: ProgressPrinter) { state = Mutex((teller, nil)) }

        func tell(_ story: StoryDescription, at now: Timestamp) -> [String] {
            state.withLock {
                $0.last = story
                return $0.teller.tell(story, at: now)
            }
        }

        func end() -> [String] {
            state.withLock { state in state.last.map { state.teller.end($0) } ?? [] }
        }
    }
}

/// Prints the new parts of a story that is read repeatedly.
struct ProgressPrinter: Sendable {
    let style: Style
    let isJSON: Bool
    private var told: Set<StoryLine> = []
    /// The hindrances that were printed and have not been reported as over.
    private var holding: [Hindrance] = []
    private var hasBegun = false

    init(style: Style, isJSON: Bool) {
        self.style = style
        self.isJSON = isJSON
    }

    mutating func tell(_ story: StoryDescription, at now: Timestamp) -> [String] {
        let hindrances = story.hindrances
        var output: [String] = []
        if !hasBegun, !isJSON {
            output.append(style.bold("\(story.submission)") + "  \(story.journey) of \(story.tenant)")
            if let erased = story.erasedAt { output.append(style.warning("  was erased at \(erased)")) }
        }
        hasBegun = true
        let over = holding.filter { !hindrances.contains($0) }.map { $0.line("goes on", at: now, isBad: false) }
        let new = hindrances.filter { !holding.contains($0) }.map { $0.line($0.words, at: now, isBad: true) }
        holding = hindrances
        let lines = over + story.lines.filter { told.insert($0).inserted } + new
        return output + lines.map { isJSON ? JSONText.of($0) : text($0) }
    }

    func end(_ story: StoryDescription) -> [String] {
        if isJSON {
            return [
                JSONText.of(
                    Summary(submission: story.submission, state: story.state, stages: story.stages, reasons: story.reasons))
            ]
        }
        var table = Table()
        for time in story.stages { table.row(time.state, Duration.milliseconds(time.milliseconds).shortText) }
        var why = story.reasons.map { reason in
            "  \(reason.refuses ? style.bad("✗") : style.warning("!"))  \(reason.text)"
        }
        if story.state == SubmissionState.failed.rawValue, let cause = story.givenUpBecause {
            why.append("  \(style.bad("✗"))  \(cause)")
        }
        let words = SubmissionState(rawValue: story.state)?.words ?? ""
        return [style.bold(story.state) + "  \(words)"] + why + table.lines(first: style.accent)
    }

    private struct Summary: Encodable {
        let kind = "summary"
        let submission: String
        let state: String
        let stages: [StageTime]
        /// Why the submission is in its state.
        let reasons: [StoryDescription.Why]

        private enum CodingKeys: String, CodingKey { case kind, submission, state, stages, reasons }
    }

    private func text(_ line: StoryLine) -> String {
        let mark =
            switch line.kind {
            case .event: "●"
            case .reason: line.isBad ? "  ✗" : "  !"
            case .published: "  →"
            case .work: "  ✓"
            case .retry: "  ↻"
            case .parked, .deadLetter: "  ✗"
            case .told: "    ✉"
            case .act: "☞"
            case .held: "  ‖"
            }
        let words = [
            line.sequence.map { "#\($0)" }, line.kind == .deadLetter ? "\(line.what) → docket.dlq" : line.what, line.record,
            line.note,
            line.milliseconds.map { style.faint("+\(Duration.milliseconds($0).shortText)") },
        ].compactMap(\.self).joined(separator: "  ")
        let body = "\(mark) \(words)"
        return "\(style.faint(line.time.description))  \(line.isBad ? style.bad(body) : body)"
    }
}

extension Hindrance {
    fileprivate func line(_ words: String, at now: Timestamp, isBad: Bool) -> StoryLine {
        StoryLine(
            kind: .held, time: now, what: stage, sequence: nil, record: nil, note: words, milliseconds: nil, isBad: isBad)
    }
}
