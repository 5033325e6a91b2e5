import Domain
import FoundationEssentials
import Postgres
import PostgresStore
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

    /// Seven of one tenant before one of another; what comes before them is published.
    private func pile(_ ports: DeliveryPorts, _ lease: Lease) async throws -> SubmissionID {
        for _ in 0..<7 { _ = try await ports.submitOf("acme", SampleSubmissions.journey, lease.instance) }
        let other = try await ports.submitOf("globex", SampleSubmissions.journey, lease.instance).id
        let uploads = try await ports.outbox.claimRows(lease, limit: 100, excluding: []).rows
        _ = try await ports.outbox.markPublished(uploads.map { PublishedRow(position: $0.position, location: .sample) }, lease)
        return other
    }

    private func line(_ topic: Topic, _ tenant: TenantID) -> OutboxLine {
        OutboxLine(topic: topic, tenant: tenant, journey: SampleSubmissions.journey.id)
    }

    @Test(arguments: DeliveryBackend.allCases) func tenantsTakeTurns(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let other = try await pile(ports, lease)
            let claim = try await ports.outbox.claimRows(lease, limit: 3, excluding: [])
            #expect(claim.rows.map(\.tenant) == ["acme", "acme", "globex"])
            #expect(claim.rows.last?.submission == other && claim.rows.last?.line == line(.submitted, "globex"))
            #expect(claim.held.isEmpty)
            let weighted = try await ports.outbox.claimRows(
                lease, room: OutboxRoom(limit: 5, perLine: 100, weights: ["acme": 4]), excluding: [])
            #expect(weighted.rows.map(\.tenant) == ["acme", "acme", "acme", "acme", "globex"])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aLineHasNoMoreThanItsRoomAndIsHeldBeyond(_ backend: DeliveryBackend)
        async throws
    {
        try await backend.run { ports in
            let lease = try await ports.lease()
            _ = try await pile(ports, lease)
            let (acme, globex) = (line(.submitted, "acme"), line(.submitted, "globex"))
            let claim = try await ports.outbox.claimRows(lease, room: OutboxRoom(limit: 10, perLine: 3), excluding: [])
            #expect(claim.rows.map(\.tenant) == ["acme", "acme", "acme", "globex"])
            #expect(claim.held == [acme] && claim.isMoreWaiting)
            let exact = try await ports.outbox.claimRows(lease, room: OutboxRoom(limit: 10, perLine: 7), excluding: [])
            #expect(exact.rows.count == 8 && exact.held.isEmpty)
            let none = try await ports.outbox.claimRows(
                lease, room: OutboxRoom(limit: 10, perLine: 3, ofLine: [acme: 0, globex: 0]), excluding: [])
            #expect(none.rows.isEmpty && none.held == [acme, globex])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aPlaceIsFreeOnceTheStageHasEndedTheEvent(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let rows = try await ports.publishAll(lease)
            let row = try #require(rows.first { $0.topic == .submitted })
            let asked = UnfinishedEvent(position: row.position, stage: .validation)
            func isFinished() async throws -> Bool {
                try await ports.outbox.progress(of: [asked], holding: [], lease).finished == [row.position]
            }
            let key = WorkItemKey(stage: .validation, eventID: row.eventID)
            #expect(try await !isFinished())
            _ = try await ports.items.begin([key], mode: .together, lease)
            #expect(try await !isFinished())
            _ = try await ports.items.end([(key, .retry(after: .seconds(60), error: "away"))], lease)
            #expect(try await !isFinished(), "many that fail are no reason for more of them")
            _ = try await ports.items.end([(key, .done)], lease)
            #expect(try await isFinished())
            // What is to be published once more takes no place until it is.
            let preview = try #require(rows.first { $0.topic == .uploads })
            let event = UnfinishedEvent(position: preview.position, stage: .preview)
            #expect(try await ports.outbox.progress(of: [event], holding: [], lease).finished.isEmpty)
            let again = Reemission(event: preview.eventID, judged: .sample, wasPassedOver: false)
            #expect(try await ports.reconciling.reemit([again], owner: lease.instance).count == 1)
            #expect(try await ports.outbox.progress(of: [event], holding: [], lease).finished == [preview.position])
            _ = submission
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aQuestionThatWaitsForItsAnswerTakesNoPlace(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            _ = try await ports.submit(lease.instance)
            let row = try #require(try await ports.publishAll(lease).last)
            let key = WorkItemKey(stage: .callOut, eventID: row.eventID)
            let asked = UnfinishedEvent(position: row.position, stage: .callOut)
            _ = try await ports.items.begin([key], mode: .together, lease)
            #expect(try await ports.outbox.progress(of: [asked], holding: [], lease).finished.isEmpty)
            _ = try await ports.items.end([(key, .postponed(after: .seconds(600), reason: "asked"))], lease)
            #expect(try await ports.outbox.progress(of: [asked], holding: [], lease).finished == [row.position])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatWaitsForItsTurnIsToldFromWhatIsStuck(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let (lease, peer) = (try await ports.lease(), try await ports.lease())
            _ = try await pile(ports, lease)
            let acme = line(.submitted, "acme")
            #expect(try await ports.outbox.backlog().heldLines == 0)
            try await ports.outbox.hold([acme], lease)
            let backlog = try await ports.outbox.backlog()
            #expect(backlog.heldLines == 1 && backlog.rows == 8)
            let items = try await ports.reconciling.inFlightItems(from: .start, limit: 100).items
            #expect(items.count { $0.waitsForTurn } == 7)
            #expect(items.allSatisfy { !$0.waitsForTurn || $0.key.stage == .validation })
            #expect(try await ports.outbox.progress(of: [], holding: [acme], lease).holders.isEmpty)
            try await ports.outbox.hold([acme], peer)
            #expect(try await ports.outbox.progress(of: [], holding: [acme], lease).holders == [acme: 2])
            // What a dead process held waits for its adoption.
            try await ports.leases.releaseLease(peer)
            #expect(try await ports.outbox.progress(of: [], holding: [acme], lease).holders.isEmpty)
            try await ports.outbox.hold([], lease)
            #expect(try await ports.outbox.backlog().heldLines == 0)
        }
    }

    /// Of what a process left behind, one tenant's rows are not adopted before all of another's.
    @Test func orphansAreAdoptedByTurns() async throws {
        try await TestDatabase.runMigrated { database in
            let ports = DeliveryPorts.postgres(database)
            let (before, adopter) = (try await ports.lease(), try await ports.lease())
            let other = try await pile(ports, before)
            try await ports.leases.releaseLease(before)
            #expect(try await ports.outbox.adoptOrphans(adopter, limit: 4) == 4)
            let rows = try await ports.outbox.claimRows(adopter, limit: 10, excluding: []).rows
            #expect(rows.map(\.submission).contains(other))
        }
    }

    /// `TurnOrder` says in few lines what the statement has to do.
    @Test(arguments: 0..<20 as Range<UInt64>) func theStatementChoosesAsTheModelDoes(seed: UInt64) async throws {
        try await TestDatabase.runMigrated { database in
            var generator = SeededGenerator(seed: seed)
            let lease = try await PostgresLeaseStore(pool: database.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let lines = ["a", "b", "c", "d"].flatMap { tenant in
                ["one", "two"].map { OutboxLine(topic: Topic.submitted.rawValue, tenant: tenant, journey: $0) }
            }
            let rows = (1...40 as ClosedRange<Int64>).map { position in
                TurnOrder.Row(position: position, line: generator.chance(0.5) ? lines[0] : lines[generator.number(below: 8)])
            }
            try await database.pool.execute(
                """
                with row as (
                    insert into outbox (position, event_id, submission_id, sequence, topic, owner, tenant, journey)
                    select position, gen_random_uuid(), gen_random_uuid(), 1, \(Topic.submitted.rawValue), \(lease.instance.rawValue),
                        tenant, journey
                    from unnest(\(rows.map(\.position)), \(rows.map(\.line.tenant)), \(rows.map(\.line.journey)))
                        as row (position, tenant, journey)
                    returning *
                )
                insert into events (position, id, submission_id, tenant, sequence, type, topic, time, payload)
                overriding system value
                select position, event_id, submission_id, tenant, 1, \(EventType.submissionSubmitted.rawValue), topic, now(), '{}' from row
                """)
            for limit in [8, 40] {
                var room = OutboxRoom(limit: limit, perLine: 1 + generator.number(below: 6))
                for line in lines where generator.chance(0.3) { room.ofLine[line] = generator.number(below: 4) }
                for tenant in ["a", "c"] where generator.chance(0.5) { room.weights[tenant] = 1 + generator.number(below: 3) }
                let claim = try await PostgresOutboxStore(pool: database.pool).claimRows(lease, room: room, excluding: [])
                let choice = TurnOrder.choose(rows, within: room)
                if limit == 40 {
                    #expect(claim.rows.map(\.position) == choice.positions && claim.held == choice.held, "\(room)")
                } else {
                    // Of a line it reads its share of the limit alone: all have their turn, and it may be fewer.
                    let chosen = rows.filter { choice.positions.contains($0.position) }
                    #expect(claim.rows.count <= limit)
                    #expect(Set(claim.rows.map(\.line.tenant)).isSuperset(of: chosen.map(\.line.tenant)), "\(room)")
                    for line in lines { #expect(claim.rows.count { $0.line == line } <= room.free(line), "\(room)") }
                }
            }
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
