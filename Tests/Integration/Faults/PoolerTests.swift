import EventLoop
import IntakeClient
import Postgres
import Shared
import Support
import Synchronization
import Testing

extension OwnRuns {
    /// All services by way of a PgBouncer in transaction mode that has fewer sessions than they have connections.
    @Suite struct PoolerTests {
        private static let sessions = 4

        /// The server itself is reached over TCP, and the pooler reaches it over its socket: that tells them apart.
        private static func run(
            _ variables: [String: String] = [:], _ body: (RunningDocket, RealPgBouncer) async throws -> Void
        ) async throws {
            let cluster = try await TemporaryPostgres.shared()
            let name = try await cluster.makeDatabase()
            try await RealPgBouncer.run(before: cluster, connections: sessions) { pooler in
                let database = [
                    "DATABASE_URL": pooler.connectionString(database: name), "DATABASE_POOLER": "transaction",
                    "DATABASE_DIRECT_URL": cluster.networkConnectionString(database: name),
                ]
                try await RunningDocket.run(.init(environment: variables.merging(database) { $1 })) { docket in
                    try await body(docket, pooler)
                }
            }
        }

        private static func count(_ docket: RunningDocket, _ condition: SQL) async throws -> Int {
            try await docket.withDatabase { pool in
                try await pool.query(
                    """
                    select count(*)::int as n from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'docket-%'
                        and
                    """ + " " + condition)[0].decode("n", as: Int.self)
            }
        }

        @Test func submissionsGoAllTheWayAndAreFollowedLive() async throws {
            try await Self.run { docket, _ in
                let draft = try await docket.draft("identity", [PlannedDocument("passport", [try .smallPhoto()])])
                let told = Mutex<[String]>([])
                let following = Task {
                    try await docket.client.follow(draft.id) { event in
                        told.withLock { $0.append(event.type) }
                        return event.type != EventType.submissionAccepted.rawValue
                    }
                }
                let result = try await docket.outcome(of: draft.id)
                #expect(result.state == .accepted)
                try await following.value
                #expect(told.withLock { $0.last } == EventType.submissionAccepted.rawValue)
                _ = try await docket.receiver.arrival(.submissionAccepted, of: result.id)

                // Each gateway and worker listens over a connection of its own, and has no other one past the pooler.
                #expect(try await Self.count(docket, "client_addr is not null and query ilike 'listen%'") >= 1)
                #expect(try await Self.count(docket, "client_addr is not null and query not ilike 'listen%'") == 0)
                #expect((1...Self.sessions).contains(try await Self.count(docket, "client_addr is null")))
                #expect(try await Self.count(docket, "client_addr is null and query ilike '%listen%'") == 0)

                let program = try BuiltPrograms.path("docket")
                let doctor = try await Program.run(program, ["doctor", "--home", docket.home])
                #expect(doctor.text.contains("DATABASE_URL leads through it"), "\(doctor.text)")
                for command in [["status", "--once"], ["migrate"], ["reconcile", "--dry-run"], ["dlq", "list"]] {
                    let said = try await Program.run(program, command + ["--home", docket.home])
                    #expect(said.status.isSuccess, "\(command): \(said.complaints)\(said.text)")
                }
            }
        }

        @Test func aPoolerThatIsKilledAndStartedAgainLosesNothing() async throws {
            try await Self.run(["DOCKET_RECONCILE_INTERVAL": "1s"]) { docket, pooler in
                let progress = Progress()
                let photo = try SampleFile.smallPhoto()
                let ended = try await withThrowingTaskGroup(of: SubmissionView.self) { group in
                    for _ in 0..<6 {
                        let person = PersistentPerson(docket: docket, issuedDaysAgo: 1, sample: photo, progress: progress)
                        group.addTask { try await person.submit(within: .seconds(90)) }
                    }
                    try await eventually("the first ones are submitted", every: .milliseconds(2)) { progress.steps >= 20 }
                    await pooler.kill()
                    try await pooler.start()
                    return try await group.reduce(into: [SubmissionView]()) { $0.append($1) }
                }
                #expect(ended.allSatisfy { $0.state == .accepted })
                for submission in ended {
                    let told = try await docket.receiver.arrival(.submissionAccepted, of: submission.id)
                    #expect(docket.receiver.arrivals(of: submission.id).allSatisfy { $0.id == told.id })
                }
                let stored = try await docket.storedEvents()
                #expect(stored.gaps == 0 && stored.parked == 0 && stored.outcomes.count == ended.count)
            }
        }
    }
}
