import CommandLine
import CommandSupport
import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import LoadTest
import Postgres
import Shared

/// `docket replay`: replays a recording at a gateway or onto the topics.
enum ReplayCommand {
    private static let files = Argument<[FilePath]>(
        repeated: "FILE", help: "A recording of `docket record`; for --merge and --compare reports of --report")
    private static let topics = Flag("topics", help: "Publish the recorded events onto the topics of KAFKA_BOOTSTRAP_SERVERS")
    private static let speed = Option<Speed?>("speed", placeholder: "FACTOR", help: "So many times as fast as recorded")
    private static let rate = Option<Rate?>("rate", placeholder: "N", help: "So many a second, evenly, such as 2000 or 30/min")
    private static let ramp = Option<TimeSpan>(
        "ramp", placeholder: "TIME", help: "Reach the pace evenly over so long", default: TimeSpan(seconds: 0))
    private static let duration = Option<TimeSpan?>("duration", placeholder: "TIME", help: "Send nothing after so long")
    private static let loop = Flag("loop", help: "Begin anew at the recording's end, until --duration or Ctrl-C")
    private static let wait = Option<TimeSpan>(
        "wait", placeholder: "TIME", help: "How long to wait, while nothing ends, for what was accepted to end",
        default: TimeSpan(seconds: 60))
    private static let under = Option<Int>(
        "under-way", placeholder: "N", help: "At most so many that are not answered yet; more begin late, and are told",
        default: 10_000, check: within(1...1_000_000))
    private static let connections = Option<Int>(
        "connections", placeholder: "N", help: "Connections to the gateway at most", default: 256, check: within(1...20_000))
    private static let tenant = Option<TenantID>(
        "tenant", placeholder: "NAME", help: "The tenant that it goes to: `shadow`, or a name that begins with `shadow-`",
        default: "shadow")
    private static let asMyself = Flag(
        "as-myself", help: "Send with DOCKET_TOKEN, to the tenant that it belongs to, instead of a shadow tenant")
    private static let against = Option<String?>(
        "against", placeholder: "URL", help: "Send the same to this gateway, too, and compare verdicts and pages")
    private static let againstHome = Option<DirectoryPath?>(
        "against-home", placeholder: "DIR",
        help: "Folder of the `docket up` that the gateway of --against runs in, with a database of its own")
    private static let disconnect = Option<Share?>(
        "disconnect", placeholder: "SHARE", help: "Cut the connection of so many files in mid-transfer, such as 5%")
    private static let bandwidth = Option<Bandwidth?>(
        "bandwidth", placeholder: "BITS", help: "Send each file over a line as slow as this, such as 500kbit")
    private static let assertions = Option<[Assertion]>(
        repeated: "assert", short: "a", placeholder: "ASSERTION", help: "Such as 'p(99)<200' or 'lost==0'; can be repeated")
    private static let report = Option<FilePath?>("report", placeholder: "FILE", help: "Write the report as JSON")
    private static let html = Option<FilePath?>("html", placeholder: "FILE", help: "Write the report as one HTML page")
    private static let merge = Flag("merge", help: "Make one report of several generators' reports")
    private static let compare = Flag("compare", help: "Show two reports side by side")

    /// A value of `--assert`.
    struct Assertion: ArgumentValue {
        let threshold: Threshold
        static var completion: Completion { .words(["p(99)<200", "lost==0", "error_rate<1%", "outcome.p(95)<2s"]) }

        init(argument: String) throws(InvalidValue) {
            do throws(ThresholdFault) {
                threshold = try Threshold(argument)
            } catch {
                throw InvalidValue(expected: "an assertion such as 'p(99)<200' or 'lost==0': \(error)")
            }
        }
    }

