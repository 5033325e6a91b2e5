import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Stages whose work waits while no process lives that does it.
@Suite(.timeLimit(.minutes(1))) struct UnattendedStageTests {
    @Test func itIsToldOnceNobodyHasLivedForAWhileThoughSomethingWaits() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        func age(_ waiting: Int = 3, oldest: Double, lastAlive: Double? = nil) -> Double? {
            let backlog = StageBacklog(
                stage: .reading, waiting: waiting, oldest: now.addingTimeInterval(-oldest),
                lastAlive: lastAlive.map { now.addingTimeInterval(-$0) })
            return UnattendedStage(backlog, at: now).map { now.timeIntervalSince($0.since) }
        }
        #expect(age(oldest: 29) == nil && age(oldest: 30) == 30)
        // An old backlog whose worker has just ended.
        #expect(age(oldest: 3600, lastAlive: 29) == nil && age(oldest: 3600, lastAlive: 31) == 31)
        // Something new, long after the last worker.
        #expect(age(oldest: 40, lastAlive: 3600) == 40)
        #expect(age(0, oldest: 3600) == nil)
    }

    @Test func stagesBelongToServices() {
        #expect(
            Stage.unattended(whereLive: ["gateway"]) == [
                .validation, .callOut, .preview, .normalization, .reading, .notification,
            ])
        #expect(
            Stage.unattended(whereLive: ["normalization-worker", "reading-worker"]) == [.validation, .callOut, .notification])
        #expect(Stage.unattended(whereLive: Set(Stage.allCases.map(\.service))).isEmpty)
    }

    @Test func whatWaitsIsCountedUntilSomebodyLivesOrItHasEnded() async throws {
        try await TestDatabase.runMigrated { database in
            let (pool, ports) = (database.pool, DeliveryPorts.postgres(database))
            let owner = try await ports.lease()
            let submission = try await ports.submit(owner.instance)
            _ = try await ports.submit(owner.instance)
            let stages = UnattendedStages(pool: pool)
            func known() async throws -> [String] { try await stages.look().map { "\($0.stage) \($0.waiting)" } }
            func live(_ stage: Stage) async throws -> Lease {
                try await ports.leases.acquireLease(instance: InstanceID(UUID()), service: stage.service, lasting: .seconds(600))
            }
            #expect(try await known().isEmpty)
            let since = Date(timeIntervalSince1970: 1_700_000_000)
            try await pool.execute("update events set time = \(since)")
            #expect(try await known() == ["validation 2", "preview 2"])
            #expect(try await stages.look().map(\.since) == [since, since])

            let worker = try await live(.preview)
            #expect(try await known() == ["validation 2"])
            // Begun, and published, by whoever has gone: it waits all the same, until it has ended.
            let key = WorkItemKey(stage: .validation, eventID: try await ports.submitted(submission).id)
            _ = try await ports.publishAll(owner)
            _ = try await ports.items.begin([key], mode: .together, owner)
            #expect(try await known() == ["validation 2"])
            _ = try await ports.items.end([(key, .parked(error: "broken"))], owner)
            #expect(try await known() == ["validation 1"])

            // Who has just ended may come again.
            try await ports.leases.releaseLease(worker)
            #expect(try await known() == ["validation 1"])
            try await pool.execute("update instances set expires_at = now() - interval '1 minute' where service <> 'test'")
            #expect(try await known() == ["validation 1", "preview 2"])
            _ = try await live(.validation)
            #expect(try await known() == ["preview 2"])
        }
    }
}
