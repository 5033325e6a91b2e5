public import CommandLine
import Configuration
public import EventLoop
import HTTPClient
import ServiceRuntime
import Shared

/// `docket health`: whether one service is ready. What runs containers asks it, for there is no curl in the image.
enum HealthCommand {
    private static let admin = Option<SocketAddress?>(
        "admin", placeholder: "ADDRESS",
        help: "The service's admin address, such as 127.0.0.1:9090; without it DOCKET_ADMIN_ADDRESS, then 127.0.0.1:9090")
    private static let json = Flag("json", help: "Print what the service answers as JSON, and nothing else on standard output")
    private static let timeout = Option<Int>(
        "timeout", placeholder: "SECONDS", help: "How long the service may take to answer", default: 3, check: within(1...600))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "health", summary: "Ask a service whether it is ready",
            discussion: """
                Asks a service of this or another machine on its admin address, and shows what it needs and how that is. Ends \
                with 0 when the service is ready, also when something is missing that it can do without for a while; with 1 when \
                it is not ready or does not answer.
                """,
            examples: [
                .init("docket health", "Inside a container: is its service ready?"),
                .init("docket health --admin 127.0.0.1:9090 --json", "The same for a program"),
            ],
            parameters: [admin, timeout, json]
        ) { arguments in
            let address = try arguments[admin] ?? configuredAddress(context.environment)
            let report = try await ask(address.fromSameHost, limit: .seconds(arguments[timeout]), context)
            if arguments[json] {
                context.output.line(JSONText.of(report))
            } else {
                for line in HealthScreen.lines(report, style: context.output.style) { context.output.line(line) }
            }
            return (report.ready ? ExitCode.success : .notReady).rawValue
        }
    }

    /// Where the service of this environment listens: a container's variables are the health check's, too.
    static func configuredAddress(_ environment: [String: String]) throws(ConfigurationFaults) -> SocketAddress {
        var reader = ConfigurationReader(environment: environment)
        let address = reader.address(
            "DOCKET_ADMIN_ADDRESS", default: "127.0.0.1:9090", "Where the service answers /health/ready")
        try reader.finish()
        return address
    }

    private static func ask(_ address: SocketAddress, limit: Duration, _ context: CommandContext) async throws -> ReadinessReport
    {
        var request = ClientRequest("GET", "http://\(address)/health/ready")
        request.timeout = limit
        let client = HTTPClient(loop: context.loop)
        let answer: ClientResponse
        do throws(HTTPClientError) {
            answer = try await client.send(request)
        } catch {
            await client.close()
            throw CommandFailure(
                .notReady, "no service answers at \(address): \(error)",
                advice: "Does it run, and does --admin or DOCKET_ADMIN_ADDRESS name its admin address?")
        }
        await client.close()
        // Not ready is 503, with the same report.
        guard answer.status == 200 || answer.status == 503,
            let report = try? CanonicalJSON.decode(ReadinessReport.self, from: answer.body)
        else {
            throw CommandFailure(
                .notReady, "what answers at \(address) is no admin address of Docket (status \(answer.status))",
                advice: "Name the admin address, not the public one, with --admin or DOCKET_ADMIN_ADDRESS.")
        }
        return report
    }
}

/// What a service says of its readiness, as lines: what is wrong comes first, for readers of one line.
enum HealthScreen {
    static func lines(_ report: ReadinessReport, style: Style) -> [String] {
        var parts = Table()
        for part in report.parts.sorted(by: { rank($0) < rank($1) }) {
            parts.row(part.name, mark(part, style), note(part))
        }
        return [headline(report, style)] + parts.lines()
    }

    private static func headline(_ report: ReadinessReport, _ style: Style) -> String {
        switch (report.ready, report.degraded) {
        case (true, false): style.good("ready")
        case (true, true): style.warning("ready, but degraded")
        case (false, _): style.bad("not ready")
        }
    }

    private static func rank(_ part: ReadinessReport.Part) -> Int {
        switch part.status {
        case "ok": 2
        case "degraded": 1
        default: 0
        }
    }

    private static func mark(_ part: ReadinessReport.Part, _ style: Style) -> String {
        switch rank(part) {
        case 2: style.good(part.status)
        case 1: style.warning(part.status)
        default: style.bad(part.status)
        }
    }

    private static func note(_ part: ReadinessReport.Part) -> String {
        let necessity = part.required ? "required" : "not required"
        return part.reason.map { "\(necessity): \($0)" } ?? necessity
    }
}

extension SocketAddress: ArgumentValue {
    public static var completion: Completion { .none }

    public init(argument: String) throws(InvalidValue) {
        do throws(SocketError) {
            try self.init(parsing: argument)
        } catch {
            throw InvalidValue(expected: "an address and a port, such as 127.0.0.1:9090 or [::1]:9090")
        }
    }
}
