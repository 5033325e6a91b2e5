import CommandLine
import EventLoop
import Glibc
import HTTPServer
import ServiceRuntime
import Support
import Synchronization
import Telemetry
import Testing

@testable import CommandSupport
@testable import DocketCLI
import Operations

@Suite(.timeLimit(.minutes(1))) struct HealthCommandTests {
    /// How a run of `docket health` ended, and what it wrote.
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    /// A service's admin address that answers so, and `docket health` asking it.
    private func health(
        _ words: String..., answering response: HTTPResponse?, configured: Bool = true
    ) async throws -> Outcome {
        let group = try EventLoopGroup(threads: 2, blockingThreads: 1, name: "test")
        let result: Result<Outcome, any Error>
        do {
            result = .success(try await ask(words, response, configured: configured, group))
        } catch {
            result = .failure(error)
        }
        await group.shutdown()
        return try result.get()
    }

    private func ask(
        _ words: [String], _ response: HTTPResponse?, configured: Bool, _ group: EventLoopGroup
    ) async throws -> Outcome {
        var router = Router()
        if let response { router.on(.get, "/health/ready") { _, _ in response } }
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0)), router: router,
            group: group, logger: .silent, metrics: MetricsRegistry())
        let port = try #require(try server.start().port)
        // The address that a container's service listens at; the check finds it on its own host.
        let environment = configured ? ["DOCKET_ADMIN_ADDRESS": "0.0.0.0:\(port)"] : [:]
        let result: Result<Outcome, any Error>
        do {
            result = .success(try await run(words, environment, on: group.loops[1], group))
        } catch {
            result = .failure(error)
        }
        await server.shutdown(gracePeriod: .seconds(1))
        return try result.get()
    }

    private func run(
        _ words: [String], _ environment: [String: String], on loop: EventLoop, _ group: EventLoopGroup
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        let file = open("\(folder.path)/output", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let errors = Mutex("")
        let console = Console(width: 100, output: { _ in }, error: { text in errors.withLock { $0 += text } })
        let context = CommandContext(
            group: group, loop: loop, environment: environment, output: Terminal(descriptor: file, environment: [:]))
        let code = try await loop.run { await Docket.program(context, console: console).run(["health"] + words) }
        return Outcome(
            code: code, output: FileText.read("\(folder.path)/output") ?? "", errors: errors.withLock { $0 })
    }

    private func answer(_ parts: (String, required: Bool, Health)...) -> HTTPResponse {
        let registry = HealthRegistry()
        for (name, required, health) in parts { registry.set(name, required: required, health) }
        return .json(ReadinessReport(registry), status: registry.isReady ? 200 : 503)
    }

    @Test func aReadyServiceEndsWithZero() async throws {
        let outcome = try await health(answering: answer(("postgres", required: true, .ok), ("kafka", required: true, .ok)))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("ready\n"))
    }

    @Test func whatCanBeDoneWithoutForAWhileIsToldAndLeavesItReady() async throws {
        let outcome = try await health(
            answering: answer(("blobs", required: true, .ok), ("kafka", required: false, .degraded("no broker answers"))))
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("ready, but degraded\n  kafka"))
        #expect(outcome.output.contains("not required: no broker answers"))
    }

    @Test func whatFailsComesFirst() async throws {
        let outcome = try await health(
            answering: answer(("blobs", required: true, .ok), ("postgres", required: true, .failing("cannot be reached"))))
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("not ready\n  postgres  failing"))
        #expect(outcome.output.contains("cannot be reached"))
    }

    @Test func aProgramGetsTheReport() async throws {
        let outcome = try await health(
            "--json", answering: answer(("postgres", required: true, .failing("cannot be reached"))))
        #expect(outcome.code == 1)
        // Since when, is the clock's.
        #expect(
            outcome.output.replacing(/"since":"[^"]*",/, with: "") == """
                {"degraded":true,"parts":[{"name":"postgres","reason":"cannot be reached","required":true,"status":"failing"}],\
                "ready":false}

                """)
    }

    @Test func whoAnswersSomethingElseIsNoService() async throws {
        for response in [nil, HTTPResponse.json(["status": "fine"])] {
            let outcome = try await health(answering: response)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("no admin address of Docket"), "\(outcome.errors)")
        }
    }

    @Test func whereNobodyListensTheAddressIsNamed() async throws {
        // A privileged port that no service of today uses; one that was just closed may be given to another test.
        let outcome = try await health("--admin", "127.0.0.1:1", answering: nil, configured: false)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("127.0.0.1:1") && outcome.errors.contains("Connection refused"))
        #expect(outcome.errors.contains("DOCKET_ADMIN_ADDRESS"))
    }

    /// A container asks its own service; beside a `docket up` all are asked.
    @Test func whoIsAskedFollowsFromWhatIsNamed() throws {
        let home = ["GATEWAY_ADMIN_URL": "http://127.0.0.1:7001", "VALIDATION_ADMIN_URL": "http://127.0.0.1:7002"]
        let own = ["DOCKET_ADMIN_ADDRESS": "0.0.0.0:9092"]
        let address = try SocketAddress(ip: "127.0.0.1", port: 9092)
        #expect(try HealthCommand.asked([], admin: nil, own: own, all: home.merging(own) { $1 }) == .one(address))
        #expect(try HealthCommand.asked([], admin: address, own: [:], all: home) == .one(address))
        let all = AdminAddress.all(in: home)
        #expect(try HealthCommand.asked([], admin: nil, own: [:], all: home) == .services(all))
        #expect(try HealthCommand.asked(["validation"], admin: nil, own: own, all: home) == .services([all[1]]))
        let unknown = #expect(throws: CommandFailure.self) {
            try HealthCommand.asked(["mailing"], admin: nil, own: [:], all: home)
        }
        #expect(unknown?.exitCode == .notFound && unknown?.advice == "There are gateway, validation.")
        #expect(throws: CommandFailure.self) {
            try HealthCommand.asked(["gateway"], admin: address, own: [:], all: home)
        }
    }

    @Test func anAddressIsCheckedBeforeAnythingIsAsked() async throws {
        let option = try await health("--admin", "localhost", answering: nil)
        #expect(option.code == ExitCode.usage.rawValue)
        #expect(option.errors.contains("--admin"))
        #expect(throws: (any Error).self) { try HealthCommand.configuredAddress(["DOCKET_ADMIN_ADDRESS": "here"]) }
        #expect(try HealthCommand.configuredAddress([:]).description == "127.0.0.1:9090")
    }
}
