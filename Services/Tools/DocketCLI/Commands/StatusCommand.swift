import CommandLine
import CommandSupport
import EventLoop
import Glibc
import HTTPClient
import Operations
import Postgres
import PostgresStore
import Shared
import Synchronization

/// `docket status`: shows the state of the installation on one screen.
enum StatusCommand {
    private static let once = Flag("once", help: "Look twice, a second apart, print it and end")
    private static let admin = Option<[String]>(
        repeated: "admin", placeholder: "NAME=URL",
        help: "A service and its admin address, such as validation-2=http://10.0.0.5:9090; can be repeated")
    private static let interval = Option<Int>(
        "interval", placeholder: "SECONDS", help: "How often to look", default: 1, check: within(1...600))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "status", summary: "Watch throughput, latencies, lag, what is stuck, and who reads what",
            discussion: """
                A screen that is drawn anew every second until Ctrl-C, which leaves the last one behind. Where there is no terminal it prints the report once, as \
                --once does. It asks the admin addresses of the services (--admin, or NAME_ADMIN_URL of the `docket up` that runs \
                in --home) for their metrics, DATABASE_URL for what is in flight and what is paused, and \
                KAFKA_BOOTSTRAP_SERVERS, where it is set, for the lag of each partition, whoever reads it. A service, a database \
                or a broker that does not answer is shown so; with nothing that answers it ends with \
                \(ExitCode.unavailable.rawValue).
                """,
            examples: [
                .init("docket status", "The screen"), .init("docket status --once --json", "The same for a script"),
            ], parameters: [once, admin, interval, JSONOption.object, GatewayOptions.home]
        ) { arguments in
            if arguments[admin].isEmpty, let report = try await overGateway(context) {
                show(report, isJSON: arguments[JSONOption.object], context)
                return ExitCode.success.rawValue
            }
            let home = GatewayOptions.homeDirectory(context, arguments)
            let addresses = try addresses(arguments[admin], context, home)
            let database = try DatabaseAccess.configuration(context, home: home)
            let isLive = context.output.isInteractive && !arguments[once] && !arguments[JSONOption.object]
            let client = HTTPClient(loop: context.loop)
            let seen = LastReport()
            let isInterrupted = try await ending(with: client.close) {
                try await Interruptible.run(context) {
                    try await DatabaseAccess.withPool(database, context) { pool in
                        try await KafkaAccess.withReader(context, home: home) { kafka in
                            let eye = StatusReader(
                                loop: context.loop, addresses: addresses, client: client, pool: pool, kafka: kafka)
                            if isLive {
                                try await watch(eye, every: .seconds(arguments[interval]), context, seen)
                            } else {
                                try await lookTwice(eye, context, seen)
                            }
                        }
                    }
                }
            }
            guard let report = seen.value else { return ExitCode.interrupted.rawValue }
            // A screen leaves nothing behind but what was on it last.
            show(report, isJSON: arguments[JSONOption.object], context)
            if isInterrupted { return ExitCode.interrupted.rawValue }
            return (report.services.contains(where: \.isUp) || report.inFlight != nil ? ExitCode.success : .unavailable).rawValue
        }
    }

    /// The gateway's report, once; its rates are those between two requests.
    private static func overGateway(_ context: CommandContext) async throws -> StatusReport? {
        try await AdminGateway.run(context) { gateway in
            let _: StatusReport = try await gateway.get("/v1/admin/status")
            try await context.loop.sleep(for: .seconds(1))
            return try await gateway.get("/v1/admin/status")
        }
    }

    private static func addresses(
        _ named: [String], _ context: CommandContext, _ home: HomeDirectory
    ) throws(CommandFailure) -> [AdminAddress] {
        guard named.isEmpty else { return try named.map { text throws(CommandFailure) in try AdminAddress(argument: text) } }
        let found = AdminAddress.all(in: context.environment(completedFrom: home))
        guard !found.isEmpty else {
            throw CommandFailure(
                .configuration, "no service is named, and no `docket up` runs in \(home.path)",
                advice: "Name the services with --admin NAME=URL.")
        }
        return found
    }

    /// The last report, also after an interruption.
    private final class LastReport: Sendable {
        private let report = Mutex<StatusReport?>(nil)

        var value: StatusReport? { report.withLock { $0 } }

        func set(_ new: StatusReport) { report.withLock { $0 = new } }
    }

    private static func lookTwice(_ eye: StatusReader, _ context: CommandContext, _ seen: LastReport) async throws {
        let first = try await eye.look()
        try Task.checkCancellation()
        seen.set(StatusReport(first, since: nil))
        try await context.loop.sleep(for: .seconds(1))
        let second = try await eye.look()
        try Task.checkCancellation()
        seen.set(StatusReport(second, since: first))
    }

    private static func show(_ report: StatusReport, isJSON: Bool, _ context: CommandContext) {
        context.output.show(report, isJSON: isJSON) {
            StatusScreen.lines(report, width: max(80, context.output.width), height: .max, style: $0)
        }
    }

    /// Runs until it is cancelled.
    private static func watch(
        _ eye: StatusReader, every interval: Duration, _ context: CommandContext, _ seen: LastReport
    ) async throws {
        let screen = LiveScreen(descriptor: STDOUT_FILENO)
        screen.begin()
        defer { screen.end() }
        var earlier: StatusLook?
        while true {
            let look = try await eye.look()
            // What was broken off shows nobody as there.
            try Task.checkCancellation()
            let report = StatusReport(look, since: earlier)
            seen.set(report)
            let size = screen.size
            screen.draw(StatusScreen.lines(report, width: size.width, height: size.height, style: context.output.style))
            earlier = look
            try await context.loop.sleep(for: interval)
        }
    }
}
