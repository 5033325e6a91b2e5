public import CommandLine
import CommandSupport
import Configuration
public import EventLoop
import HTTPClient
import Operations
import ServiceRuntime
import Shared

/// `docket health`: whether services are ready. For container health checks, because the image has no curl.
enum HealthCommand {
    private static let names = Argument<[String]>(
        repeated: "SERVICE", help: "Of the `docket up` in --home, such as gateway or validation-2; all if none is named",
        atLeast: 0)
    private static let admin = Option<SocketAddress?>(
        "admin", placeholder: "ADDRESS",
        help:
            "The service's admin address, such as 127.0.0.1:9090; without it DOCKET_ADMIN_ADDRESS, then the `docket up` in --home"
    )
    private static let timeout = Option<Int>(
        "timeout", placeholder: "SECONDS", help: "How long a service may take to answer", default: 3, check: within(1...600))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "health", summary: "Ask services whether they are ready",
            discussion: """
                Asks a service of this or another machine on its admin address, or all services of the `docket up` that runs in \
                --home, and shows what each needs and how that is. Where nothing names an address, it is 127.0.0.1:9090. Ends \
                with 0 when all are ready, also when something is missing that they can do without for a while; with 1 when one \
                is not ready or does not answer.
                """,
            examples: [
                .init("docket health", "Inside a container: is its service ready? Beside a `docket up`: are all?"),
                .init("docket health gateway", "Is the gateway of this home ready?"),
                .init("docket health --admin 127.0.0.1:9090 --json", "The same of one address, for a program"),
            ],
            parameters: [names, admin, timeout, JSONOption.lines, GatewayOptions.home]
        ) { arguments in
            let asked = try HealthCommand.asked(
                arguments[names], admin: arguments[admin], own: context.environment, all: context.environment(arguments))
            let client = HTTPClient(loop: context.loop)
            let areReady = try await ending(with: client.close) {
                try await tell(
                    asked, AdminClient(client: client, limit: .seconds(arguments[timeout])), context,
                    isJSON: arguments[JSONOption.lines])
            }
            return (areReady ? ExitCode.success : .notReady).rawValue
        }
    }

    /// The services to ask. Pure.
    enum Asked: Equatable {
        case one(SocketAddress)
        /// Services of a home, by their names.
        case services([AdminAddress])
    }

    /// `own`: the process's variables; `all`: these completed from the home.
    static func asked(
        _ names: [String], admin: SocketAddress?, own: [String: String], all: [String: String]
    ) throws -> Asked {
        let known = AdminAddress.all(in: all)
        guard names.isEmpty else {
            if admin != nil { throw CommandFailure(.usage, "a service and --admin contradict each other", advice: "Give one.") }
            return .services(
                try names.map { name in
                    if let found = known.first(where: { $0.name == name }) { return found }
                    let there = known.map(\.name).joined(separator: ", ")
                    throw CommandFailure(
                        .notFound, "no service “\(name)” is known here",
                        advice: there.isEmpty ? "Start `docket up`, or name its folder with --home." : "There are \(there).")
                })
        }
        if let admin { return .one(admin.fromSameHost) }
        if (own["DOCKET_ADMIN_ADDRESS"] ?? "").isEmpty, !known.isEmpty { return .services(known) }
        return .one(try configuredAddress(own).fromSameHost)
    }

    /// The admin address of this environment's service: in a container, the health check has the same variables.
    static func configuredAddress(_ environment: [String: String]) throws(ConfigurationFaults) -> SocketAddress {
        try ConfigurationReader.read(environment) {
            $0.address("DOCKET_ADMIN_ADDRESS", default: "127.0.0.1:9090", "Where the service answers /health/ready")
        }
    }

    /// Prints the answers; returns whether all are ready.
    private static func tell(
        _ asked: Asked, _ admin: AdminClient, _ context: CommandContext, isJSON: Bool
    ) async throws -> Bool {
        switch asked {
        case .one(let address):
            let report: ReadinessReport
            do throws(AdminClient.Silence) {
                report = try await admin.readiness(at: "http://\(address)")
            } catch {
                throw failure(error, at: address)
            }
            context.output.show(HealthLine(report), isJSON: isJSON) { HealthScreen.lines(report, style: $0) }
            return report.ready
        case .services(let services):
            var areReady = true
            for service in services {
                let line: HealthLine
                do throws(AdminClient.Silence) {
                    line = HealthLine(try await admin.readiness(at: service.url), of: service.name)
                } catch {
                    line = HealthLine(silent: service.name, words(error))
                }
                areReady = areReady && line.ready
                context.output.show(line, isJSON: isJSON) { HealthScreen.lines(line, style: $0) }
            }
            return areReady
        }
    }

    /// The failure in words for an operator.
    static func words(_ silence: AdminClient.Silence) -> String {
        switch silence {
        case .unreachable(let error): "does not answer: \(error.words)"
        case .foreign(let status): "what answers is no admin address of Docket (status \(status))"
        }
    }

    private static func failure(_ silence: AdminClient.Silence, at address: SocketAddress) -> CommandFailure {
        switch silence {
        case .unreachable(let error):
            CommandFailure(
                .notReady, "no service answers at \(address): \(error.words)",
                advice: "Does it run, and does --admin or DOCKET_ADMIN_ADDRESS name its admin address?")
        case .foreign(let status):
            CommandFailure(
                .notReady, "what answers at \(address) is no admin address of Docket (status \(status))",
                advice: "Name the admin address, not the public one, with --admin or DOCKET_ADMIN_ADDRESS.")
        }
    }
}

/// The health of one service; a line of JSON.
struct HealthLine: Encodable, Sendable {
    /// Nil for a service that was asked by its address.
    var service: String?
    let ready: Bool
    let degraded: Bool
    let parts: [ReadinessReport.Part]
    /// Why there is no report.
    var error: String?

    init(_ report: ReadinessReport, of service: String? = nil) {
        self.service = service
        (ready, degraded, parts) = (report.ready, report.degraded, report.parts)
    }

    init(silent service: String, _ error: String) {
        self.service = service
        (ready, degraded) = (false, true)
        parts = []
        self.error = error
    }
}

/// The readiness of a service as lines. Faults come first, for readers of one line.
enum HealthScreen {
    static func lines(_ report: ReadinessReport, style: Style) -> [String] {
        [headline(report.ready, report.degraded, style)] + table(report.parts, style)
    }

    /// One of several services; its healthy parts are left out.
    static func lines(_ line: HealthLine, style: Style) -> [String] {
        let name = style.bold(line.service ?? "") + "  "
        if let error = line.error { return [name + style.bad(error)] }
        return [name + headline(line.ready, line.degraded, style)] + table(line.parts.filter { rank($0) < 2 }, style)
    }

    private static func table(_ parts: [ReadinessReport.Part], _ style: Style) -> [String] {
        var table = Table()
        for part in parts.sorted(by: { rank($0) < rank($1) }) { table.row(part.name, mark(part, style), note(part)) }
        return table.lines()
    }

    private static func headline(_ isReady: Bool, _ isDegraded: Bool, _ style: Style) -> String {
        switch (isReady, isDegraded) {
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
