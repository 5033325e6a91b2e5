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

@testable import DocketCLI

/// `docket record` and `docket replay` against doubles and the embedded broker.
@Suite(.timeLimit(.minutes(3))) struct ReplayTests {
    // MARK: - Recordings

    private func uploads(_ count: Int, every milliseconds: Int64 = 20, bytes: Int = 60_000, after: Int64 = 0) throws -> [[UInt8]]
    {
        try (0..<count).map { number in
            try RecordedSubmission(
                time: 1_000_000 + Int64(number) * milliseconds, submission: .random(), journey: "identity",
                documents: [
                    .init(type: "passport", source: .camera, pages: [.init(after: after, bytes: bytes, mediaType: .jpeg)])
                ], submittedAfter: after, outcome: .accepted, endedAfter: after + 50
            ).line()
        }
    }

    private func events(_ count: Int, every milliseconds: Int64 = 1) throws -> [[UInt8]] {
        try (0..<count).map { number in
            let header = EventHeader(
                id: .random(), type: .submissionSubmitted, source: "/docket/gateway", submission: .random(),
                time: Timestamp(millisecondsSinceEpoch: 5), sequence: 3, tenant: "acme", journey: "identity")
            let data = SubmissionSubmitted(journeyVersion: ContentDigest(of: []), attempt: 1, documents: [])
            let event = try CloudEvent(header: header, data: data).encoded()
            return try #require(
                RecordedEvent(time: 1_000_000 + Int64(number) * milliseconds, topic: .submitted, event: event).line())
        }
    }

    private func file(_ lines: [[UInt8]], _ kind: RecordingHeader.Kind, in folder: TemporaryFolder, ending: String = "") throws
        -> String
    {
        let path = "\(folder.path)/recording.ndjson"
        let header = try RecordingHeader(kind: kind, madeAt: Timestamp(millisecondsSinceEpoch: 0)).line()
        try FileText.write(path, bytes: header + lines.flatMap { $0 } + Array(ending.utf8))
        return path
    }

    private func replay(
        _ lines: [[UInt8]], at gateway: GatewayDouble, _ options: String..., ending: String = ""
    ) async throws -> (outcome: OperatorGround.Outcome, report: ReplayReport?) {
        let folder = try TemporaryFolder()
        let url = try gateway.start()
        let result: OperatorGround.Outcome
        do {
            result = try await OperatorGround.docket(
                [
                    "replay", file(lines, .uploads, in: folder, ending: ending), "--as-myself", "--gateway", url, "--report",
                    "\(folder.path)/r.json",
                ]
                    + options, environment: [:])
        } catch {
            await gateway.stop()
            throw error
        }
        await gateway.stop()
        let report = FileText.bytes("\(folder.path)/r.json", limit: 10_000_000).flatMap { try? ReplayReport(decoding: $0) }
        return (result, report)
    }

    // MARK: - At a gateway

    @Test func everySubmissionIsSentWholeAndAccountedFor() async throws {
        let gateway = try GatewayDouble { $0 % 3 == 0 ? .needsInput : .accepted }
        let (outcome, read) = try await replay(
            uploads(30), at: gateway, "--speed", "10", "--assert", "lost==0", "--assert", "outcomes.accepted==20", "--assert",
            "p(99)<60s")
        #expect(outcome.code == .success, "\(outcome.errors)\(outcome.output)")
        let report = try #require(read)
        #expect(report.counts.sent == 30 && report.counts.accepted == 30 && report.counts.ended == 30 && report.isReconciled)
        #expect(report.outcomes == ["accepted": 20, "needs_input": 10])
        #expect(report.sendingSeconds >= 0.05 && report.latency.count == 30 && report.outcomeLatency.count == 30)
        let files = gateway.state.withLock { $0.files }
        #expect(files.count == 30 && files.allSatisfy { $0.count == 60_000 && $0.starts(with: [0xFF, 0xD8]) })
        #expect(Set(files).count == 30, "no two people send the same file")
        // What had not ended is withdrawn: of the outcomes, what needs input could be gone on with.
        #expect(gateway.state.withLock { $0.withdrawn.count } == 10)
        #expect(outcome.output.contains("sent 30") && outcome.output.contains("✓ lost==0"))
    }

    @Test func threeThatAreDroppedAreNamed() async throws {
        let dropped: Set = [3, 11, 17]
        let gateway = try GatewayDouble { dropped.contains($0) ? nil : .accepted }
        let (outcome, read) = try await replay(
            uploads(20), at: gateway, "--speed", "20", "--wait", "300ms", "--assert", "lost==0")
        #expect(outcome.code == .assertionMissed, "\(outcome.errors)")
        let report = try #require(read)
        let ids = gateway.state.withLock { state in Set(dropped.map { "\(state.submitted[$0])" }) }
        #expect(Set(report.missing.map(\.id)) == ids && report.missing.allSatisfy { $0.step == .accepted })
        for id in ids { #expect(outcome.output.contains(id)) }
    }

    @Test func withoutAssertionsWhatIsMissingStillEndsBadly() async throws {
        let gateway = try GatewayDouble { $0 == 2 ? nil : .accepted }
        let (outcome, _) = try await replay(uploads(5), at: gateway, "--speed", "20", "--wait", "200ms")
        #expect(outcome.code == .missing)
    }

    @Test func phonesOnTrainsTakeTheirUploadsUpAgain() async throws {
        let gateway = try GatewayDouble { _ in .accepted }
        let (outcome, read) = try await replay(
            uploads(6, bytes: 60_000), at: gateway, "--rate", "20", "--disconnect", "100%", "--bandwidth", "4mbit")
        #expect(outcome.code == .success, "\(outcome.errors)\(outcome.output)")
        let state = gateway.state.withLock { $0 }
        #expect(state.cuts == 6 && state.files.count == 6 && state.files.allSatisfy { $0.count == 60_000 })
        // 60 kB over 4 Mbit/s take more than a tenth of a second.
        let report = try #require(read)
        #expect(report.latency.minimum > 80_000)
    }

    @Test func stepsFollowTheRecording() async throws {
        let gateway = try GatewayDouble { _ in .accepted }
        let (outcome, read) = try await replay(uploads(2, after: 4_000), at: gateway, "--speed", "10")
        #expect(outcome.code == .success, "\(outcome.errors)")
        let report = try #require(read)
        #expect(report.seconds >= 0.4)
    }

    @Test func twoBuildsAreHeldAgainstEachOther() async throws {
        let (one, other) = (
            try GatewayDouble(page: "1") { _ in .accepted }, try GatewayDouble(page: "2") { $0 == 1 ? .rejected : .accepted }
        )
        let url = try other.start()
        let (outcome, read) = try await replay(
            uploads(4), at: one, "--speed", "10", "--against", url, "--assert", "differences==4")
        await other.stop()
        #expect(outcome.code == .refused || outcome.code == .success, "\(outcome.errors)")
        let report = try #require(read)
        let shadow = try #require(report.shadow)
        #expect(shadow.compared == 4 && shadow.differenceCount == 4 && shadow.files == 4 && shadow.incomparable == 0)
        #expect(shadow.differences.contains { $0.place == "state" && $0.found == ["accepted", "rejected"] })
        #expect(shadow.differences.count { $0.place.hasSuffix("images[0]") } == 4)
        let (here, there) = (one.state.withLock { $0.files }, other.state.withLock { $0.files })
        #expect(Set(here) == Set(there), "both are sent the same bytes")
    }

    @Test func aGatewayThatIsNotThereIsSaidSo() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await OperatorGround.docket(
            ["replay", try file(uploads(1), .uploads, in: folder), "--as-myself", "--gateway", "http://127.0.0.1:1"],
            environment: [:])
        #expect(outcome.code == .unavailable)
    }

    // MARK: - What cannot be replayed

    @Test func aHalfWrittenLineIsToldAndLeftOut() async throws {
        let gateway = try GatewayDouble { _ in .accepted }
        let (outcome, read) = try await replay(uploads(3), at: gateway, "--speed", "10", ending: #"{"t":1000999,"docum"#)
        #expect(outcome.code == .success, "\(outcome.errors)")
        #expect(outcome.output.contains("last line was not whole"))
        let report = try #require(read)
        #expect(report.counts.sent == 3)
    }

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
            ["replay", try file(uploads(1), .uploads, in: folder)] + options,
            environment: ["KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"])
        #expect(outcome.code == .usage, "\(options): \(outcome.errors)")
    }

    @Test func linesOutOfOrderAreBroughtIntoIt() async throws {
        let folder = try TemporaryFolder()
        var lines = try events(400)
        lines.reverse()
        let path = try file(lines, .events, in: folder)
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

    // MARK: - Topics

    @Test func eventsAreRecordedAndPlayedAnew() async throws {
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 2) }))
        let folder = try TemporaryFolder()
        let environment = ["KAFKA_BOOTSTRAP_SERVERS": cluster.bootstrapServers, "KAFKA_FETCH_WAIT": "5ms"]
        let first = try await OperatorGround.docket(
            [
                "replay", try file(events(300), .events, in: folder), "--topics", "--rate", "1000", "--json", "--assert",
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

    // MARK: - Reports

    @Test func reportsAreMergedAndCompared() async throws {
        let folder = try TemporaryFolder()
        var paths: [String] = []
        for number in 0..<2 {
            var tally = RunTally(startedAt: Timestamp(millisecondsSinceEpoch: 1_000))
            for item in 0..<10 {
                tally.begin(item, name: "x", intended: 0, now: 0)
                tally.accept(item, now: 0.01 * Double(number + 1))
                tally.end(item, outcome: "accepted", now: 1)
            }
            let about = ReplayReport.About(
                recording: "r", target: "t", pace: "p", unit: "submission", tenant: nil, ending: "outcome known")
            let report = ReplayReport(tally, about: about, seconds: 1, sendingSeconds: 1, isInterrupted: false)
            paths.append("\(folder.path)/\(number).json")
            try FileText.write(paths[number], bytes: report.encoded())
        }
        let merged = try await OperatorGround.docket(
            ["replay", "--merge", "--assert", "sent==20", "--html", "\(folder.path)/m.html"] + paths, environment: [:])
        #expect(merged.code == .success && merged.output.contains("2 generators"), "\(merged.errors)\(merged.output)")
        #expect(FileText.read("\(folder.path)/m.html")?.contains("<svg") == true)
        let compared = try await OperatorGround.docket(["replay", "--compare"] + paths, environment: [:])
        #expect(compared.output.contains("+100.0 %"), "\(compared.errors)\(compared.output)")
        let foreign = try await OperatorGround.docket(["replay", "--merge", "/etc/hostname"], environment: [:])
        #expect(foreign.code == .notAccepted)
    }

    @Test(arguments: [10, 20, 40, 60, 80, 120, 200])
    func progressFitsTheTerminal(_ width: Int) {
        var progress = ReplayProgress(
            share: 0.4567, rate: 1_998, errors: 3, p99: 12_300, left: 125, underWay: 17, isWaiting: false)
        for share in [0.4567, nil] {
            progress.share = share
            let text = progress.text(width: width, style: .plain)
            #expect(text.count < max(width, 12), "\(text)")
        }
        if width >= 80 {
            progress.share = 0.4567
            let text = progress.text(width: width, style: .plain)
            #expect(
                text.contains("45 %") && text.contains("1,998/s") && text.contains("3 errors") && text.contains("2 min 5 s left"))
        }
    }

    @Test func aBarGrowsByEighths() {
        #expect(ReplayProgress.bar(0, columns: 4) == "░░░░" && ReplayProgress.bar(1, columns: 4) == "████")
        #expect(ReplayProgress.bar(0.5, columns: 4) == "██░░" && ReplayProgress.bar(0.28125, columns: 4) == "█▏░░")
    }

    @Test func theStreamIsReadWhateverPiecesItComesIn() {
        let text = Array(
            "retry: 1000\nid: beginning\n\nid: a\nevent: x\ndata: one\r\ndata: more\n\n: still here\n\nid: b\ndata:two\n\n".utf8)
        for size in [1, 2, 5, 1000] {
            var parser = EventStreamParser()
            var events: [String] = []
            for start in stride(from: 0, to: text.count, by: size) {
                events += parser.feed(Array(text[start..<min(start + size, text.count)])).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            #expect(events == ["one\nmore", "two"] && parser.lastID == "b")
        }
    }

    @Test func documentsAreDatedSoThatTheirRulesLetThemPass() throws {
        let today = try #require(CalendarDate("2026-03-20"))
        let types = [
            DocumentType(id: "bill", title: "t", hint: "h", icon: "i", issueDate: .issuedWithin(days: 90)),
            DocumentType(id: "old", title: "t", hint: "h", icon: "i", issueDate: .issuedBetween(minimumDays: 30, days: 60)),
            DocumentType(
                id: "statement", title: "t", hint: "h", icon: "i", issueDate: .none, coverage: CoverageRule(months: 3)),
            DocumentType(id: "card", title: "t", hint: "h", icon: "i"),
        ]
        let text = try CanonicalJSON.encode(types)
        let journey = try CanonicalJSON.decode(
            JourneyView.self,
            from: Array(
                "{\"id\":\"x\",\"title\":\"t\",\"summary\":\"s\",\"documents\":{\"min\":1,\"max\":9},\"documentTypes\":\(String(decoding: text, as: UTF8.self))}"
                    .utf8))
        let plan = DocumentPlan(
            journey: journey, documents: ["bill", "old", "statement", "statement", "statement", "card", "unknown"], today: today)
        func days(_ index: Int) -> Int? {
            plan.document(index, source: nil).issueDate.map { today.daysSinceEpoch - $0.daysSinceEpoch }
        }
        #expect(days(0) == 3 && days(1) == 31 && days(5) == nil && days(6) == nil)
        let periods = (2...4).map { plan.document($0, source: nil) }.map {
            "\($0.periodStart?.description ?? "")…\($0.periodEnd?.description ?? "")"
        }
        #expect(periods == ["2026-02-01…2026-02-28", "2026-01-01…2026-01-31", "2025-12-01…2025-12-31"])
        let one = DocumentPlan(journey: journey, documents: ["statement"], today: today).document(0, source: nil)
        #expect(one.periodStart?.description == "2025-12-01" && one.periodEnd?.description == "2026-02-28")
    }
}
