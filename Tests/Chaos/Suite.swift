import EventLoop
import Glibc
import Shared
import Support
import Synchronization

/// The suite under test: a `docket up` with a home of its own.
final class Suite: Sendable {
    let broker: Broker
    let database: Database
    let files: FilePlace
    /// Nil where the keys are beside the submissions.
    let keys: KeysDatabase?
    /// Nil where none can be moved.
    let clocks: Clocks?
    let gatewayURL: String
    private let instances: Int
    private let programs: String
    private let home: String
    private let program: StartedProgram
    /// Of each topic, unless the broker was erased since. `docket migrate --topics` makes 12.
    private let partitions = Mutex(12)

    struct Options: Sendable {
        /// The folder of `docket` and of the services.
        var programs: String
        var folder: String
        var instances: Int
        var webhookURL: String
        var webhookSecret: String
        var movesClocks: Bool
    }

    /// Starts it and waits until it is ready.
    static func start(
        _ options: Options, on broker: Broker, _ database: Database, _ files: FilePlace, keys: KeysDatabase?
    ) async throws -> Suite {
        let home = "\(options.folder)/home"
        let port = try await FreePorts.one()
        var arguments = ["up", "--home", home, "--port", String(port), "--start-timeout", "180"]
        if case .embedded(let port) = broker.kind { arguments += ["--broker-port", String(port)] }
        for role in ["validation", "normalization", "notification"] {
            arguments += ["--instances", "\(role)=\(options.instances)"]
        }
        var environment = [
            "DOCKET_WEBHOOK_URL": options.webhookURL, "DOCKET_WEBHOOK_SECRET": options.webhookSecret,
            // The receiver is never away for long, so a delivery comes again soon; and it is never given up.
            "DOCKET_WEBHOOK_RETRY_SCHEDULE":
                (["0s", "200ms", "500ms", "1s"] + Array(repeating: "2s", count: 28)).joined(separator: ","),
            "DOCKET_STAGE_RETRY_FIRST": "200ms", "DOCKET_STAGE_RETRY_LIMIT": "2s", "DOCKET_RECONCILE_INTERVAL": "5s",
            // Reading a page takes as long as all other work on a submission: more would be waited for, and less broken.
            "DOCKET_READING": "off",
        ]
        environment.merge(broker.environment) { $1 }
        environment.merge(database.environment) { $1 }
        environment.merge(files.environment) { $1 }
        let clocks = options.movesClocks ? try Clocks.make(over: options.programs, in: options.folder) : nil
        let program = try await Program.start(
            "\(clocks?.programs ?? options.programs)/docket", arguments, environment: environment,
            workingDirectory: options.folder)
        let suite = Suite(
            broker: broker, database: database, files: files, keys: keys, clocks: clocks, gatewayURL: "http://127.0.0.1:\(port)",
            instances: options.instances, programs: options.programs, home: home, program: program)
        do {
            try await eventually("docket up is ready", within: .seconds(200)) {
                if let end = suite.end { throw Hopeless(description: "docket up \(end)") }
                return program.output.contains("Docket is ready") && suite.pid(of: Target(role: .gateway)) != nil
            }
        } catch {
            await suite.stop()
            throw Program.Failed(description: "\(error)\n\(program.output)")
        }
        return suite
    }

    private init(
        broker: Broker, database: Database, files: FilePlace, keys: KeysDatabase?, clocks: Clocks?, gatewayURL: String,
        instances: Int, programs: String, home: String, program: StartedProgram
    ) {
        self.broker = broker
        self.database = database
        self.files = files
        self.keys = keys
        self.clocks = clocks
        self.instances = instances
        self.gatewayURL = gatewayURL
        self.programs = programs
        self.home = home
        self.program = program
    }

    var hasEmbeddedBroker: Bool { if case .embedded = broker.kind { true } else { false } }

    /// How `docket up` ended; nil while it runs.
    var end: ExitStatus? { program.process.status }

    /// What `docket up` has said.
    var output: String { program.output }

    func pid(of target: Target) -> CInt? { environment[target.variable].flatMap { CInt($0) } }

    /// The others of the same service.
    func workers(beside target: Target) -> [Target] {
        (1..<(instances + 1)).filter { $0 != target.instance }.map { Target(role: target.role, instance: $0) }
    }

