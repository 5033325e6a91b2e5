import BlobStore
import Domain
import EventLoop
import FoundationEssentials
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// What is looked for again and again: by one gateway, and whatever cannot be done among it.
@Suite(.timeLimit(.minutes(1)))
struct SweepTests {
    private struct Broken: Error {}

    private let metrics = MetricsRegistry()

    private var turn: SweepTurn { SweepTurn(of: "tried", logger: .silent, metrics: metrics) }

    /// Asks for what is due as a database does: the first ones that are neither done nor left out.
    private func doAll(_ ids: [SubmissionID], _ turn: SweepTurn, failing: Set<SubmissionID>) async throws -> [SubmissionID] {
        var done: [SubmissionID] = []
        let count = try await turn.doAll { without, limit in
            Array(ids.lazy.filter { !done.contains($0) && !without.contains($0) }.prefix(limit))
        } submission: {
            $0
        } act: { id in
            if failing.contains(id) { throw Broken() }
            done.append(id)
            return true
        }
        #expect(count == done.count)
        return done
    }

    @Test func whatFailsIsPassedOverAndTold() async throws {
        let ids = (0..<5).map { _ in SubmissionID.random() }
        #expect(try await doAll(ids, turn, failing: [ids[0], ids[3]]) == [ids[1], ids[2], ids[4]])
        #expect(metrics.renderPrometheus().contains("docket_sweep_failures_total{sweep=\"tried\"} 2\n"))
    }

    /// More of them than are asked for at once do not hide what comes after them.
    @Test func manyThatFailHideNothing() async throws {
        let ids = (0..<(SweepTurn.batch * 2 + 30)).map { _ in SubmissionID.random() }
        let failing = Set(ids.prefix(SweepTurn.batch + 50))
        #expect(try await doAll(ids, turn, failing: failing) == ids.filter { !failing.contains($0) })
    }

    /// Two of one submission are two: where one fails, the other is done.
    @Test func oneOfASubmissionDoesNotHideAnother() async throws {
        let submission = SubmissionID.random()
        var (left, asked) = ([1, 2, 3], 0)
        let count = try await turn.doAll { without, limit in
            asked += 1
            return Array(left.filter { !without.contains($0) }.prefix(limit))
        } id: {
            $0
        } submission: { _ in
            submission
        } act: { item in
            if item == 2 { throw Broken() }
            left.removeAll { $0 == item }
            return true
        }
        #expect(count == 2 && left == [2] && asked == 1)
    }

    @Test func aTurnInWhichNothingSucceedsEnds() async throws {
        let ids = (0..<(SweepTurn.mostPassedOver + SweepTurn.batch)).map { _ in SubmissionID.random() }
        #expect(try await doAll(ids, turn, failing: Set(ids)).isEmpty)
        #expect(metrics.renderPrometheus().contains("{sweep=\"tried\"} \(SweepTurn.mostPassedOver)\n"))
    }

