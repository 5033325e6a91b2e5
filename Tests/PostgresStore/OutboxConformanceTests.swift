import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct OutboxConformanceTests {
    @Test(arguments: DeliveryBackend.allCases) func aRowIsShownOnceItsPredecessorsArePublished(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let first = try await ports.outbox.claimRows(lease, limit: 10, excluding: [])
            #expect(first.rows.map(\.type) == [.uploadCompleted])
            #expect(first.rows.map(\.submission) == [submission.id])
            #expect(first.isMoreWaiting)
            // In flight is not published.
            #expect(try await ports.outbox.claimRows(lease, limit: 10, excluding: first.rows.map(\.position)).rows.isEmpty)
            let marked = try await ports.outbox.markPublished(
                [PublishedRow(position: first.rows[0].position, location: .sample)], lease)
            #expect(marked == [first.rows[0].position])
            let second = try await ports.outbox.claimRows(lease, limit: 10, excluding: [])
            #expect(second.rows.map(\.sequence) == [4])
            #expect(second.rows.map(\.topic) == [.submitted])
            #expect(!second.isMoreWaiting)
            let event = try await ports.submitted(submission)
            #expect(second.rows[0].payload == event.payload)
            #expect(second.rows[0].eventID == event.id)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatAnotherProcessHasStillToPublishIsNotMarked(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let (own, other) = (try await ports.lease(), try await ports.lease())
            _ = try await ports.submit(own.instance)
            let row = try #require(try await ports.outbox.claimRows(own, limit: 1, excluding: []).rows.first)
            let published = [PublishedRow(position: row.position, location: .sample)]
            #expect(try await ports.outbox.markPublished(published, other).isEmpty)
            #expect(try await ports.outbox.claimRows(own, limit: 1, excluding: []).rows.map(\.position) == [row.position])
        }
    }

    /// In a rolling upgrade a process adopts what a newer one wrote.
    @Test func rowsOfANewerVersionStopNothing() async throws {
        try await TestDatabase.runMigrated { database in
            let ports = DeliveryPorts.postgres(database)
            let lease = try await ports.lease()
            var submissions: [SubmissionID] = []
            for _ in 0..<3 { submissions.append(try await ports.submit(lease.instance).id) }
            try await database.pool.execute(
                "update events set type = 'com.docket.newer.v1' where submission_id = \(submissions[0].uuid) and sequence = 3")
            try await database.pool.execute(
                "update outbox set topic = 'docket.newer' where submission_id = \(submissions[1].uuid) and sequence = 3")
            let claim = try await ports.outbox.claimRows(lease, limit: 2, excluding: [])
            #expect(claim.rows.map(\.submission) == [submissions[0], submissions[2]])
            #expect(claim.rows.map(\.type) == [nil, .uploadCompleted])
            #expect(try await ports.publishAll(lease).count == 4)
            // What follows waits for it, and is told as waiting.
            #expect(try await ports.outbox.backlog().rows == 2)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func rowsOfSeveralSubmissionsComeInTheirOrder(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            var submissions: [SubmissionID] = []
            for _ in 0..<3 { submissions.append(try await ports.submit(lease.instance).id) }
            let claim = try await ports.outbox.claimRows(lease, limit: 2, excluding: [])
            #expect(claim.rows.map(\.submission) == Array(submissions.prefix(2)))
            #expect(claim.isMoreWaiting)
            #expect(try await ports.publishAll(lease).count == 6)
            #expect(try await ports.outbox.backlog().rows == 0)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func `case 7, two relays: rows of a living owner are left alone`(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let other = try await ports.lease()
            _ = try await ports.submit(owner.instance)
            #expect(try await ports.outbox.claimRows(other, limit: 10, excluding: []).rows.isEmpty)
            #expect(try await ports.outbox.adoptOrphans(other, limit: 10) == 0)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func `case 7, two relays: orphans are adopted and their owner is fenced`(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let dead = try await ports.lease(alive: false)
            let adopter = try await ports.lease()
            _ = try await ports.submit(dead.instance)
            let claimed = try await ports.outbox.claimRows(dead, limit: 10, excluding: []).rows
            #expect(try await ports.outbox.adoptOrphans(adopter, limit: 10) == 2)
            // The one that was thought dead wakes up: its epoch is gone.
            #expect(try await !ports.leases.renewLease(dead, lasting: .seconds(600)))
            #expect(try await ports.outbox.claimRows(dead, limit: 10, excluding: []).rows.isEmpty)
            let reports = claimed.map { PublishedRow(position: $0.position, location: .sample) }
            #expect(try await ports.outbox.markPublished(reports, dead).isEmpty)
            #expect(try await ports.publishAll(adopter).map(\.sequence) == [3, 4])
        }
    }

    /// The rows are its instance's still: nothing but the epoch tells the two leases apart.
    @Test(arguments: DeliveryBackend.allCases) func anOlderEpochOfTheSameOwnerIsFenced(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let older = try await ports.lease()
            _ = try await ports.submit(older.instance)
            _ = try await ports.submit(InstanceID(UUID()))
            let claimed = try await ports.outbox.claimRows(older, limit: 10, excluding: []).rows
            #expect(claimed.count == 1)
            let newer = try await ports.lease(instance: older.instance)
            #expect(newer.epoch > older.epoch)
            #expect(try await ports.outbox.claimRows(older, limit: 10, excluding: []).rows.isEmpty)
            let reports = claimed.map { PublishedRow(position: $0.position, location: .sample) }
            #expect(try await ports.outbox.markPublished(reports, older).isEmpty)
            #expect(try await ports.outbox.adoptOrphans(older, limit: 10) == 0)
            #expect(try await ports.outbox.claimRows(newer, limit: 10, excluding: []).rows == claimed)
            #expect(try await ports.outbox.markPublished(reports, newer) == Set(claimed.map(\.position)))
            #expect(try await ports.outbox.adoptOrphans(newer, limit: 10) == 2)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func rowsOfAnUnknownOwnerAreOrphans(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            _ = try await ports.submit(InstanceID(UUID()))
            let adopter = try await ports.lease()
            #expect(try await ports.outbox.adoptOrphans(adopter, limit: 1) == 1)
            #expect(try await ports.outbox.adoptOrphans(adopter, limit: 10) == 1)
            #expect(try await ports.outbox.adoptOrphans(adopter, limit: 10) == 0)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aPredecessorElsewhereHoldsARowBack(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let gateway = try await ports.lease()
            let worker = try await ports.lease()
            let submission = try await ports.submit(gateway.instance)
            let event = try await ports.submitted(submission)
            _ = try await ports.items.begin([WorkItemKey(stage: .validation, eventID: event.id)], mode: .together, worker)
            _ = try await ports.stages.commit([.validated(submission, event)], worker)
            let held = try await ports.outbox.claimRows(worker, limit: 10, excluding: [])
            #expect(held.rows.isEmpty)
            #expect(held.isMoreWaiting)
            _ = try await ports.publishAll(gateway)
            #expect(try await ports.outbox.claimRows(worker, limit: 10, excluding: []).rows.map(\.sequence) == [5])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func publishedRowsOfFinishedEventsArePurgedByAge(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            #expect(try await ports.outbox.backlog().rows == 2)
            _ = try await ports.publishAll(lease)
            // What no stage has finished is kept, whatever its age.
            #expect(try await ports.outbox.purgePublished(olderThan: .seconds(-1), limit: 10) == 0)
            let events = try await ports.events.events(of: submission.id, afterSequence: 2, limit: 2)
            let keys = events.compactMap { event in event.type.stage.map { WorkItemKey(stage: $0, eventID: event.id) } }
            for key in keys {
                _ = try await ports.items.begin([key], mode: .together, lease)
                #expect(try await ports.outbox.purgePublished(olderThan: .seconds(-1), limit: 10) == 0)
                _ = try await ports.items.end([(key, .done)], lease)
                #expect(try await ports.outbox.purgePublished(olderThan: .seconds(600), limit: 10) == 0)
                #expect(try await ports.outbox.purgePublished(olderThan: .seconds(-1), limit: 10) == 1)
            }
            #expect(keys.count == 2)
        }
    }
}

extension StageCommit {
    /// Validation lets everything pass.
    static func validated(
        _ submission: Submission, _ event: RecordedEvent, publishedAt: RecordLocation? = nil
    ) -> StageCommit {
        StageCommit(
            workItem: WorkItemKey(stage: .validation, eventID: event.id), end: .done,
            transition: StageTransition(
                submission: submission.id, expectedVersion: event.sequence,
                change: .validated(SampleSubmissions.acceptance(submission))),
            publishedAt: publishedAt)
    }
}
