import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import IntakeClient
import IntakeTransport
import Postgres
import Shared
import Support
import Synchronization
import Telemetry
import Testing

/// What services stand on that are started one by one: a database that is migrated, a broker, a folder for documents.
final class ServiceGround: Sendable {
    static let services = ["IntakeGateway", "ValidationWorker", "NormalizationWorker", "NotificationService"]

    let cluster: TemporaryPostgres
    let database: String
    let brokerPort: Int
    let folder: String
    private let group: EventLoopGroup
    private let http: HTTPClient
    private let started = Mutex<[StartedProgram]>([])

    /// Runs `body`, and ends what it has started. With a broker of its own unless the port of one is given.
    static func run(
        on cluster: TemporaryPostgres? = nil, brokerPort: Int? = nil, partitions: Int = 4,
        _ body: (ServiceGround) async throws -> Void
    ) async throws {
        let own: TemporaryPostgres
        if let cluster { own = cluster } else { own = try await TemporaryPostgres.shared() }
        let folder = try TemporaryFolder("ground")
        let group = try EventLoopGroup(threads: 1, blockingThreads: 2, name: "ground")
        let database = own.networkConnectionString(database: try await own.makeDatabase())
        let port: Int
        if let brokerPort { port = brokerPort } else { port = try await FreePorts.one() }
        let ground = ServiceGround(own, database, port, folder.path, group)
        let result: Result<Void, any Error>
        do {
            _ = try await ground.docket(["migrate"])
            if brokerPort == nil {
                let broker = try await Program.start(
                    try BuiltPrograms.path("docket"), ["broker", "--port", String(port), "--partitions", String(partitions)])
                ground.started.withLock { $0.append(broker) }
            }
            result = .success(try await body(ground))
        } catch {
            result = .failure(error)
        }
        for program in ground.started.withLock({ $0 }).reversed() { await program.stop() }
        await ground.http.close()
        await group.shutdown()
        try result.get()
    }

    private init(
        _ cluster: TemporaryPostgres, _ database: String, _ brokerPort: Int, _ folder: String, _ group: EventLoopGroup
    ) {
        (self.cluster, self.database, self.brokerPort, self.folder, self.group) = (cluster, database, brokerPort, folder, group)
        http = HTTPClient(loop: group.next())
    }

    // MARK: - Programs

    /// Starts a service; `environment` is added to what it needs. A `database` of nil is for one that is told of it otherwise.
    func start(
        _ name: String, database: String?, blobs: String? = nil, environment: [String: String] = [:]
    ) async throws -> ServiceProcess {
        var environment = environment
        // What was put off by a fault comes again soon.
        environment.merge(["DOCKET_STAGE_RETRY_FIRST": "200ms", "DOCKET_STAGE_RETRY_LIMIT": "1s"]) { given, _ in given }
        let service = try await ServiceProcess.start(
            name, database: database, brokerPort: brokerPort, blobs: blobs ?? "\(folder)/blobs", environment: environment)
        started.withLock { $0.append(service.program) }
        return service
    }

    func start(_ name: String, blobs: String? = nil, environment: [String: String] = [:]) async throws -> ServiceProcess {
        try await start(name, database: database, blobs: blobs, environment: environment)
    }

    func startAll(blobs: String? = nil, environment: [String: String] = [:]) async throws -> [ServiceProcess] {
        var services: [ServiceProcess] = []
        for name in Self.services { services.append(try await start(name, blobs: blobs, environment: environment)) }
        return services
    }

    func docket(_ arguments: [String], environment: [String: String] = [:]) async throws -> Program.Result {
        let own = ["DATABASE_URL": database, "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:\(brokerPort)"]
        return try await Program.check(
            try BuiltPrograms.path("docket"), arguments + ["--home", "\(folder)/none"],
            environment: own.merging(environment) { $1 })
    }

    /// What `docket status` says, in part.
    struct Status: Decodable {
        struct Paused: Decodable {
            let stage: String
            let cause: String
            let by: String
            let since: String?
            let reason: String?
        }

        struct Partition: Decodable {
            let stage: String
            let partition: Int
            let consumer: String
            let lag: Int
        }

        let paused: [Paused]
        let kafka: [String]
        let partitions: [Partition]

        func partitions(of stage: String) -> [Partition] { partitions.filter { $0.stage == stage } }
    }

    func status(_ services: [ServiceProcess]) async throws -> Status {
        let addresses = services.flatMap { ["--admin", "\($0.name)=http://127.0.0.1:\($0.adminPort)"] }
        let text = try await docket(["status", "--once", "--json"] + addresses).text
        return try JSONDecoder().decode(Status.self, from: Data(text.utf8))
    }

    func query(_ statement: SQL) async throws {
        let configuration = PostgresConfiguration(
            connectionString: database, applicationName: "integration-tests", minimumConnections: 0)
        let pool = PostgresPool(configuration: configuration, group: group, logger: Logger(label: "tests", level: .critical))
        let result: Result<Void, any Error>
        do { result = .success(_ = try await pool.query(statement)) } catch { result = .failure(error) }
        await pool.close()
        try result.get()
    }

    // MARK: - Documents

    private func client(of gateway: ServiceProcess) throws -> IntakeClient {
        try IntakeClient(
            baseURL: "http://127.0.0.1:\(gateway.port ?? 0)", token: nil,
            transport: HTTPClientTransport(http, timeout: .seconds(10)), time: LoopTime())
    }

    /// A draft with one file, ready to be submitted.
    func draft(at gateway: ServiceProcess, issuedDaysAgo days: Int = 3) async throws -> SubmissionID {
        let client = try client(of: gateway)
        // What is said of a person is sealed, too.
        let submission = try await client.createSubmission(
            NewSubmission(journey: "proof-of-address", metadata: ["case": "Doe against Mustermann"])
        ).id
        let document = try await client.addDocument(
            NewDocument(type: "utility-bill", issueDate: CalendarDate.today.adding(days: -days)), to: submission)
        let file = "\(folder)/\(submission).png"
        try FileBytes.write(try SampleFile.png().bytes, to: file)
        try await client.addPage(UploadFile(path: file), to: document.id, of: submission)
        return submission
    }

    func submit(_ submission: SubmissionID, at gateway: ServiceProcess) async throws {
        _ = try await client(of: gateway).submit(submission)
    }

    func outcome(of submission: SubmissionID, at gateway: ServiceProcess) async throws -> SubmissionState {
        try await client(of: gateway).wait(for: submission, timeout: .seconds(90)) { $0.hasEnded }.state
    }
}

extension ServiceProcess {
    /// Waits until its health check answers so, and says these words.
    @discardableResult
    func says(_ words: [String], status wanted: Int, within limit: Duration = .seconds(60)) async throws -> Answer {
        let last = Mutex<Answer?>(nil)
        do {
            return try await eventually("\(name) answers \(wanted)", within: limit) {
                if let status = program.process.status { throw Hopeless(description: "\(name) \(status)") }
                let answer = try await ready()
                last.withLock { $0 = answer }
                return answer.status == wanted && words.allSatisfy(answer.text.contains) ? answer : nil
            }
        } catch {
            let said = last.withLock { $0 }
            throw Program.Failed(
                description: "\(error): wanted \(wanted) and \(words), and it answers \(said?.status ?? 0): \(said?.text ?? "") "
                    + program.output.suffix(2000))
        }
    }

    func isWell(within limit: Duration = .seconds(60)) async throws { try await says([], status: 200, within: limit) }
}
