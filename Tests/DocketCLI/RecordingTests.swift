import CommandLine
import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Kafka
import LoadTest
import Shared
import Support
import Synchronization
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket record` on the embedded broker, and what can be replayed and what cannot.
@Suite(.timeLimit(.minutes(3))) struct RecordingTests {
    @Test(arguments: [
        ("hello\n", "it is no recording"), ("", "it is no recording"), ("\u{1F}\u{8B}gzip\n", "it is no recording"),
        (#"{"format":"docket-recording","version":7}"# + "\n", "version 7"),
        (
            #"{"format":"docket-recording","version":1,"kind":"uploads","madeAt":"2026-01-01T00:00:00.000Z"}"# + "\n",
            "nothing was recorded"
        ),
        (
            #"{"format":"docket-recording","version":1,"kind":"uploads","madeAt":"2026-01-01T00:00:00.000Z"}"# + "\nhello\n{}\n",
            "line 2 is damaged"
        ),
    ])
    func aForeignFileIsRefused(_ content: String, _ problem: String) async throws {
        let folder = try TemporaryFolder()
        try FileText.write("\(folder.path)/x", bytes: Array(content.utf8))
        let outcome = try await OperatorGround.docket(
            ["replay", "\(folder.path)/x", "--as-myself", "--gateway", "http://127.0.0.1:1"], environment: [:])
        #expect(outcome.code == .notAccepted && outcome.errors.contains(problem), "\(outcome.errors)")
    }

    @Test(arguments: [
        ["--speed", "2", "--rate", "3"], ["--tenant", "acme"], ["--topics"], ["--assert", "p(99)"], ["--bandwidth", "1"],
        ["--disconnect", "200%"], ["--rate", "0"], ["--compare"], ["--ramp", "soon"],
    ])
    func wrongArgumentsAreToldBeforeAnythingIsSent(_ options: [String]) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await OperatorGround.docket(
            ["replay", try SampleRecordings.file(SampleRecordings.uploads(1), .uploads, in: folder)] + options,
            environment: ["KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"])
        #expect(outcome.code == .usage, "\(options): \(outcome.errors)")
    }

    @Test func linesOutOfOrderAreBroughtIntoIt() async throws {
        let folder = try TemporaryFolder()
        var lines = try SampleRecordings.events(400)
        lines.reverse()
        let path = try SampleRecordings.file(lines, .events, in: folder)
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "test")
        let recording = try await RecordingFile.open(path, group.blocking)
        #expect(!recording.scan.isOrdered && recording.scan.count == 400)
        var read = recording.lines()
        var times: [Int64] = []
        while let line = try await read.next() { times.append(RecordingLine.time(ofWhole: line) ?? -1) }
        #expect(times == (0..<400).map { 1_000_000 + $0 })
        // In many pieces, too.
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var sorter = RecordingSorter(
            source: descriptor,
            beginning: Int64(try RecordingHeader(kind: .events, madeAt: Timestamp(millisecondsSinceEpoch: 0)).line().count))
        sorter.memory = 20_000
        let sorted = try sorter.sorted()
        defer { close(sorted) }
        let text = try RecordingFile.read(sorted, at: 0)
        #expect(text == lines.reversed().flatMap { $0 }.prefix(text.count).map { $0 } && text.count > 100_000)
        await group.shutdown()
    }

    @Test func eventsAreRecordedAndPlayedAnew() async throws {
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 2) }))
        let folder = try TemporaryFolder()
        let environment = ["KAFKA_BOOTSTRAP_SERVERS": cluster.bootstrapServers, "KAFKA_FETCH_WAIT": "5ms"]
        let first = try await OperatorGround.docket(
            [
                "replay", try SampleRecordings.file(SampleRecordings.events(300), .events, in: folder), "--topics", "--rate",
                "1000", "--json", "--assert",
                "ended==300",
            ], environment: environment)
        #expect(first.code == .success, "\(first.errors)\(first.output)")
        let report = try ReplayReport(decoding: Array(first.output.utf8))
        #expect(report.counts.ended == 300 && report.isReconciled && report.about.unit == "event")
        #expect(abs(report.sendingSeconds - 0.3) < 5)

        let recording = "\(folder.path)/again.ndjson"
        let recorded = try await OperatorGround.docket(
            ["record", recording, "--topic", "submitted", "--no-follow", "--tenant", "shadow"], environment: environment)
        #expect(recorded.code == .success && recorded.output.contains("300 events"), "\(recorded.errors)\(recorded.output)")
        let lines = try #require(FileText.read(recording, limit: 10_000_000)).split(separator: "\n").dropFirst()
        let headers = try lines.map { line in
            try EventReader.header(of: try #require(RecordedEvent(line: Array(line.utf8)[...])).event)
        }
        #expect(headers.count == 300 && Set(headers.map(\.id)).count == 300 && headers.allSatisfy { $0.tenant == "shadow" })
        let none = try await OperatorGround.docket(
            ["record", recording, "--no-follow"], environment: environment)
        #expect(none.code == .cannotCreate && none.errors.contains("exists already"))
        let other = try await OperatorGround.docket(
            ["record", recording, "--force", "--topic", "submitted", "--no-follow", "--limit", "7", "--json"],
            environment: environment)
        #expect(other.output.contains(#""recorded":7"#), "\(other.output)\(other.errors)")
    }

    @Test(arguments: [["tail"], ["record", "FILE"], ["replay", "RECORDING", "--topics"]])
    func aBrokerThatIsDownIsNamed(_ words: [String]) async throws {
        let folder = try TemporaryFolder()
        let recording = try SampleRecordings.file(SampleRecordings.events(3), .events, in: folder)
        let outcome = try await OperatorGround.docket(
            words.map { $0 == "FILE" ? "\(folder.path)/new" : $0 == "RECORDING" ? recording : $0 },
            environment: ["KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"])
        #expect(outcome.code == .unavailable && outcome.errors.contains("127.0.0.1:1"), "\(outcome.errors)")
    }

    @Test func whatFollowsEndsInTime() async throws {
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) }))
        let folder = try TemporaryFolder()
        let outcome = try await OperatorGround.docket(
            ["record", "\(folder.path)/r", "--duration", "300ms"],
            environment: ["KAFKA_BOOTSTRAP_SERVERS": cluster.bootstrapServers])
        #expect(outcome.code == .success && outcome.output.contains("nothing was there"), "\(outcome.errors)\(outcome.output)")
    }

    @Test func aFullDiskKeepsWhatIsWhole() throws {
        // A device that is always full.
        let writer = try RecordingWriter(
            path: "/dev/null", header: RecordingHeader(kind: .events, madeAt: Timestamp(millisecondsSinceEpoch: 0)),
            replaces: true)
        try writer.write(Array("{}\n".utf8))
        try writer.flush()
        let failure = #expect(throws: CommandFailure.self) {
            _ = try RecordingWriter(
                path: "/dev/full", header: RecordingHeader(kind: .events, madeAt: Timestamp(millisecondsSinceEpoch: 0)),
                replaces: true)
        }
        #expect(failure?.exitCode == .cannotCreate && failure?.problem.contains("the disk is full") == true)
    }
}
