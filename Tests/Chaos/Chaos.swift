import CommandLine
import EventLoop
import FoundationEssentials
import Glibc

/// Breaks a running suite at random moments, and judges from the outside whether it kept its promise.
@main
enum Chaos {
    static func main() {
        do {
            let group = try EventLoopGroup(threads: 1, blockingThreads: 2, name: "chaos")
            Task.detached {
                exit(await Program(command(group), version: "1").run(Array(Swift.CommandLine.arguments.dropFirst())))
            }
            while true { pause() }
        } catch {
            Console.standard.errorLine("chaos: \(error)")
            exit(1)
        }
    }

    private static func command(_ group: EventLoopGroup) -> Command {
        Command(
            "chaos", summary: "Break a running suite at random moments, and look for what was lost or happened twice",
            discussion: """
                Starts the suite in a folder of its own and submits real files, good ones and bad ones, from several clients \
                that do not give up. Meanwhile it kills services, stops and continues them, ends Postgres, alters \
                its tables under a backup, takes the broker down, piles rows up for it and erases it, kills the receiver of webhooks, \
                kills decoders, lets documents take half a minute while services are rolled, fills the disk of the files (as \
                root) and moves clocks of single services (with libfaketime). With --s3 files lie on S3, which refuses and \
                breaks off. With \
                --keys-elsewhere the keys have a Postgres of their own, which ends at once now and then. With \
                --standby Postgres is a primary and a standby, and fails over while the old primary goes on answering. When all \
                is quiet it compares what the clients know to be accepted with what their webhook receiver and a live stream \
                were told, and asks the product's tables nothing.

                It runs on the embedded broker; on Apache Kafka when KAFKA_BOOTSTRAP_SERVERS names one. DOCKET_TEST_KAFKA \
                names a program that can start, kill and erase it (start --port P --dir D, kill --dir D, erase --dir D; with \
                --nodes also start --nodes N, kill I and node I); without KAFKA_BOOTSTRAP_SERVERS it starts one for the run. With \
                both, what that broker holds is erased.

                Exit code 0: nothing lost, nothing twice, nothing stuck.
                """,
            examples: [
                .init("deploy/chaos --faults 60 --seed 7", "60 faults; the same ones every time"),
                .init("DOCKET_TEST_KAFKA=… deploy/chaos --nodes 3", "Three nodes of Apache Kafka, of which one is killed"),
                .init("deploy/chaos --standby", "A standby of Postgres is promoted now and then"),
                .init("DOCKET_TEST_S3=… deploy/chaos --s3", "Files on S3, which is not always well"),
                .init("deploy/chaos --faults 6 --only clock,disk-full", "These faults alone"),
                .init("deploy/chaos --plant end-before-try", "A defect is built in, and has to be found"),
            ],
            parameters: ChaosSettings.parameters
        ) { arguments in
            let settings = ChaosSettings(
                arguments, ownFolder: ChildProcess.currentExecutableDirectory ?? ".",
                environment: ProcessInfo.processInfo.environment)
            let report = try await ChaosRun(settings: settings, group: group) { Console.standard.errorLine("chaos: \($0)") }.run()
            Console.standard.line(settings.json ? report.json : report.text)
            return report.isGood ? 0 : 1
        }
    }
}