    static func command(_ context: CommandContext) -> Command {
        Command(
            "replay", summary: "Play a recording at a gateway or onto the topics, and report",
            discussion: """
                A recording of uploads becomes whole submissions at the gateway (created, documents, files, submitted), of \
                synthetic documents with the recorded sizes; what comes of each is waited for. A recording of events is published \
                with --topics, under ids of its own, and read back.

                It is an open loop: things begin when they are meant to, however slow the answers are, and times count from that \
                moment (“coordinated omission” leaves nothing out). At the end everything is accounted for: sent = accepted = \
                ended, and what is missing is named by its id.

                Submissions go to a tenant of their own, with a key that `docket replay` makes in the database and revokes \
                afterwards; --against-home names the `docket up` of another build, where it does the same. With --against alone the \
                other gateway knows the same key, or DOCKET_AGAINST_TOKEN is a token of it. The outcomes of tenants called shadow or shadow-… are told to nobody, and what the run has sent is \
                erased at its end, as `docket erase` does. --as-myself uses DOCKET_TOKEN instead: what has not ended is withdrawn \
                then, and what has ended is kept as long as its journey says.

                Assertions are a comparison of p(N), avg, med, min, max (times until accepted; with outcome. before it until the \
                outcome is known; in ms, or with a unit), rate, errors, error_rate, lost, sent, accepted, ended, outcomes.STATE, \
                or differences (of --against). Ends with \(ExitCode.assertionMissed.rawValue) when one does not hold, \
                \(ExitCode.missing.rawValue) when something is missing, \(ExitCode.refused.rawValue) when two builds differ, \
                \(ExitCode.interrupted.rawValue) after Ctrl-C (with a report of what was measured until then).
                """,
            examples: [
                .init(
                    "docket replay friday.ndjson --speed 10 --assert 'p(99)<200' --assert 'lost==0'", "Friday, ten times as fast"),
                .init("docket replay friday.ndjson --rate 20 --ramp 30s --duration 5m --loop --html load.html", "A steady load"),
                .init("docket replay friday.ndjson --disconnect 5% --bandwidth 500kbit", "As from phones on trains"),
                .init("docket replay friday.ndjson --against-home ../new/.docket", "What does a new build make of it?"),
                .init("docket replay peak.ndjson --topics --rate 2000 --duration 60s", "Events onto the topics"),
                .init("docket replay --compare before.json after.json", "Two reports side by side"),
            ],
            parameters: [
                files, topics, speed, rate, ramp, duration, loop, wait, under, connections, tenant, asMyself, against,
                againstHome,
                disconnect,
                bandwidth, assertions, report, html, merge, compare,
            ] + GatewayOptions.all
        ) { arguments in
            if arguments[merge] || arguments[compare] { return try showReports(context, arguments) }
            guard arguments[files].count == 1, let file = arguments[files].first else {
                throw CommandFailure(
                    .usage, "one recording is replayed at a time", advice: "Start another docket replay beside it.")
            }
            let settings = try Self.settings(arguments)
            let opened = try await Interruptible.value(context) {
                try await RecordingFile.open(file.text, context.group.blocking)
            }
            guard let recording = opened else { return interrupted(context, "while \(file.text) was looked over") }
            if recording.scan.isCutOff {
                Terminal(descriptor: STDERR_FILENO, environment: context.environment).line(
                    "docket replay: the last line of \(file.text) is not whole: it is left out")
            }
            try check(recording, arguments)
            let clock = ReplayClock(loop: context.loop)
            let driver = ReplayDriver(context: context, file: recording, settings: settings, clock: clock)
            let run = ReplayRun(context: context, driver: driver, assertions: arguments[assertions].map(\.threshold))
            if arguments[topics] {
                return try output(context, arguments).write(try await run.run(topicTarget(context, arguments, driver))).rawValue
            }
            let target = try await Interruptible.value(context) { try await gatewayTarget(context, arguments, driver) }
            guard let target else { return interrupted(context, "while a key was made") }
            return try output(context, arguments).write(try await run.run(target)).rawValue
        }
    }

    /// The result of an interruption before there is a report.
    private static func interrupted(_ context: CommandContext, _ when: String) -> Int32 {
        Terminal(descriptor: STDERR_FILENO, environment: context.environment).line(
            "docket replay: interrupted \(when); nothing was sent")
        return ExitCode.interrupted.rawValue
    }

    // MARK: - What was asked for