    /// Ends it and all that belongs to it.
    func stop() async {
        await program.stop(grace: .seconds(60))
        for _ in 0..<3 {
            let left = LiveProcess.mentioning(home)
            if left.isEmpty { return }
            // One that was left stopped hears nothing but these.
            for process in left {
                kill(process.pid, SIGCONT)
                kill(process.pid, SIGKILL)
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    // MARK: - What an operator does

    /// Moves the keys where they are to be, while everything runs.
    func moveKeys() async throws {
        guard let keys else { return }
        let said = try await docket(["migrate"], variables: ["DOCKET_KEYS_URL": keys.url])
        guard said.status.isSuccess else { throw Program.Failed(description: "the keys are not moved: \(said.complaints)") }
    }

    func makeTopics() async throws {
        try await eventually("the topics are made", within: .seconds(60), every: .seconds(1)) {
            try await docket(["migrate", "--topics"]).status.isSuccess
        }
    }

    /// Three partitions more for each topic, each time.
    func growTopics() async throws {
        let partitions = partitions.withLock { partitions in
            partitions += 3
            return partitions
        }
        // Another fault may strike Postgres meanwhile.
        try await eventually("topics have \(partitions) partitions", within: .seconds(60), every: .seconds(1)) {
            try await docket(
                ["migrate", "--topics", "--grow"], variables: ["DOCKET_TOPIC_PARTITIONS": String(partitions)]
            ).status.isSuccess
        }
    }

    /// Rows wait that no relay has come to.
    func pileUp(_ backlog: Backlog) async throws {
        let script = try backlog.script()
        // Another fault may strike Postgres meanwhile.
        try await eventually("\(backlog.rows) rows are piled up", within: .seconds(300), every: .milliseconds(500)) {
            try await psql(script, limit: .seconds(240)).status.isSuccess
        }
    }

    /// Nil where Postgres cannot say it.
    func rowsLeft(of backlog: Backlog) async throws -> Int? {
        guard backlog.rows > 0 else { return 0 }
        let said = try await psql(Backlog.left)
        return said.status.isSuccess ? Int(said.text.filter(\.isNumber)) : nil
    }

    private func psql(_ script: String, limit: Duration = .seconds(60)) async throws -> Program.Result {
        try await Program.run(
            "psql", ["-qXAt", "-v", "ON_ERROR_STOP=1", "--dbname", environment["DATABASE_URL"] ?? "", "-c", script],
            environment: ["PGTARGETSESSIONATTRS": "read-write"], limit: limit)
    }

    /// A backup reads the tables for some seconds. A column is added meanwhile, as a migration does it, and goes again.
    func alterTables(duringABackupOf seconds: Double) async throws {
        async let backup = psql(
            "begin; lock submissions, documents, events, work_items in access share mode; select pg_sleep(\(seconds))")
        for change in ["add column if not exists chaos int", "drop column if exists chaos"] {
            for table in ["submissions", "documents", "events", "work_items"] {
                // Another fault may strike Postgres meanwhile.
                try await eventually("\(table) is altered", within: .seconds(90), every: .milliseconds(200)) {
                    try await psql("set lock_timeout = '500ms'; alter table \(table) \(change)").status.isSuccess
                }
            }
        }
        _ = try await backup
    }

    /// `docket erase`, which is killed after a time if that is wanted. Whether everything of the submission is gone.
    func erase(_ submission: String, killedAfter time: Duration?) async throws -> Bool {
        let words = ["erase", submission, "--yes", "--overrule-minimum"]
        guard let time else { return try await docket(words).status.isSuccess }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return try await docket(words, under: ["timeout", "--signal=KILL", "\(seconds)"]).status.isSuccess
    }

    /// Erased submissions whose keys are still there, or were when a gateway looked for them: what they have sealed can be read
    /// wherever there is a copy of it.
    func keysLeft() async throws -> [String] {
        let said = try await psql(
            """
            select submission_id from erasures join docket_keys.submissions using (submission_id)
            union select submission_id from audit where action = 'submission.erase-key'
            """)
        guard said.status.isSuccess else { throw Program.Failed(description: "keys cannot be looked for: \(said.complaints)") }
        return said.text.split(separator: "\n").map(String.init)
    }

    /// How many submissions have a key: with none, nothing is sealed, and keys that are left show nothing.
    func keyCount() async throws -> Int {
        let said = try await psql("select count(*) from docket_keys.submissions")
        guard said.status.isSuccess else { throw Program.Failed(description: "keys cannot be counted: \(said.complaints)") }
        return Int(said.text.filter(\.isNumber)) ?? 0
    }

    /// What stages gave up, as an operator is shown it.
    func deadLetters() async throws -> Program.Result { try await docket(["dlq", "list", "--json"]) }

    /// `docket verify --log`: whether rows are what the log of custody was told. Not of the tenant of piled up rows, whose
    /// submissions never were.
    func verifyLog() async throws -> Program.Result {
        try await docket(["verify", "--log", "--tenant", TenantID.standard.rawValue])
    }

    /// `docket reconcile --dry-run`: whether something is in flight that nothing will move, and what it says.
    func audit() async throws -> Program.Result { try await docket(["reconcile", "--dry-run"]) }

    private func docket(
        _ words: [String], under wrapper: [String] = [], variables own: [String: String] = [:]
    ) async throws -> Program.Result {
        // The pieces of the environment file that name servers.
        var variables = broker.environment.merging(own) { $1 }
        for name in ["DATABASE_URL", "KAFKA_BOOTSTRAP_SERVERS"] { variables[name] = environment[name] ?? variables[name] }
        let command = wrapper + ["\(programs)/docket"] + words + ["--home", home]
        return try await Program.run(command[0], Array(command.dropFirst()), environment: variables, limit: .seconds(60))
    }

    /// The environment file that `docket up` keeps, as a shell reads it.
    private var environment: [String: String] {
        var variables: [String: String] = [:]
        for line in (ProcFile.text("\(home)/environment") ?? "").split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let value = parts[1].hasPrefix("'") && parts[1].hasSuffix("'") ? parts[1].dropFirst().dropLast() : parts[1]
            variables[String(parts[0])] = String(value)
        }
        return variables
    }
}
