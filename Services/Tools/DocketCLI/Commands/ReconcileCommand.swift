import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import Kafka
import Operations
import PostgresStore
import ServiceRuntime
import Shared

/// `docket reconcile`: checks that nothing was lost, and emits stuck events again.
enum ReconcileCommand {
    private static let dryRun = Flag("dry-run", help: "Only look: emit nothing")
    private static let limit = Option<Int>(
        "limit", short: "n", placeholder: "COUNT", help: "How many events in flight are listed, of which all are counted",
        default: 100, check: within(0...1_000_000))
    private static let deadline = Option<DaysAgo>(
        "deadline", placeholder: "TIME", help: "How long an outcome may stay untold before it is named here",
        default: DaysAgo(seconds: 3600))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "reconcile", summary: "Prove that nothing was lost, and emit again what is stuck",
            discussion: """
                Follows every submission that was ever submitted: it has ended, is in flight or is parked. For each event in \
                flight it names what will move it: an unpublished row, a record that its group has not come to, a due attempt, a \
                process that works on it. What nothing will move (the broker was replaced, has dropped the record, or it was \
                passed over) is emitted again; age plays no part. The services do the same now and then \
                (DOCKET_RECONCILE_INTERVAL). Outcomes that nobody was told of in time are named, too, and \
                what keeps a stage from its work. Ends with \(ExitCode.missing.rawValue) if something is left that nothing will move.

                Reads DATABASE_URL and the KAFKA_ variables from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [.init("docket reconcile --dry-run", "Whether everything that was accepted is accounted for")],
            parameters: [dryRun, limit, deadline, JSONOption.object, GatewayOptions.home]
        ) { arguments in
            let overGateway = try await AdminGateway.run(context) { try await look($0, arguments) }
            let report = if let overGateway { overGateway } else { try await look(context, arguments) }
            context.output.show(report, isJSON: arguments[JSONOption.object]) { ReconcileScreen.lines(report, style: $0) }
            return (report.sound ? ExitCode.success : .missing).rawValue
        }
    }

    /// The most entries of a gateway's list, and the longest period that it looks back, in seconds.
    private static let (most, longest) = (10_000, 31_536_000)

    private static func look(_ gateway: AdminGateway, _ arguments: ParsedArguments) async throws -> ReconcileDescription {
        let (limit, deadline) = (min(arguments[limit], most), min(arguments[deadline].seconds, longest))
        let path = "/v1/admin/reconcile"
        if arguments[dryRun] { return try await gateway.get(path, [("limit", "\(limit)"), ("deadline", "\(deadline)")]) }
        return try await gateway.done(
            "POST", path, ["limit": .number(Double(limit)), "deadline": .number(Double(deadline))])
    }

    private static func look(_ context: CommandContext, _ arguments: ParsedArguments) async throws -> ReconcileDescription {
        let database = try DatabaseAccess.configuration(context, arguments)
        let kafka = try KafkaAccess.configuration(context, arguments)
        // Nobody's own: a living service adopts what is emitted.
        let owner = arguments[dryRun] ? nil : InstanceID(UUID())
        return try await DatabaseAccess.withTables(database, context) { pool in
            let overdue = try await DeliveryOverview(pool: pool).overdue(deadline: .seconds(arguments[deadline].seconds))
            let paused = try await Hindrance.all(in: pool)
            return try await KafkaAccess.reach(kafka, context, limit: reachingLimit) { admin in
                let troubles = try await admin.metadata().troubles
                var listed: [InFlightDescription] = []
                do {
                    let report = try await Auditor(store: PostgresReconcileStore(pool: pool), cluster: admin)
                        .run(emittingFor: owner) { item, status in
                            let line = InFlightDescription(item, status)
                            // What is stuck is named in any case.
                            if line.isStuck || listed.count < arguments[limit] { listed.append(line) }
                        }
                    return ReconcileDescription(report, listed, overdue, paused: paused, kafka: troubles)
                } catch let error as ClusterChanged {
                    throw CommandFailure(.timedOut, error.description, advice: "Run it again.")
                } catch let error as KafkaError where !troubles.isEmpty {
                    throw CommandFailure(
                        .unavailable, "Kafka at \(kafka.bootstrapServers): \(troubles.joined(separator: "; ")) (\(error))",
                        advice: "Run it again when that is mended.")
                }
            }
        }
    }

    private static let reachingLimit = Duration.seconds(10)
}
