import CommandLine
import CommandSupport
import Configuration
import Domain
import EventLoop
import Kafka
import Postgres
import PostgresStore
import Shared

/// `docket migrate`: migrates the database, and creates the topics.
enum MigrateCommand {
    private static let topics = Flag(
        "topics", help: "Make Docket's Kafka topics as well, with DOCKET_TOPIC_PARTITIONS and DOCKET_TOPIC_REPLICATION")
    private static let grow = Flag(
        "grow", help: "With --topics: add partitions to topics that have fewer than DOCKET_TOPIC_PARTITIONS")
    private static let timeout = Option<Int>(
        "timeout", placeholder: "SECONDS", help: "How long to wait for Postgres and Kafka", default: 60, check: within(0...3600))

    private static let taking = Flag(
        "take-keys",
        help:
            "Take the keys in the database of DOCKET_KEYS_URL for this installation alone, as after a restore: another one that uses "
            + "them is not ready from then on")

    private static let plan = Flag("plan", help: "Show what would be done and who would wait for it; nothing is changed")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "migrate", summary: "Bring the database up to date",
            discussion: """
                Reads DATABASE_URL, or DATABASE_DIRECT_URL beside DATABASE_POOLER=transaction (and, with --topics, the KAFKA_ \
                variables), from the environment, or from the `docket up` that runs in --home. Safe to run at any time and several \
                times at once: what has been done is left alone.

                --plan shows the steps that are missing, and of each which tables wait while it runs; with --json a line for \
                each: {version, name, isBeside, locks: [{table, holdsReaders}]}. A step that runs beside others holds a table for \
                moments; any other one holds it until the step is over. Ends with 0 also when steps are missing.

                Where DOCKET_KEYS_URL (or the file of DOCKET_KEYS_URL_FILE) names another database, the keys of submissions are \
                moved there, or reached there by this address from now on. Each key stays until it is seen there; nobody reads or \
                writes one meanwhile. Rows that were restored, or copied, reach no keys until --take-keys gives them to this \
                installation alone. See `docket help encryption`.

                --topics makes topics that are missing, and names those that have fewer partitions than DOCKET_TOPIC_PARTITIONS. \
                --grow adds these while everything runs; Kafka takes none away again. See `docket help deploying`.
                """,
            examples: [
                .init("docket migrate --plan", "What would a newer version do to the database?"),
                .init("docket migrate --topics", "Before the services of a new version start"),
                .init("docket migrate --take-keys", "After `deploy/restore`, where the keys are in a database of their own"),
                .init("DOCKET_TOPIC_PARTITIONS=24 docket migrate --topics --grow", "More workers than there are partitions"),
            ],
            parameters: [topics, grow, plan, taking, JSONOption.lines, timeout, GatewayOptions.home]
        ) { arguments in
            if arguments[plan], arguments[topics] {
                throw CommandFailure(.usage, "--plan tells nothing of topics", advice: "Give --plan or --topics.")
            }
            if arguments[grow], !arguments[topics] {
                throw CommandFailure(.usage, "--grow goes with --topics alone", advice: "Give --topics as well.")
            }
            if arguments[JSONOption.lines], !arguments[plan] {
                throw CommandFailure(.usage, "--json goes with --plan alone")
            }
            let home = GatewayOptions.homeDirectory(context, arguments)
            let limit = Duration.seconds(arguments[timeout])
            let database = try DatabaseAccess.directConfiguration(context, home: home)
            let keys = try DatabaseAccess.keys(context, home: home)
            if arguments[taking], keys == nil {
                throw CommandFailure(
                    .usage, "--take-keys needs DOCKET_KEYS_URL", advice: "Name the database that has the keys in it.")
            }
            // All configurations are read before anything is done.
            let kafka = arguments[topics] ? try KafkaAccess.configuration(context, home: home) : nil
            let specifications = arguments[topics] ? try TopicLayout.specifications(context.environment(arguments)) : []

            if arguments[plan] {
                let missing = try await DatabaseAccess.migrating(database, context, limit: limit) { try await $0.plan() }
                let plans = missing.map(MigrationPlan.init)
                context.output.show(each: plans, isJSON: arguments[JSONOption.lines]) { _ in MigrationPlan.lines(missing) }
                if let keys, !arguments[JSONOption.lines] {
                    context.output.line("would put the keys of submissions into \(keys.place), unless they are there")
                }
                return ExitCode.success.rawValue
            }
            let applied = try await DatabaseAccess.migrate(database, context, limit: limit)
            for migration in applied { context.output.line("applied \(migration.version) \(migration.name)") }
            if applied.isEmpty { context.output.line("The database is up to date.") }
            if let keys {
                let outcome = try await DatabaseAccess.putKeys(of: database, into: keys, context, taking: arguments[taking])
                context.output.line(line(outcome, keys.place))
            }
            guard let kafka else { return ExitCode.success.rawValue }
            // Changing topics takes a busy cluster longer than an answer does.
            let found = try await KafkaAccess.reach(kafka, context, limit: limit, patience: .seconds(15)) { admin in
                let made = try await admin.createTopics(specifications)
                for topic in made { context.output.line("made topic \(topic)") }
                if made.isEmpty { context.output.line("All topics exist.") }
                let grown = arguments[grow] ? try await admin.addPartitions(to: specifications) : []
                let found = try await admin.metadata().topics
                for topic in grown { context.output.line("topic \(topic) has \(found[topic] ?? 0) partitions now") }
                return found
            }
            context.output.show(TopicLayout.complaints(specifications, found: found))
            return ExitCode.success.rawValue
        }
    }

    private static func line(_ outcome: KeysElsewhere.Outcome, _ place: String) -> String {
        switch outcome {
        case .moved(let keys, let salts): "moved \(keys) keys of submissions and \(salts) salts of the log into \(place)"
        case .connected: "The keys of submissions are reached in \(place) from now on."
        case .unchanged: "The keys of submissions are in \(place)."
        }
    }
}