    private static func settings(_ arguments: ParsedArguments) throws(CommandFailure) -> ReplaySettings {
        if arguments[speed] != nil, arguments[rate] != nil {
            throw CommandFailure(.usage, "--speed and --rate contradict each other", advice: "Give one of them.")
        }
        let (ramp, duration) = (arguments[Self.ramp].seconds, arguments[Self.duration]?.seconds)
        let factor = arguments[speed]?.factor ?? 1
        let pace: ReplaySchedule.Pace = arguments[rate].map { .rate($0.perSecond) } ?? .recorded(speed: factor)
        var words =
            arguments[rate].map { Figures.rate($0.perSecond) }
            ?? (factor == 1 ? "as recorded" : "\(Figures.plain(factor)) × as fast as recorded")
        if ramp > 0 { words += ", reached in \(Figures.span(seconds: ramp))" }
        if let duration { words += ", for \(Figures.span(seconds: duration))" }
        return ReplaySettings(
            schedule: ReplaySchedule(pace, ramp: ramp, duration: duration), pace: words, loops: arguments[loop],
            patience: arguments[wait].seconds, mostUnderWay: arguments[under])
    }

    /// Checks that the recording and the options fit each other.
    private static func check(_ recording: RecordingFile, _ arguments: ParsedArguments) throws(CommandFailure) {
        let kind = recording.scan.header.kind
        if arguments[topics], kind != .events {
            throw CommandFailure(
                .usage, "\(recording.path) is a recording of uploads, which go to a gateway",
                advice: "Leave --topics out, or make a recording without --uploads.")
        }
        if !arguments[topics], kind != .uploads {
            throw CommandFailure(
                .usage, "\(recording.path) is a recording of events, which go onto the topics",
                advice: "Give --topics, or record whole submissions with `docket record --uploads`.")
        }
        let forGateways: [(String, Bool)] = [
            ("--against", arguments[against] != nil), ("--against-home", arguments[againstHome] != nil),
            ("--disconnect", arguments[disconnect] != nil),
            ("--bandwidth", arguments[bandwidth] != nil), ("--as-myself", arguments[asMyself]),
        ]
        if arguments[topics], let name = forGateways.first(where: \.1)?.0 {
            throw CommandFailure(.usage, "\(name) is for gateways, and --topics has none", advice: "Leave one of them out.")
        }
        if !arguments[asMyself], !arguments[tenant].isShadow {
            throw CommandFailure(
                .usage, "\(arguments[tenant]) is no shadow tenant: its outcomes would be told to people",
                advice: "Name it shadow, or shadow- and something.")
        }
    }

    private static func topicTarget(
        _ context: CommandContext, _ arguments: ParsedArguments, _ driver: ReplayDriver
    ) throws -> TopicTarget {
        let kafka = try KafkaAccess.configuration(context, arguments)
        return try TopicTarget(
            context, kafka, tenant: arguments[tenant], recording: driver.file.name, pace: driver.settings.pace,
            clock: driver.clock)
    }

    private static func gatewayTarget(
        _ context: CommandContext, _ arguments: ParsedArguments, _ driver: ReplayDriver
    ) async throws -> GatewayTarget {
        let home = GatewayOptions.homeDirectory(context, arguments)
        let environment = GatewayOptions.environment(context, arguments)
        guard let url = environment["GATEWAY_URL"] else {
            throw CommandFailure(
                .configuration, "no gateway is named, and no `docket up` runs in \(home.path)",
                advice: "Name it with --gateway URL or GATEWAY_URL, or start `docket up`.")
        }
        let line =
            arguments[disconnect] == nil && arguments[bandwidth] == nil
            ? nil
            : RoughLine(disconnects: arguments[disconnect]?.value ?? 0, bandwidth: arguments[bandwidth]?.bytesPerSecond)
        let run = UUID().uuidString.lowercased()
        let tenant: ShadowTenant =
            if arguments[asMyself] {
                try .owner(of: CommandContext.token(of: environment), context)
            } else {
                try await .made(arguments[Self.tenant], context, home, try database(context, home))
            }
        func lane(_ url: String, _ tenant: ShadowTenant) throws -> GatewayLane {
            do {
                return try GatewayLane(
                    url: url, token: tenant.token, connections: arguments[connections], line: line, run: run, loop: context.loop,
                    blocking: context.group.blocking)
            } catch {
                throw GatewayOptions.failure(error, at: url)
            }
        }
        var otherTenant: ShadowTenant?
        do {
            let other = try await Self.other(context, arguments)
            otherTenant = other?.tenant
            try Task.checkCancellation()
            return GatewayTarget(
                context, lane: try lane(url, tenant), tenant: tenant,
                against: try other.map { try lane($0.url, $0.tenant ?? tenant) }, otherTenant: otherTenant,
                recording: driver.file.name, pace: driver.settings.pace,
                speed: arguments[rate] == nil ? arguments[speed]?.factor ?? 1 : nil, clock: driver.clock)
        } catch {
            // The key is of no use. In a task of its own: this one may have been cancelled.
            await context.loop.spawn { [otherTenant] in
                _ = await tenant.end()
                _ = await otherTenant?.end()
            }.value
            throw error
        }
    }

