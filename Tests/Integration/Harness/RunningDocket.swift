import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import IntakeClient
import IntakeTransport
import Support
import Testing

/// A `docket up` that is ready, with a home, a port and a webhook receiver of its own.
final class RunningDocket: Sendable {
    struct Options: Sendable {
        /// Added to the environment of `docket up`, which hands it on to the services.
        var environment: [String: String] = [:]
        var startLimit = Duration.seconds(60)
        /// By its number, which webhook the receiver answers with 503.
        var refusesWebhook: @Sendable (Int) -> Bool = { _ in false }
    }

    /// The one that the tests of a suite share, see ``SharedDocket``.
    @TaskLocal static var current: RunningDocket?

    let home: String
    let port: Int
    let program: StartedProgram
    let receiver: WebhookReceiver
    let group: EventLoopGroup
    let http: HTTPClient
    let client: IntakeClient
    private let folder: TemporaryFolder

    var url: String { "http://127.0.0.1:\(port)" }

    /// Runs `body` with one, and ends it and all that belongs to it, also when the body throws.
    static func run<T: Sendable>(
        _ options: Options = Options(), _ body: (RunningDocket) async throws -> T
    ) async throws -> T {
        let folder = try TemporaryFolder("up")
        // Postgres runs as a user of its own when the tests run as root.
        chmod(folder.path, 0o755)
        let group = try EventLoopGroup(threads: 2, blockingThreads: 2, name: "integration")
        let receiver = try WebhookReceiver(group, refuses: options.refusesWebhook)
        let http = HTTPClient(loop: group.next())
        let result: Result<T, any Error>
        do {
            let docket = try await start(options, folder, group, receiver, http)
            do { result = .success(try await body(docket)) } catch { result = .failure(error) }
            await docket.end()
        } catch {
            result = .failure(error)
        }
        // Once: a second time never comes to an end.
        await tearDown(group, receiver, http)
        return try result.get()
    }

    private static func start(
        _ options: Options, _ folder: TemporaryFolder, _ group: EventLoopGroup, _ receiver: WebhookReceiver, _ http: HTTPClient
    ) async throws -> RunningDocket {
        let home = "\(folder.path)/home"
        let port = try await FreePorts.one()
        var environment = [
            "DOCKET_WEBHOOK_URL": receiver.url, "DOCKET_WEBHOOK_SECRET": receiver.secret,
            // What a page takes to be read is paid by the tests that look at it.
            "DOCKET_READING": "off",
            // Tries again soon: a receiver of a test is never gone for long.
            "DOCKET_WEBHOOK_RETRY_SCHEDULE": "0s,200ms,500ms,1s,2s,2s,2s,2s,2s,2s,5s,5s,5s,5s,5s,5s",
        ]
        environment.merge(options.environment) { $1 }
        let program = try await Program.start(
            try BuiltPrograms.path("docket"),
            ["up", "--home", home, "--port", String(port), "--broker-port", String(try await FreePorts.one())],
            environment: environment, workingDirectory: folder.path)
        let client = try IntakeClient(
            baseURL: "http://127.0.0.1:\(port)", token: nil, transport: HTTPClientTransport(http, timeout: .seconds(10)),
            time: LoopTime())
        let docket = RunningDocket(
            home: home, port: port, program: program, receiver: receiver, group: group, http: http, client: client, folder: folder
        )
        do {
            try await eventually("docket up is ready", within: options.startLimit) {
                if let status = program.process.status { throw Hopeless(description: "docket up \(status)") }
                return program.output.contains("Docket is ready") && docket.environment["GATEWAY_URL"] != nil
            }
        } catch {
            let said = program.output
            await docket.end()
            throw Program.Failed(description: "\(error)\n\(said)")
        }
        return docket
    }

    private init(
        home: String, port: Int, program: StartedProgram, receiver: WebhookReceiver, group: EventLoopGroup, http: HTTPClient,
        client: IntakeClient, folder: TemporaryFolder
    ) {
        self.home = home
        self.port = port
        self.program = program
        self.receiver = receiver
        self.group = group
        self.http = http
        self.client = client
        self.folder = folder
    }

    /// Ends what runs, and leaves nothing behind, whatever state it is in.
    private func end() async {
        await program.stop(grace: .seconds(40))
        keepLogs()
        for _ in 0..<3 {
            if (try? await eventually("nothing runs", within: .seconds(15)) { LiveProcess.mentioning(home).isEmpty }) != nil {
                return
            }
            for process in LiveProcess.mentioning(home) { kill(process.pid, SIGKILL) }
        }
    }

    /// For looking into a failure: DOCKET_TEST_LOGS names a folder that the logs of every run are copied to.
    private func keepLogs() {
        guard let place = ProcessInfo.processInfo.environment["DOCKET_TEST_LOGS"] else { return }
        let copy = "\(place)/\(port)"
        try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try? FileManager.default.copyItem(atPath: "\(home)/logs", toPath: copy)
        try? Data(program.output.utf8).write(to: URL(filePath: "\(copy)/up.log"))
    }

    private static func tearDown(_ group: EventLoopGroup, _ receiver: WebhookReceiver, _ http: HTTPClient) async {
        await http.close()
        await receiver.stop()
        await group.shutdown()
    }

    // MARK: - What it says of itself

    /// The environment file, as a shell reads it. Empty while there is none.
    var environment: [String: String] {
        var variables: [String: String] = [:]
        for line in (ProcFile.text("\(home)/environment") ?? "").split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            variables[String(parts[0])] = parts[1].trimmingPrefix("'").reversedTrimmingPrefix("'")
        }
        return variables
    }

    func variable(_ name: String) throws -> String {
        try #require(environment[name], "the environment file names \(name)")
    }

    /// A path for a file that a test sends or compares; it goes with the run.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(folder.path)/\(UUID().uuidString.prefix(8))-\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }
}

extension Substring {
    fileprivate func reversedTrimmingPrefix(_ suffix: Character) -> String {
        String(last == suffix ? dropLast() : self)
    }
}

/// Starts one ``RunningDocket`` for all tests of a suite, and ends it after the last one.
struct SharedDocket: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await RunningDocket.run { docket in
            try await RunningDocket.$current.withValue(docket) { try await function() }
        }
    }
}

extension Trait where Self == SharedDocket {
    static var sharedDocket: SharedDocket { SharedDocket() }
}
