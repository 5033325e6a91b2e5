import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Operations
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket status`.
@Suite(.timeLimit(.minutes(2)))
struct StatusCommandTests {
    // MARK: - Pure

    @Test func adminAddressesHaveTheNamesOfTheirServices() throws {
        let found = AdminAddress.all(in: [
            "VALIDATION_2_ADMIN_URL": "http://127.0.0.1:2", "GATEWAY_ADMIN_URL": "http://127.0.0.1:1",
        ])
        #expect(found.map(\.name) == ["gateway", "validation-2"])
        #expect(try AdminAddress(argument: "gateway=http://10.0.0.1:9081").url == "http://10.0.0.1:9081")
        #expect(throws: CommandFailure.self) { try AdminAddress(argument: "gateway") }
    }

    private static let early = """
        # HELP docket_stage_items_total Events
        # TYPE docket_stage_items_total counter
        docket_stage_items_total{stage="validation",end="done"} 10
        docket_stage_items_total{stage="validation",end="retry"} 2
        docket_stage_attempt_seconds_bucket{stage="validation",le="0.1"} 10
        docket_stage_attempt_seconds_bucket{stage="validation",le="0.2"} 10
        docket_stage_attempt_seconds_bucket{stage="validation",le="+Inf"} 10
        docket_consumer_lag_records{stage="validation",topic="docket.submitted",partition="0"} 5
        docket_consumer_lag_records{stage="validation",topic="docket.submitted",partition="1"} 5
        docket_postgres_connections{state="leased"} 2
        docket_postgres_connections{state="idle"} 3
        docket_postgres_waiters 1
        process_resident_memory_bytes 2.5e+07
        docket_outbox_published_total 100
        quoted{text="a \\"b\\", {c}\\n"} 1 1700000000
        broken{text="a
        """
    private static let late = early.replacingFirst("\"done\"} 10", by: "\"done\"} 30")
        .replacingFirst("le=\"0.2\"} 10", by: "le=\"0.2\"} 30").replacingFirst("le=\"+Inf\"} 10", by: "le=\"+Inf\"} 30")
        .replacingFirst("partition=\"0\"} 5", by: "partition=\"0\"} 9")
        .replacingFirst("partition=\"1\"} 5", by: "partition=\"1\"} 0")

    private func report() -> StatusReport {
        let first = StatusLook(
            at: .seconds(10), services: [.init(name: "validation", metrics: MetricsText(parsing: Self.early))], counts: nil)
        let second = StatusLook(
            at: .seconds(12),
            services: [
                .init(name: "validation", metrics: MetricsText(parsing: Self.late)), .init(name: "gateway", metrics: nil),
            ], counts: OperationCounts.made(inFlight: 4, parked: 1, outboxRows: 7, outboxOldestSeconds: 2.5))
        return StatusReport(second, since: first)
    }

    @Test func `metrics are read as they are written`() {
        let metrics = MetricsText(parsing: Self.early)
        #expect(metrics.sum("docket_stage_items_total", ["stage": "validation"]) == 12)
        #expect(metrics.sum("docket_stage_items_total", ["end": "retry"]) == 2)
        #expect(metrics.sum("process_resident_memory_bytes") == 25_000_000)
        #expect(metrics.all("quoted").first?.labels["text"] == "a \"b\", {c}\n")
        #expect(metrics.all("broken").isEmpty)
    }

    @Test func `a report says what has changed between two looks`() throws {
        let report = report()
        let stage = try #require(report.stages.first { $0.stage == "validation" })
        #expect(stage.perSecond == 10 && stage.retries == 2)
        // Twenty attempts took between 100 and 200 ms.
        #expect(stage.p50.map { abs($0 - 150) < 0.01 } == true && stage.p99.map { abs($0 - 199) < 0.01 } == true)
        #expect(report.partitions.map(\.lag) == [9, 0] && report.partitions.map(\.trend) == ["grows", "falls"])
        #expect(report.partitions.allSatisfy { $0.consumer == "validation" })
        #expect(report.services.map(\.isUp) == [true, false])
        #expect(report.inFlight == 4 && report.outboxRows == 7)
    }

    @Test(arguments: [20, 40, 60, 200]) func `a screen fits its terminal`(width: Int) {
        for height in [2, 5, 24, 100] {
            let lines = StatusScreen.lines(report(), width: width, height: height, style: .plain)
            if width < StatusScreen.narrowest {
                #expect(lines.joined(separator: " ").contains("too narrow") && lines.allSatisfy { $0.count <= 20 })
            } else {
                #expect(lines.count <= height && lines.allSatisfy { $0.count <= width })
                if height == 2 { #expect(lines.last?.contains("more lines") == true) }
            }
        }
        let coloured = StatusScreen.lines(report(), width: 40, height: 100, style: Style(hasColour: true))
        #expect(coloured.contains { $0.contains("\u{1B}[31m") })
    }

    /// Two of each service, four partitions of each topic, and nothing wrong.
    private func large(
        _ change: (inout [StatusLook.Service]) -> Void = { _ in }, counts: OperationCounts? = OperationCounts.made()
    )
        -> StatusReport
    {
        let stages = ["validation", "preview", "normalization", "notification"]
        func metrics(_ service: Int, _ moment: Int) -> MetricsText {
            var lines = (0..<4).map { partition in
                #"docket_consumer_lag_records{stage="\#(stages[service])",topic="docket.submitted",partition="\#(partition)"} \#(partition * 7)"#
            }
            lines += ["acme", "beta"].enumerated().map { place, tenant in
                #"docket_tenant_events_total{tenant="\#(tenant)"} \#(moment * (place + 1))"#
            }
            lines.append("process_resident_memory_bytes 2.5e+07")
            return MetricsText(parsing: lines.joined(separator: "\n"))
        }
        func look(_ moment: Int) -> StatusLook {
            var services = (0..<8).map { number in
                StatusLook.Service(
                    name: "\(stages[number % 4])-\(number)", metrics: metrics(number % 4, moment),
                    condition: ServiceCondition(isReady: true, version: "1.2.3", ahead: 0))
            }
            change(&services)
            return StatusLook(at: .seconds(moment), services: services, counts: counts)
        }
        return StatusReport(look(12), since: look(10))
    }

    private func screen(_ report: StatusReport, height: Int = 24) -> [String] {
        StatusScreen.lines(report, width: 80, height: height, style: .plain, version: "1.2.3")
    }

    @Test func `all of it fits 80 columns and 24 lines`() {
        let lines = screen(large())
        #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 } && !lines.contains { $0.contains("more lines") })
        #expect(lines.first == "✓ all is well")
        // The partitions of a stage are summed up, and the worst is named.
        let validation = lines.first { $0.contains("validation ") } ?? ""
        #expect(validation.contains("42") && validation.contains("submitted[3]") && validation.contains("by validation-"))
        #expect(lines.contains { $0.contains("busiest   beta 16/s   acme 8/s") }, "\(lines)")
        #expect(
            lines.contains { $0.contains("notification-7") && $0.contains("yes") && $0.contains("1.2.3") && $0.contains("right") }
        )
        // A higher terminal shows each partition, too.
        #expect(screen(large(), height: 60).filter { $0.contains("submitted[3]") }.count > 4)
    }

    @Test func `the fault comes first`() {
        func first(_ change: (inout [StatusLook.Service]) -> Void, counts: OperationCounts? = OperationCounts.made()) -> [String]
        {
            Array(screen(large(change, counts: counts)).prefix(2))
        }
        #expect(first({ _ in }, counts: nil)[0] == "✗ the database does not answer")
        #expect(first { $0[1] = .init(name: "preview-1", metrics: nil) }[0] == "✗ preview-1 does not answer")
        let full = ServiceCondition.Part(name: "blobs", isFailing: true, reason: "no space left")
        #expect(
            first { $0[2].condition = ServiceCondition(isReady: false, faults: [full]) }[0]
                == "✗ normalization-2 is not ready: blobs: no space left")
        #expect(
            first { $0[2].condition = ServiceCondition(isReady: true, faults: [full]) }[0]
                == "! normalization-2: blobs: no space left")
        #expect(
            first { $0[0].condition?.version = "1.2.2" }[0] == "! validation-0 is of version 1.2.2, and this docket of 1.2.3")
        #expect(first { $0[0].condition?.ahead = -40 }[0] == "! the clock of validation-0 is 40 s behind: set it by NTP")
        #expect(
            first({ _ in }, counts: OperationCounts.made(deadLetters: 2))[0]
                == "! 2 dead letters wait for somebody: docket dlq list")
        // What stands still comes before what wants to be looked at.
        let both = first({ $0[1] = .init(name: "preview-1", metrics: nil) }, counts: OperationCounts.made(deadLetters: 1))
        #expect(both == ["✗ preview-1 does not answer", "! 1 dead letter waits for somebody: docket dlq list"])
    }

    // MARK: - Whole

    /// The admin address of a service with these metrics, and an installation's database.
    private func run(_ body: (OperatorGround, String) async throws -> Void) async throws {
        try await OperatorGround.run { ground in
            let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "test")
            var router = Router()
            router.on(.get, "/metrics") { _, _ in .bytes(Array(Self.late.utf8), contentType: "text/plain") }
            let server = HTTPServer(
                configuration: HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0)), router: router,
                group: group, logger: .silent, metrics: MetricsRegistry())
            let port = try #require(try server.start().port)
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(ground, "http://127.0.0.1:\(port)"))
            } catch {
                result = .failure(error)
            }
            await server.shutdown(gracePeriod: .seconds(1))
            await group.shutdown()
            try result.get()
        }
    }

    @Test func `once, as JSON, for scripts`() async throws {
        try await run { ground, url in
            _ = try await ground.givenUp(.validation)
            let outcome = try await ground.docket(
                "status", "--once", "--json", "--admin", "validation=\(url)", "--admin", "gateway=http://127.0.0.1:1")
            #expect(outcome.code == .success, "\(outcome.errors)")
            struct Report: Decodable {
                let parked: Int
                let inFlight: Int
                let outboxRows: Int
                let partitions: [Partition]
                let services: [Service]
                struct Partition: Decodable { let lag: Int }
                struct Service: Decodable {
                    let service: String
                    let isUp: Bool
                }
            }
            let report = try outcome.json(Report.self)
            #expect(report.parked == 1 && report.inFlight == 0 && report.outboxRows > 0)
            #expect(report.partitions.map(\.lag) == [9, 0])
            #expect(report.services.map(\.isUp) == [true, false])
            #expect(try await ground.docket("status", "--admin", "nonsense").code == .usage)
            let nobody = try await OperatorGround.docket(
                ["status", "--once", "--admin", "a=http://127.0.0.1:1"],
                environment: ["DATABASE_URL": "postgresql://127.0.0.1:1/docket"])
            #expect(nobody.code == .unavailable && nobody.output.contains("does not answer"))
        }
    }

    /// As a person sees it, in a terminal that gets narrower, until Ctrl-C.
    @Test func `a live screen in a terminal`() async throws {
        let program = try BuiltPrograms.commandLine()
        try await run { ground, url in
            let database = ground.database.configuration.connectionString
            try await TerminalSession.run(
                "'\(program)' status --admin validation=\(url)", environment: ["DATABASE_URL": database]
            ) { terminal in
                let shown = try await terminal.shows("the screen", keepingAs: "status") { $0.contains("submitted[0]") }
                #expect(shown.contains("in flight 0") && shown.contains("does not answer") == false)
                #expect(shown.contains("validation") && shown.contains("2 of 5") && shown.contains("25 MB"))
                try await terminal.resize(width: 30, height: 40)
                _ = try await terminal.shows("the word on a narrow terminal") { $0.contains("too") }
                try await terminal.resize(width: 100, height: 40)
                _ = try await terminal.shows("the screen again") { $0.contains("submitted[0]") }
                try await terminal.press("C-c")
                // What was on the terminal before is there again, and below it what was seen last.
                let ended = try await terminal.end()
                #expect(ended.contains("ended with 130") && ended.contains("submitted[0]"))
            }
        }
    }

    @Test func `without a terminal it prints once, and Ctrl-C ends that, too`() async throws {
        let program = try BuiltPrograms.commandLine()
        try await run { ground, url in
            let environment = ["DATABASE_URL": ground.database.configuration.connectionString]
            let once = try await Program.run(program, ["status", "--admin", "validation=\(url)"], environment: environment)
            #expect(once.status.isSuccess && once.text.contains("submitted[0]") && !once.text.contains("\u{1B}"))
            // One that does not answer has it wait.
            let silent = try SilentServer()
            let started = try await Program.start(
                program, ["status", "--once", "--admin", "validation=\(silent.url)"], environment: environment)
            try await silent.waitForCaller()
            let status = await started.stop(SIGINT)
            #expect(status == .exited(130), "\(started.output)")
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ part: String, by other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        var copy = self
        copy.replaceSubrange(range, with: other)
        return copy
    }
}