    /// The gateway to compare with, and the tenant there; nil for the same tenant as here.
    private static func other(
        _ context: CommandContext, _ arguments: ParsedArguments
    ) async throws -> (url: String, tenant: ShadowTenant?)? {
        let token = context.variable("DOCKET_AGAINST_TOKEN")
        guard let folder = arguments[againstHome] else {
            return arguments[against].map { ($0, token.map { ShadowTenant.owner(of: $0, context) }) }
        }
        let home = HomeDirectory.current(folder.text)
        let there = context.elsewhere(in: home)
        guard let url = arguments[against] ?? there.variable("GATEWAY_URL") else {
            throw CommandFailure(
                .configuration, "no `docket up` runs in \(home.path), which --against-home names",
                advice: "Start one there: docket up --home \(home.path)")
        }
        if let token { return (url, .owner(of: token, there)) }
        guard !arguments[asMyself] else { return (url, nil) }
        return (url, try await .made(arguments[Self.tenant], there, home, try database(there, home)))
    }

    private static func database(_ context: CommandContext, _ home: HomeDirectory) throws -> PostgresConfiguration {
        let environment = context.environment(completedFrom: home)
        guard environment["DATABASE_URL"] != nil || environment["DATABASE_URL_FILE"] != nil else {
            throw CommandFailure(
                .configuration, "no database is named, in which a key of the shadow tenant could be made",
                advice: "Set DATABASE_URL; or make a key of a tenant for tests, set DOCKET_TOKEN to it, and give --as-myself.")
        }
        return try DatabaseAccess.configuration(context, home: home)
    }

    // MARK: - Reports

    private static func output(_ context: CommandContext, _ arguments: ParsedArguments) -> ReportOutput {
        ReportOutput(
            terminal: context.output, isJSON: arguments[JSONOption.object], report: arguments[report]?.text,
            html: arguments[html]?.text)
    }

    private static let largestReport = 64 * 1024 * 1024

    private static func showReports(_ context: CommandContext, _ arguments: ParsedArguments) throws -> Int32 {
        if arguments[compare], arguments[merge] || arguments[files].count != 2 {
            throw CommandFailure(
                .usage, "--compare takes two reports, and no --merge", advice: "docket replay --compare A.json B.json")
        }
        let reports = try arguments[files].map { file throws(CommandFailure) in
            guard let bytes = FileText.bytes(file.text, limit: largestReport) else { throw CommandFailure.cannotRead(file.text) }
            do throws(ReportFault) {
                return try ReplayReport(decoding: bytes)
            } catch {
                throw CommandFailure(.notAccepted, "\(file.text): \(error)", advice: "Name files that --report has written.")
            }
        }
        if arguments[compare] {
            let comparison = ReportComparison(reports[0], reports[1])
            context.output.show(comparison, isJSON: arguments[JSONOption.object]) { comparison.lines(ReportOutput.decorate($0)) }
            return ExitCode.success.rawValue
        }
        guard var merged = ReplayReport.merging(reports) else {
            throw CommandFailure(.usage, "no report is named", advice: "docket replay --merge A.json B.json")
        }
        merged.thresholds = arguments[assertions].map { merged.result(of: $0.threshold) }
        return try output(context, arguments).write(merged).rawValue
    }
}
