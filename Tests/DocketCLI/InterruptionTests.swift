import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Kafka
import LoadTest
import Postgres
import Shared
import Support
import Synchronization
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// Ctrl-C in a terminal and SIGINT in a script: what was measured, recorded or shown until then is told, and the exit code says so.
@Suite(.timeLimit(.minutes(3))) struct InterruptionTests {
    private static let topics = Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) })

    /// The embedded broker with so many events on `docket.submitted`, and how `docket` finds it.
    private func broker(with count: Int) async throws -> (cluster: EmbeddedCluster, environment: [String: String]) {
        let cluster = try EmbeddedCluster(topics: Self.topics)
        let environment = ["KAFKA_BOOTSTRAP_SERVERS": cluster.bootstrapServers, "KAFKA_FETCH_WAIT": "5ms"]
        let folder = try TemporaryFolder()
        let filled = try await OperatorGround.docket(
            [
                "replay", try SampleRecordings.file(SampleRecordings.events(count), .events, in: folder), "--topics", "--rate",
                "20000",
            ], environment: environment)
        try #require(filled.code == .success, "\(filled.errors)")
        return (cluster, environment)
    }

    @Test func `tail tells how many events it has shown`() async throws {
        let program = try BuiltPrograms.commandLine()
        let (cluster, environment) = try await broker(with: 5)
        try await TerminalSession.run("'\(program)' tail --from-beginning", environment: environment, width: 160) { terminal in
            let shown = try await terminal.shows("five events", keepingAs: "tail") {
                $0.matches(of: /submission\.submitted/).count == 5 && $0.contains("Ctrl-C ends it")
            }
            #expect(shown.contains("shadow") == false, "a line has the journey, not the tenant")
            try await terminal.press("C-c")
            let ended = try await terminal.end()
            #expect(ended.contains("ended with 130") && ended.contains("docket tail: interrupted; 5 events were shown"))
        }
        let script = try await Program.start(program, ["tail", "--from-beginning", "--json"], environment: environment)
        try await eventually("five lines") { script.output.split(separator: "\n").count == 5 }
        #expect(await script.stop(SIGINT) == .exited(130))
        #expect(script.output.split(separator: "\n").count { $0.hasPrefix("{") } == 5)
        _ = cluster
    }

    @Test func `a recording ends whole, and can be replayed`() async throws {
        let program = try BuiltPrograms.commandLine()
        let (cluster, environment) = try await broker(with: 40)
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/cut.ndjson"
        try await TerminalSession.run(
            "'\(program)' record \(file) --topic submitted --from-beginning", environment: environment
        ) { terminal in
            _ = try await terminal.shows("its progress", keepingAs: "record") { $0.contains("40 events in") }
            try await terminal.press("C-c")
            let ended = try await terminal.end()
            #expect(ended.contains("ended with 130") && ended.contains("40 events") && ended.contains("interrupted"))
        }
        let again = try await OperatorGround.docket(
            ["replay", file, "--topics", "--rate", "1000", "--assert", "ended==40"], environment: environment)
        #expect(again.code == .success, "\(again.errors)\(again.output)")
        _ = cluster
    }

    @Test func `a recording that meets the limit of files keeps whole lines, and says how many`() async throws {
        let program = try BuiltPrograms.commandLine()
        let (cluster, environment) = try await broker(with: 3_000)
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/full.ndjson"
        let recorded = try await Program.run(
            "bash", ["-c", #"ulimit -f 300; exec "$0" record "$1" --topic submitted --no-follow"#, program, file],
            environment: environment)
        #expect(recorded.status == .exited(ExitCode.cannotCreate.rawValue), "\(recorded.complaints)")
        let lines = try #require(FileText.read(file, limit: 1_000_000)).split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.count - 2
        #expect(lines.last?.isEmpty == true && kept > 100 && kept < 3_000)
        #expect(lines.dropFirst().dropLast().allSatisfy { RecordedEvent(line: Array($0.utf8)[...]) != nil })
        #expect(recorded.complaints.contains("\(Figures.count(kept)) are kept in it"), "\(recorded.complaints)")
        #expect(recorded.complaints.contains("ulimit -f"))
        let again = try await OperatorGround.docket(
            ["replay", file, "--topics", "--rate", "20000", "--assert", "ended==\(kept)"], environment: environment)
        #expect(again.code == .success, "\(again.errors)")
        _ = cluster
    }

    @Test func `a replay reports what was measured`() async throws {
        let program = try BuiltPrograms.commandLine()
        let gateway = try GatewayDouble { _ in .accepted }
        let url = try gateway.start()
        let folder = try TemporaryFolder()
        let recording = try SampleRecordings.file(SampleRecordings.uploads(20), .uploads, in: folder)
        let options = "--as-myself --gateway \(url) --rate 20 --loop --report \(folder.path)/r.json"
        do {
            try await TerminalSession.run("'\(program)' replay \(recording) \(options)") { terminal in
                _ = try await terminal.shows("its progress", keepingAs: "replay") { $0.contains("/s") && $0.contains("p99") }
                try await eventually("some have ended") { gateway.state.withLock { $0.submitted.count } > 3 }
                try await terminal.press("C-c")
                let ended = try await terminal.end(keepingAs: "replay-report")
                #expect(ended.contains("ended with 130"))
            }
            let bytes = try #require(FileText.bytes("\(folder.path)/r.json", limit: 10_000_000))
            let report = try ReplayReport(decoding: bytes)
            #expect(report.isInterrupted && report.counts.sent > 3 && report.latency.count > 0)
        } catch {
            await gateway.stop()
            throw error
        }
        await gateway.stop()
    }

    /// A gateway that takes connections and says nothing.
    @Test func `a replay that has not begun ends at once`() async throws {
        let program = try BuiltPrograms.commandLine()
        let silent = try SilentServer()
        let folder = try TemporaryFolder()
        let started = try await Program.start(
            program,
            [
                "replay", try SampleRecordings.file(SampleRecordings.uploads(2), .uploads, in: folder), "--as-myself",
                "--gateway", silent.url, "--report", "\(folder.path)/r.json",
            ])
        try await silent.waitForCaller()
        started.process.signalGroup(SIGINT)
        // Asking the gateway what is to be cleaned up takes long as well: the second Ctrl-C ends that.
        try await eventually("it cleans up, or has ended") {
            if started.process.status != nil { return true }
            started.process.signalGroup(SIGINT)
            return false
        }
        #expect(started.process.status == .exited(130), "\(started.output)")
        let bytes = try #require(FileText.bytes("\(folder.path)/r.json", limit: 10_000_000))
        let report = try ReplayReport(decoding: bytes)
        #expect(report.isInterrupted && report.counts.sent == 0)
    }

    @Test func `follow tells the times so far`() async throws {
        let program = try BuiltPrograms.commandLine()
        try await OperatorGround.run { ground in
            let submission = try await ground.submissions.submittedSample()
            let environment = ["DATABASE_URL": ground.database.configuration.connectionString]
            try await TerminalSession.run("'\(program)' follow \(submission.id)", environment: environment) { terminal in
                _ = try await terminal.shows("the story", keepingAs: "follow") {
                    $0.contains("submission.submitted") && $0.contains("Ctrl-C ends this")
                }
                try await terminal.press("C-c")
                let ended = try await terminal.end()
                #expect(ended.contains("ended with 130"))
                let times = ended.split(separator: "\n").map { $0.drop { $0 == " " } }
                #expect(times.contains { $0.hasPrefix("draft ") }, "the states' times: \(ended)")
            }
            let script = try await Program.start(program, ["follow", "\(submission.id)", "--json"], environment: environment)
            try await eventually("the story") { script.output.contains("submission.submitted") }
            #expect(await script.stop(SIGINT) == .exited(130))
            let last = try #require(script.output.split(separator: "\n").last)
            #expect(last.contains(#""kind":"summary""#) && last.contains(#""state":"submitted""#))
        }
    }
}