    @Test func withoutTheDatabaseTheTurnEnds() async throws {
        let away = StoreError(code: .unavailable, isRetriable: true, description: "It is away.")
        let tried = Mutex(0)
        let error = await #expect(throws: StoreError.self) {
            _ = try await turn.doAll { _, _ in
                [SubmissionID.random(), SubmissionID.random()]
            } submission: {
                $0
            } act: { _ in
                tried.withLock { $0 += 1 }
                throw away
            }
        }
        #expect(error?.code == .unavailable && tried.withLock { $0 } == 1)
    }

    @Test func nothingIsBegunWhenTheServiceStops() async throws {
        let stopped = SweepTurn(of: "tried", logger: .silent, metrics: metrics) { true }
        #expect(try await doAll([.random()], stopped, failing: []).isEmpty)
    }

    // MARK: - One of all gateways

    private struct Counted: Sweep {
        let name = "counted"
        let interval = Duration.milliseconds(1)
        let onTurn: @Sendable () -> Void

        func sweep(_ turn: SweepTurn) async throws {
            onTurn()
            // The next turn comes all the same.
            throw Broken()
        }
    }

    /// Runs `body` beside a keeper for each of these instances of a service.
    private func keeping(
        _ instances: [InstanceID], in store: MemoryStore,
        _ body: ([LeaseKeeper]) async throws -> Void
    ) async throws {
        let keepers = instances.map { LeaseKeeper(store, instance: $0, service: "gateway", logger: .silent) }
        var tasks: [Task<Void, Never>] = []
        defer { tasks.forEach { $0.cancel() } }
        // One after the other: who began before an older one believes for two seconds to be the eldest.
        for keeper in keepers {
            tasks.append(Task { await keeper.run() })
            try await eventually("the process has heard of the others") { keeper.isEldest != nil }
        }
        try await body(keepers)
    }

    @Test func theGatewayWithTheSmallestIdSweepsUntilItStops() async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1)
        // No lease ends, however long this process has to wait for a processor.
        let store = MemoryStore { [now = Date()] in now }
        // Of another service, and smaller than both.
        let other = InstanceID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
        _ = try await store.acquireLease(instance: other, service: "validation", lasting: .seconds(3600))
        let instances = [InstanceID(UUID()), InstanceID(UUID())].sorted { $0.description < $1.description }
        let (turns, turn) = AsyncStream<Void>.makeStream()
        let others = Mutex(0)
        try await keeping(instances, in: store) { keepers in
            func component(_ keeper: LeaseKeeper, _ onTurn: @escaping @Sendable () -> Void) -> PeriodicTask {
                PeriodicTask(
                    Counted(onTurn: onTurn), byEldest: keeper, on: group.next(), logger: .silent, metrics: MetricsRegistry(),
                    isClockRight: { true })
            }
            let (first, second) = (
                component(keepers[0]) { turn.yield() }, component(keepers[1]) { others.withLock { $0 += 1 } }
            )
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await second.run() }
                tasks.addTask { try await first.run() }
                var ours = turns.makeAsyncIterator()
                for _ in 0..<20 { await ours.next() }
                await first.stop()
                await second.stop()
                try await tasks.waitForAll()
            }
        }
        #expect(others.withLock { $0 } == 0)
        await group.shutdown()
    }

    /// Whose clock is off would find years to be over.
    @Test func nobodySweepsByAWrongClock() async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1)
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let sweeps = Mutex(0)
        try await keeping([InstanceID(UUID())], in: MemoryStore()) { keepers in
            let task = PeriodicTask(
                Counted { sweeps.withLock { $0 += 1 } }, byEldest: keepers[0], on: group.next(), logger: .silent,
                metrics: MetricsRegistry()
            ) {
                looked.yield()
                return false
            }
            async let running: Void = task.run()
            var iterator = looks.makeAsyncIterator()
            for _ in 0..<3 { await iterator.next() }
            await task.stop()
            try await running
        }
        #expect(sweeps.withLock { $0 } == 0)
        await group.shutdown()
    }

    // MARK: - Submissions that cannot be read

    /// A journey that nothing can read but what looks for what is due.
    private func unreadable(_ state: SubmissionState, in database: TestDatabase) async throws -> SubmissionID {
        let id = SubmissionID.random()
        try await database.pool.pipeline([
            """
            insert into journeys (digest, id, definition)
            values ('\\x00', 'sample', '{"retention": {"rejected": 1, "draft": 1}}') on conflict do nothing
            """,
            """
            insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons, created_at,
                changed_at, expires_at)
            values (\(id.uuid), 'acme', 'sample', '\\x00', \(state.rawValue), 1, 0, '{}', '[]', now() - interval '90 days',
                now() - interval '90 days', case \(state.rawValue) when 'draft' then now() - interval '60 days' end)
            """,
        ])
        return id
    }

    @Test func oneThatCannotBeForgottenLetsTheOthersGo() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let sample = SampleSubmissions.journey
            let journey = JourneyDefinition(
                id: sample.id, title: sample.title, summary: sample.summary, documentTypes: sample.documentTypes,
                documents: sample.documents, retention: Retention(rejected: 1))
            let forgotten = try await store.createSubmission(NewSubmission(journey: "sample"), journey: journey, tenant: "acme")
            try await database.pool.execute(
                """
                update submissions set state = 'rejected', expires_at = null, changed_at = now() - interval '2 days'
                where id = \(forgotten.id.uuid)
                """)
            let broken = try await unreadable(.rejected, in: database)
            let sweep = RetentionSweep(
                (
                    RetentionStore(pool: database.pool),
                    PersonalDataStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test"),
                    ErasureSweeps(pool: database.pool)
                ), blobs: MemoryBlobStore(), logger: .silent, metrics: metrics)
            for turnNumber in 1...2 {
                #expect(try await sweep.removeAll(turn) == (turnNumber == 1 ? 1 : 0))
                let rows = try await database.pool.query("select id from submissions where erased_at is null")
                #expect(try rows.map { try $0.decode("id", as: UUID.self) } == [broken.uuid])
            }
            let text = metrics.renderPrometheus()
            #expect(text.contains("docket_sweep_failures_total{sweep=\"tried\"} 2\n"))
            #expect(text.contains("docket_retention_removals_total 1\n"))
        }
    }

    @Test func aDraftThatCannotBeGivenUpLetsTheOthersGo() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let draft = try await store.createSubmission(
                NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: "acme")
            try await database.pool.execute(
                "update submissions set expires_at = now() - interval '1 day' where id = \(draft.id.uuid)")
            _ = try await unreadable(.draft, in: database)
            let expiry = DraftExpiry(store: store, logger: .silent)
            #expect(try await expiry.giveUpAll(turn) == 1)
            #expect(try await store.submission(draft.id, tenant: "acme")?.state == .expired)
            #expect(metrics.renderPrometheus().contains("docket_sweep_failures_total{sweep=\"tried\"} 1\n"))
        }
    }

    /// Bytes that a store refuses to remove are not asked for again at once, and keep nobody else's.
    @Test func bytesThatCannotBeRemovedArePutOff() async throws {
        try await TestDatabase.runMigrated { database in
            let ids = [SubmissionID.random(), SubmissionID.random()]
            for id in ids {
                try await database.pool.execute(
                    """
                    insert into erasures (submission_id, tenant, basis, actor, erased_at, sweep_at)
                    values (\(id.uuid), 'acme', 'policy', 'retention', now() - interval '9 days', now() - interval '1 minute')
                    """)
            }
            let sweeps = ErasureSweeps(pool: database.pool)
            let broken = ids[0]
            for expected in [2, 0] {
                let count = try await sweeps.sweepDue(limit: 10, postponing: .seconds(600)) { _, id in id != broken }
                #expect(count == expected)
            }
            let rows = try await database.pool.query(
                "select submission_id, sweep_at > now() as is_put_off from erasures where sweep_at is not null")
            #expect(try rows.map { try $0.decode("submission_id", as: UUID.self) } == [broken.uuid])
            #expect(try rows.first?.decode("is_put_off", as: Bool.self) == true)
        }
    }
}
