import CommandLine
import DocketStore
import EventLoop
import Glibc
import HTTPClient
import Postgres
import Shared

/// `docket status`: how the installation is, on one screen.
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
                A screen that is drawn anew every second until Ctrl-C. Where there is no terminal it prints the report once, as \
                --once does. It asks the admin addresses of the services (--admin, or NAME_ADMIN_URL of the `docket up` that runs \
                in --home) for their metrics, and DATABASE_URL for what is in flight. A service or a database that does not \
                answer is shown so; with nothing that answers it ends with \(ExitCode.unavailable.rawValue).
                """,
            examples: [
                .init("docket status", "The screen"), .init("docket status --once --json", "The same for a script"),
            ], parameters: [once, admin, interval, GatewayOptions.json, GatewayOptions.home]
        ) { arguments in
            let home = HomeDirectory.current(arguments[GatewayOptions.home].text)
            let addresses = try addresses(arguments[admin], context, home)
            let database = try DatabaseAccess.configuration(context, home: home)
            let isLive = context.output.isInteractive && !arguments[once] && !arguments[GatewayOptions.json]
            let client = HTTPClient(loop: context.loop)
            let result: Result<Int32, any Error>
            do {
                result = .success(
                    try await DatabaseAccess.withPool(database, context) { pool in
                        let eye = StatusEye(context: context, addresses: addresses, client: client, pool: pool)
                        return isLive
                            ? try await watch(eye, every: .seconds(arguments[interval]), context)
                            : try await printOnce(eye, isJSON: arguments[GatewayOptions.json], context)
                    })
            } catch {
                result = .failure(error)
            }
            await client.close()
            return try result.get()
        }
    }

    private static func addresses(
        _ named: [String], _ context: CommandContext, _ home: HomeDirectory
    ) throws(CommandFailure) -> [(name: String, url: String)] {
        if !named.isEmpty {
            var addresses: [(name: String, url: String)] = []
            for text in named {
                let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
                guard halves.count == 2, halves[1].hasPrefix("http://") || halves[1].hasPrefix("https://") else {
                    throw CommandFailure(
                        .usage, "“\(text)” is no name and address of a service", advice: "Write it as NAME=http://ADDRESS:PORT.")
                }
                addresses.append((halves[0], halves[1]))
            }
            return addresses
        }
        let suffix = "_ADMIN_URL"
        let found = context.environment(completedFrom: home).filter { $0.key.hasSuffix(suffix) }
            .map { (name: $0.key.dropLast(suffix.count).lowercased(), url: $0.value) }.sorted { $0.name < $1.name }
        guard !found.isEmpty else {
            throw CommandFailure(
                .configuration, "no service is named, and no `docket up` runs in \(home.path)",
                advice: "Name the services with --admin NAME=URL.")
        }
        return found
    }

    private static func printOnce(_ eye: StatusEye, isJSON: Bool, _ context: CommandContext) async throws -> Int32 {
        let first = try await eye.look()
        try await context.loop.sleep(for: .seconds(1))
        let report = StatusReport(try await eye.look(), since: first)
        if isJSON {
            context.output.line(JSONText.of(report))
        } else {
            for line in StatusScreen.lines(
                report, width: max(80, context.output.width), height: .max, style: context.output.style)
            {
                context.output.line(line)
            }
        }
        return (report.services.contains(where: \.isUp) || report.inFlight != nil ? ExitCode.success : .unavailable).rawValue
    }

    private static func watch(_ eye: StatusEye, every interval: Duration, _ context: CommandContext) async throws -> Int32 {
        let stop = AsyncSignal<Void>()
        let signals = try SignalWatch(signals: Interruption.signals, on: context.loop)
        let listening = context.loop.spawn {
            _ = try? await signals.next()
            stop.send()
        }
        defer { listening.cancel() }
        let screen = LiveScreen(descriptor: STDOUT_FILENO)
        screen.begin()
        defer { screen.end() }
        var earlier: StatusLook?
        while stop.value == nil {
            let look = try await eye.look()
            let size = screen.size
            screen.draw(
                StatusScreen.lines(
                    StatusReport(look, since: earlier), width: size.width, height: size.height, style: context.output.style))
            earlier = look
            _ = try? await withDeadline(interval, on: context.loop) { try await stop.wait() }
        }
        return ExitCode.success.rawValue
    }
}

/// Looks at the installation.
struct StatusEye: Sendable {
    let context: CommandContext
    let addresses: [(name: String, url: String)]
    let client: HTTPClient
    let pool: PostgresPool

    private static let patience = Duration.seconds(2)

    func look() async throws -> StatusLook {
        async let services = metrics()
        async let counts = try? withDeadline(Self.patience, on: context.loop) { try await OperationsReader(pool: pool).counts() }
        let moment = ContinuousClock.now - Self.start
        return StatusLook(at: moment, services: await services, counts: await counts)
    }

    private static let start = ContinuousClock.now

    private func metrics() async -> [StatusLook.Service] {
        var found: [StatusLook.Service] = []
        for address in addresses {
            var request = ClientRequest("GET", "\(address.url)/metrics")
            request.timeout = Self.patience
            let answer = try? await client.send(request)
            let text = answer.flatMap { $0.status == 200 ? String(decoding: $0.body, as: UTF8.self) : nil }
            found.append(StatusLook.Service(name: address.name, metrics: text.map { MetricsText(parsing: $0) }))
        }
        return found
    }
}
