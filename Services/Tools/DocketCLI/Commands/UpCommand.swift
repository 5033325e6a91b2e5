import CommandLine
import CommandSupport
import DevServer
import EventLoop
import Glibc

/// `docket up`: runs everything on one machine until it is stopped.
enum UpCommand {
    private static let demo = Flag("demo", help: "When all is ready run the demo (see `docket demo`), then stop")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "up", summary: "Run everything on this machine",
            discussion: """
                Starts a private Postgres cluster, a broker in memory and the services, each as a process of its own; \
                waits until all are ready; says where everything is; starts again what dies; and stops all of it in order on \
                Ctrl-C. Nothing is left running when it is killed.

                DATABASE_URL and KAFKA_BOOTSTRAP_SERVERS in the environment name real servers: then no embedded one is \
                started. All other variables of the environment are passed on to the services.
                """,
            examples: [
                .init("docket up", "Everything, with its data in .docket"),
                .init("docket up --home .docket2 --port 8081", "A second one beside it"),
                .init("docket up --instances normalization=2", "With two normalization workers"),
            ],
            parameters: UpOptions.all + [demo]
        ) { arguments in
            let errand = arguments[demo] ? { @Sendable in try DemoRun.errand(context) } : nil
            return try await UpRun(context: context, arguments: arguments, errand: errand).run().rawValue
        }
    }
}

/// `docket demo`: `docket up` with the demo.
enum DemoCommand {
    static func command(_ context: CommandContext) -> Command {
        Command(
            "demo", summary: "Run everything, send photos through it, check what comes out, and stop",
            discussion: """
                Makes photos (HEIC, a JPEG that lies on its side, PNG, a PDF) and sends them in; shows each stage; has one \
                submission refused on purpose; receives a webhook and verifies its signature; and checks that the resulting \
                pages are upright and hold nothing personal. Ends with code 0, or says what is not as it should be.
                """,
            parameters: UpOptions.all
        ) { arguments in
            try await UpRun(context: context, arguments: arguments) { try DemoRun.errand(context) }.run().rawValue
        }
    }
}
