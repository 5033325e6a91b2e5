import CommandLine
import CommandSupport
import FoundationEssentials
import JourneyFiles
import Operations
import Postgres
import PostgresStore
import Shared

/// `docket journeys what-if`: tries changed rules on earlier submissions.
enum WhatIfCommand {
    private static let file = Argument<FilePath>("FILE", help: "The journey as it would be")
    private static let since = Option<DaysAgo>(
        "since", placeholder: "DAYS", help: "How far to look back, such as 30d or 12h", default: DaysAgo(seconds: 30 * 86_400))
    private static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only its submissions")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "what-if", summary: "Try changed rules on what was submitted",
            discussion: """
                Reads the facts that past submissions of the journey were checked on, checks them under the rules that they were \
                made under and under those of FILE, and says how many would be decided otherwise, and by which rules. What was read \
                of them is tried, too. Of submissions that reviewers decided on it says how many of those that they refused \
                each rule would have caught, and how many of those that they accepted it would have held up. Nothing is changed. Reads \
                DATABASE_URL (and DATABASE_READ_URL, a replica, where that is set) from the environment, or from the `docket up` that runs in --home; where GATEWAY_URL and DOCKET_TOKEN \
                are given instead, the gateway is asked.
                """,
            examples: [.init("docket journeys what-if proof-of-address.yaml --since 30d", "Before the file is deployed")],
            parameters: [file, since, tenant, JSONOption.object]
        ) { arguments in
            let path = arguments[file].text
            let new: JourneyDefinition
            do throws(JourneyFileFaults) {
                // Nobody is asked by it.
                new = try JourneyFolder.file(path, allowsPrivate: true).journey
            } catch {
                throw JourneysCommand.failure(error)
            }
            let report = try await report(new, of: path, context, arguments)
            context.output.show(report, isJSON: arguments[JSONOption.object]) { WhatIfScreen.lines(report, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    private static func report(
        _ new: JourneyDefinition, of path: String, _ context: CommandContext, _ arguments: ParsedArguments
    ) async throws -> WhatIfReport {
        let overGateway: WhatIfReport? = try await AdminGateway.run(context) { gateway in
            guard let text = FileText.read(path) else { throw CommandFailure(.notFound, "\(path) cannot be read any more") }
            var body: [String: JSONValue] = [
                "journey": .string(new.id.rawValue), "file": .string(text), "seconds": .number(Double(arguments[since].seconds)),
            ]
            body["tenant"] = arguments[tenant].map { .string($0.rawValue) }
            return try await gateway.done("POST", "/v1/admin/journeys/what-if", .object(body))
        }
        if let overGateway { return overGateway }
        let start = Date().addingTimeInterval(-Double(arguments[since].seconds))
        let sealing = try DatabaseAccess.sealing(context, home: GatewayOptions.homeDirectory(context, arguments))
        let result = try await DatabaseAccess.withTables(context, arguments) { pool in
            let keys = SealingKeyStore(pool: pool, sealing)
            return try await DatabaseAccess.withLongReads(context, arguments, primary: pool) { reads in
                try await WhatIfRun.run(
                    WhatIf(new: new), PostgresFactsStore(pool: pool, longReads: reads, keys: keys), since: start,
                    tenant: arguments[tenant]
                ) { context.output.showStatus("  \($0) submissions") }
            }
        }
        context.output.clearStatus()
        return WhatIfReport(result)
    }
}

/// A time before now: `30d`, `12h`, `45m`.
struct DaysAgo: ArgumentValue {
    let seconds: Int

    static var completion: Completion { .none }

    init(seconds: Int) {
        self.seconds = seconds
    }

    init(argument: String) throws(InvalidValue) {
        let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60]
        guard let unit = argument.last.flatMap({ units[$0] }), let number = Int(argument.dropLast()),
            (1...100_000).contains(number)
        else { throw InvalidValue(expected: "a time such as 30d, 12h or 45m") }
        seconds = number * unit
    }
}

extension DaysAgo: CustomStringConvertible {
    var description: String {
        seconds % 86_400 == 0 ? "\(seconds / 86_400)d" : seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m"
    }
}
