import CommandLine
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Kafka
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// An installation's database with what operators look at, and `docket` run against it.
struct OperatorGround: Sendable {
    let database: TestDatabase
    let submissions: SubmissionStore
    let items: PostgresWorkItemStore
    let lease: Lease

    /// What a run of `docket` wrote, and how it ended.
    struct Outcome: Sendable {
        let code: ExitCode?
        let output: String
        let errors: String

        /// The output, as one value of JSON.
        func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(output.utf8))
        }

        /// The output, as a value of JSON a line.
        func jsonLines<Value: Decodable>(_ type: Value.Type = Value.self) throws -> [Value] {
            try output.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
    }

    static func run(_ body: (OperatorGround) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            try await body(
                OperatorGround(
                    database: database,
                    submissions: SubmissionStore(pool: pool, owner: lease.instance, source: "/docket/test"),
                    items: PostgresWorkItemStore(pool: pool), lease: lease))
        }
    }

    // MARK: - Running

    func docket(_ words: String..., kafka: String = "", answering: [String]? = nil) async throws -> Outcome {
        let environment = environment.merging(["KAFKA_BOOTSTRAP_SERVERS": kafka]) { $1 }
        return try await Self.docket(words, environment: environment, answering: answering)
    }

    /// What every run has.
    var environment: [String: String] { ["DATABASE_URL": database.configuration.connectionString, "USER": "erna"] }

    /// Without a terminal when there are no answers.
    static func docket(
        _ words: [String], environment: [String: String], answering: [String]? = nil
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        let file = open("\(folder.path)/output", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let errors = Mutex("")
        let left = Mutex(answering ?? [])
        let group = try EventLoopGroup(threads: 2, blockingThreads: 1, name: "docket")
        let console = Console(width: 100, output: { _ in }, error: { text in errors.withLock { $0 += text } })
        let loop = group.next()
        var context = CommandContext(
            group: group, loop: loop, environment: environment.merging(["DOCKET_HOME": folder.path]) { own, _ in own },
            output: Terminal(descriptor: file, environment: [:]))
        context.input = TerminalInput(isInteractive: answering != nil) {
            left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
        let code = try await loop.run { [context] in await Docket.program(context, console: console).run(words) }
        await group.shutdown()
        return Outcome(
            code: ExitCode(rawValue: code), output: FileText.read("\(folder.path)/output") ?? "", errors: errors.withLock { $0 })
    }

    // MARK: - What there is

    /// A submission of which a stage has given up on an event.
    func givenUp(_ stage: Stage, sequence: Int = 4, failing: Bool = true) async throws -> (Submission, EventID) {
        let submission = try await submissions.submittedSample()
        let event = try await PostgresEventLog(pool: database.pool).id(of: submission.id, sequence: sequence)
        let key = WorkItemKey(stage: stage, eventID: event)
        _ = try await items.begin([key], mode: .together, lease)
        let failure = ProcessingFailure(code: "broken", isRetriable: false, description: "Something is broken.")
        let transition = StageTransition(
            submission: submission.id, expectedVersion: sequence, change: .failed(failure))
        _ = try await PostgresStageStore(pool: database.pool, source: "/docket/test").commit(
            [
                StageCommit(
                    workItem: key, end: .parked(error: "broken: Something is broken."), transition: failing ? transition : nil,
                    publishedAt: nil)
            ], lease)
        return (submission, event)
    }

    /// A record of docket.submitted that validation could make no work of.
    func garbage(_ value: [UInt8], offset: Int64) async throws {
        let notice = DeadLetterNotice(
            stage: .validation, event: nil, key: Array("a key".utf8), value: value,
            headers: [.init(name: "from", value: Array("kcat".utf8))],
            origin: .init(cluster: "c", topic: "docket.submitted", partition: 2, offset: offset), attempts: 1,
            code: "event-malformed", problem: "The bytes are not an event.", failedAt: Date())
        try await PostgresStageStore(pool: database.pool, source: "/docket/test").giveUp(notice, lease)
    }

    func state(_ submission: Submission) async throws -> SubmissionState? {
        try await submissions.submission(submission.id, tenant: .standard)?.state
    }

    /// What the audit trail says was done, by whom.
    func audit() async throws -> [String] {
        try await database.pool.query("select action, actor from audit order by id").map {
            try "\($0.decode("action", as: String.self)) by \($0.decode("actor", as: String.self))"
        }
    }

    /// Says that everything in the outbox lies in this cluster, at the offsets from 0 on of partition 0.
    func published(to cluster: String) async throws {
        try await database.pool.execute(
            """
            update outbox set published_at = now(), cluster = \(cluster), partition = 0, record_offset = position
            where published_at is null
            """)
    }
}
