import CommandLine
import CommandSupport
import HTTPClient
import Operations

/// `docket doctor`: examines an installation from outside, and reports what is wrong and what to do.
enum DoctorCommand {
    private static let admin = Option<[String]>(
        repeated: "admin", placeholder: "NAME=URL",
        help: "A service and its admin address, such as validation-2=http://10.0.0.5:9093; can be repeated")
    private static let timeout = Option<Int>(
        "timeout", placeholder: "SECONDS", help: "How long each server may take to answer", default: 3, check: within(1...60))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "doctor", summary: "Look at an installation from outside, and say what is wrong and what to do",
            discussion: """
                Looks at the variables; at Postgres, its schema and its clock; at Kafka and its topics; at the gateway and \
                whether it lets docket in; at the blob store; at each service, its version and its clock (--admin, or those of \
                the `docket up` in --home); and, of this machine, at the locks of the decoder jail and at the free space. \
                Nothing is changed, and no secret is shown.

                Ends with 0 when nothing is wrong, with \(ExitCode.configuration.rawValue) when variables or the schema are, \
                with \(ExitCode.unavailable.rawValue) when something does not answer, and with \(ExitCode.notReady.rawValue) \
                for anything else that is wrong. With --json each finding is a line: {check, state, what, advice}, where state \
                is well, attention, wrong or unknown.
                """,
            examples: [
                .init("docket doctor", "The `docket up` of this folder, or what the variables name"),
                .init("docket doctor --json | jq 'select(.state == \"wrong\")'", "What is wrong, for a script"),
                .init("docket doctor --admin gateway=http://10.0.0.4:9081", "With a service of another machine"),
            ], parameters: [admin, GatewayOptions.gateway, timeout, JSONOption.lines, GatewayOptions.home]
        ) { arguments in
            let environment = GatewayOptions.environment(context, arguments)
            let named = try arguments[admin].map { text throws(CommandFailure) in try AdminAddress(argument: text) }
            let client = HTTPClient(loop: context.loop)
            let seen = await Examination(
                context: context, home: GatewayOptions.homeDirectory(context, arguments), environment: environment,
                services: named.isEmpty ? AdminAddress.all(in: environment) : named, limit: .seconds(arguments[timeout]),
                client: client
            ).run()
            await client.close()
            let findings = Diagnosis.findings(of: seen, version: Docket.version)
            let output = context.output
            output.show(each: findings, isJSON: arguments[JSONOption.lines]) {
                DoctorScreen.lines(findings, width: output.isInteractive ? output.width : 80, style: $0)
            }
            return findings.exitCode.rawValue
        }
    }
}
