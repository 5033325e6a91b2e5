import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct StageConformanceTests {
    @Test(arguments: DeliveryBackend.allCases) func aSubmissionGoesAllTheWay(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let submitted = try await ports.submitted(submission)
            _ = try await ports.items.begin([WorkItemKey(stage: .validation, eventID: submitted.id)], mode: .together, lease)
            #expect(try await ports.stages.commit([.validated(submission, submitted)], lease) == [.applied(version: 5)])

            let validated = try #require(try await ports.events.events(of: submission.id, afterSequence: 4, limit: 10).first)
            #expect(validated.type == .submissionValidated)
            let results = try await ports.stages.commit([.normalized(submission, validated)], lease)
            #expect(results == [.applied(version: 6)])

            let subject = try #require(try await ports.stages.stageSubject(submission.id))
            #expect(subject.journey == SampleSubmissions.journey)
            #expect(subject.submission.state == .accepted)
            #expect(subject.submission.version == 6)
            #expect(subject.submission.documents.allSatisfy { $0.state == .accepted && $0.pdf != nil })
            #expect(subject.submission.documents[0].pages[0].images.count == 1)
            let events = try await ports.events.events(of: submission.id, afterSequence: 0, limit: 10)
            #expect(events.last?.type == .submissionAccepted)
            let outcome = try EventReader.event(SubmissionOutcome.self, from: try #require(events.last).payload)
            #expect(outcome.data.results.map(\.document) == subject.submission.documents.map(\.id))
            #expect(outcome.header.sequence == 6)
            #expect(outcome.header.id == events.last?.id)
            #expect(
                try await ports.items.begin([WorkItemKey(stage: .validation, eventID: submitted.id)], mode: .together, lease) == [
                    .done
                ])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aRepeatChangesNothing(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let event = try await ports.submitted(submission)
            let commit = StageCommit.validated(submission, event)
            // Twice in one batch, and once more in another.
            #expect(try await ports.stages.commit([commit, commit], lease) == [.applied(version: 5), .alreadyApplied])
            #expect(try await ports.stages.commit([commit], lease) == [.alreadyApplied])
            #expect(try await ports.events.events(of: submission.id, afterSequence: 4, limit: 10).count == 1)
            _ = try await ports.publishAll(lease)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func oneConflictDoesNotConcernTheOthers(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let good = try await ports.submit(lease.instance)
            let failed = try await ports.submit(lease.instance)
            let failure = ProcessingFailure(code: "x", isRetriable: false, description: "It cannot be read.")
            let (goodEvent, failedEvent) = (try await ports.submitted(good), try await ports.submitted(failed))
            let parked = StageCommit(
                workItem: WorkItemKey(stage: .validation, eventID: failedEvent.id), end: .parked(error: "It cannot be read."),
                transition: StageTransition(submission: failed.id, expectedVersion: 4, change: .failed(failure)),
                publishedAt: nil)
            _ = try await ports.items.begin([parked.workItem], mode: .together, lease)
            #expect(try await ports.stages.commit([parked], lease) == [.applied(version: 5)])
            #expect(try await ports.items.summaries(stage: nil, parkedOnly: true, limit: 10).map(\.key) == [parked.workItem])

            let unknown = StageCommit(
                workItem: WorkItemKey(stage: .validation, eventID: .random()), end: .done,
                transition: StageTransition(submission: .random(), expectedVersion: 1, change: .failed(failure)),
                publishedAt: nil)
            let results = try await ports.stages.commit(
                [.validated(failed, failedEvent), unknown, .validated(good, goodEvent)], lease)
            #expect(results == [.conflict(currentVersion: 5), .notFound, .applied(version: 5)])
            #expect(try await ports.stages.stageSubject(failed.id)?.submission.state == .failed)
        }
    }

    @Test(arguments: DeliveryBackend.allCases)
    func deliveriesAreWrittenWithTheEndOfTheirItem(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let event = try await ports.submitted(submission)
            let key = { DeliveryKey(eventID: event.id, channel: "webhook", endpoint: $0) }
            let planned = [PlannedDelivery(key("one")), PlannedDelivery(key("two"), after: .seconds(600))]
            let item = WorkItemKey(stage: .notification, eventID: event.id)
            _ = try await ports.items.begin([item], mode: .together, lease)
            let commit = StageCommit(workItem: item, end: .done, transition: nil, deliveries: planned, publishedAt: nil)
            // Once more in the same batch, and once more in another: each is planned once.
            #expect(
                try await ports.stages.commit([commit, commit], lease) == [.applied(version: nil), .applied(version: nil)])
            #expect(try await ports.stages.commit([commit], lease) == [.applied(version: nil)])
            let written = try await ports.deliveries.deliveries(of: submission.id)
            #expect(written.map(\.key.endpoint) == ["one", "two"])
            #expect(written.allSatisfy { $0.state == .pending && $0.attempts == 0 })
            #expect(try await ports.items.begin([item], mode: .together, lease) == [.done])
            let due = try await ports.deliveries.claimDue(
                channel: "webhook", room: DeliveryRoom(limit: 10), excluding: [], lease
            ).deliveries
            #expect(due.map(\.key.endpoint) == ["one"])

            // A change that comes too late tells nobody.
            let late = StageCommit(
                workItem: WorkItemKey(stage: .validation, eventID: event.id), end: .done,
                transition: StageTransition(
                    submission: submission.id, expectedVersion: 3, change: .validated(SampleSubmissions.refusal(submission))),
                deliveries: [PlannedDelivery(key("three"))], publishedAt: nil)
            #expect(try await ports.stages.commit([late], lease) == [.conflict(currentVersion: 4)])
            #expect(try await ports.deliveries.deliveries(of: submission.id).count == 2)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func refusedDocumentsAreReopened(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let event = try await ports.submitted(submission)
            let refusal = StageCommit(
                workItem: WorkItemKey(stage: .validation, eventID: event.id), end: .done,
                transition: StageTransition(
                    submission: submission.id, expectedVersion: 4,
                    change: .validated(SampleSubmissions.refusal(submission))),
                publishedAt: nil)
            #expect(try await ports.stages.commit([refusal], lease) == [.applied(version: 5)])
            let after = try #require(try await ports.stages.stageSubject(submission.id)).submission
            #expect(after.state == .needsInput)
            #expect(after.documents[0].state == .open)
            #expect(after.documents[0].verdict == .refused)
            #expect(after.documents[0].reasons.map(\.rule) == ["legible"])
            #expect(after.expiresAt != nil)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatWasReadFromATopicIsPublished(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let gateway = try await ports.lease()
            let worker = try await ports.lease()
            let submission = try await ports.submit(gateway.instance)
            // The gateway's relay has had the report of the first row, not of the second.
            let first = try await ports.outbox.claimRows(gateway, limit: 10, excluding: []).rows
            _ = try await ports.outbox.markPublished(
                first.map { PublishedRow(position: $0.position, location: .sample) }, gateway)
            let event = try await ports.submitted(submission)
            let commit = StageCommit.validated(submission, event, publishedAt: .sample)
            #expect(try await ports.stages.commit([commit], worker) == [.applied(version: 5)])
            #expect(try await ports.outbox.claimRows(worker, limit: 10, excluding: []).rows.map(\.sequence) == [5])
            #expect(try await ports.outbox.claimRows(gateway, limit: 10, excluding: []).rows.isEmpty)
        }
    }

    /// Nobody waits for a relay, which may be waiting for the items of this very commit.
    @Test func aRowThatItsRelayIsMarkingIsLeftToIt() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let worker = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let submission = try await SubmissionStore(
                pool: pool, owner: worker.instance, source: "/docket/test"
            ).submittedSample()
            let event = try #require(
                try await PostgresEventLog(pool: pool).events(of: submission.id, afterSequence: 3, limit: 1).first)
            try await pool.withTransaction { relay in
                try await relay.execute("select from outbox where event_id = \(event.id.uuid) for update")
                let results = try await PostgresStageStore(pool: pool, source: "/docket/test").commit(
                    [.validated(submission, event, publishedAt: .sample)], worker)
                #expect(results == [.applied(version: 5)])
            }
            let rows = try await pool.query("select from outbox where event_id = \(event.id.uuid) and published_at is null")
            #expect(rows.count == 1)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func previewsChangeNoVersion(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let page = submission.documents[0].pages[0]
            let digest = try #require(page.original?.digest)
            let key = WorkItemKey(stage: .preview, eventID: try await ports.events.id(of: submission.id, sequence: 3))
            func commit(_ digest: ContentDigest) -> StageCommit {
                StageCommit(
                    workItem: key, end: .done,
                    transition: StageTransition(
                        submission: submission.id, expectedVersion: 3,
                        change: .previewed(page.id, of: digest, SampleSubmissions.image("preview"), SampleSubmissions.look)),
                    publishedAt: nil)
            }
            #expect(try await ports.stages.commit([commit(digest)], lease) == [.applied(version: nil)])
            #expect(try await ports.stages.commit([commit(digest)], lease) == [.alreadyApplied])
            let other = ContentDigest(of: [1, 2, 3])
            #expect(try await ports.stages.commit([commit(other)], lease) == [.conflict(currentVersion: 4)])
            let after = try #require(try await ports.stages.stageSubject(submission.id)).submission
            #expect(after.version == 4)
            #expect(after.documents[0].pages[0].preview == SampleSubmissions.image("preview"))
            #expect(after.documents[0].pages[0].look == SampleSubmissions.look)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func suggestionsAreOfDraftsAndChangeNoVersion(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            var submission = try await ports.submit(lease.instance)
            let page = submission.documents[0].pages[0]
            let digest = try #require(page.original?.digest)
            let key = WorkItemKey(stage: .suggestion, eventID: try await ports.events.id(of: submission.id, sequence: 3))
            func commit(_ digest: ContentDigest) -> StageCommit {
                StageCommit(
                    workItem: key, end: .done,
                    transition: StageTransition(
                        submission: submission.id, expectedVersion: 3,
                        change: .suggested(page.id, of: digest, SampleSubmissions.suggestion)), publishedAt: nil)
            }
            // It was submitted: nobody could confirm it.
            #expect(try await ports.stages.commit([commit(digest)], lease) == [.conflict(currentVersion: 4)])
            let event = try await ports.submitted(submission)
            let refusal = StageCommit(
                workItem: WorkItemKey(stage: .validation, eventID: event.id), end: .done,
                transition: StageTransition(
                    submission: submission.id, expectedVersion: 4, change: .validated(SampleSubmissions.refusal(submission))),
                publishedAt: nil)
            #expect(try await ports.stages.commit([refusal], lease) == [.applied(version: 5)])
            #expect(try await ports.stages.commit([commit(digest)], lease) == [.applied(version: nil)])
            #expect(try await ports.stages.commit([commit(digest)], lease) == [.alreadyApplied])
            let other = ContentDigest(of: [1, 2, 3])
            #expect(try await ports.stages.commit([commit(other)], lease) == [.conflict(currentVersion: 5)])
            submission = try #require(try await ports.stages.stageSubject(submission.id)).submission
            #expect(submission.version == 5 && submission.state == .needsInput)
            #expect(submission.documents[0].pages[0].suggestion == SampleSubmissions.suggestion)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func unfinishedPredecessorsAreNamed(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let event = try await ports.submitted(submission)
            let types: [EventType] = [.uploadCompleted, .submissionSubmitted]
            let found = try await ports.events.unfinishedPredecessors(of: [event.id], stage: .preview, types: types)
            #expect(found.map(\.sequence) == [3])
            let key = WorkItemKey(stage: .preview, eventID: found[0].id)
            _ = try await ports.items.begin([key], mode: .together, lease)
            #expect(try await ports.events.unfinishedPredecessors(of: [event.id], stage: .preview, types: types).count == 1)
            _ = try await ports.items.end([(key, .done)], lease)
            #expect(try await ports.events.unfinishedPredecessors(of: [event.id], stage: .preview, types: types).isEmpty)
        }
    }

    @Test(arguments: DeliveryBackend.allCases)
    func whatIsNewAndFollowsNothingIsBegunAtOnce(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let (lease, other) = (try await ports.lease(), try await ports.lease())
            let submission = try await ports.submit(lease.instance)
            let events = try await ports.events.events(of: submission.id, afterSequence: 0, limit: 10)
                .filter { [.uploadCompleted, .submissionSubmitted].contains($0.type) }
            let keys = events.map { WorkItemKey(stage: .preview, eventID: $0.id) }
            let types: [EventType] = [.uploadCompleted, .submissionSubmitted]
            #expect(keys.count == 2)
            // The later one waits for the earlier one, unless they come together.
            #expect(try await ports.items.beginNew([keys[1]], after: types, lease).isEmpty)
            #expect(try await ports.items.beginNew([keys[1]], after: [.submissionSubmitted], lease) == [keys[1]])
            _ = try await ports.items.end([(keys[1], .abandoned)], lease)
            #expect(try await ports.items.beginNew(keys, after: types, lease) == [keys[0]])
            // Begun by somebody, it is nobody's to begin anew.
            #expect(try await ports.items.beginNew([keys[0]], after: types, other).isEmpty)
            #expect(try await ports.items.begin([keys[0]], mode: .together, other) == [.runningElsewhere])
            let unknown = WorkItemKey(stage: .preview, eventID: .random())
            #expect(try await ports.items.beginNew([unknown], after: types, lease).isEmpty)

            // What is done holds nothing back, and neither does what another stage has still to do.
            let next = try await ports.submit(lease.instance)
            let later = try await ports.events.events(of: next.id, afterSequence: 0, limit: 10)
                .filter { types.contains($0.type) }.map { WorkItemKey(stage: .preview, eventID: $0.id) }
            #expect(try await ports.items.beginNew(later, after: types, lease) == Set(later))
            let third = try await ports.submit(lease.instance)
            let rest = try await ports.events.events(of: third.id, afterSequence: 0, limit: 10)
                .filter { types.contains($0.type) }.map { WorkItemKey(stage: .preview, eventID: $0.id) }
            #expect(try await ports.items.beginNew([rest[0]], after: types, lease) == [rest[0]])
            #expect(try await ports.items.beginNew([rest[1]], after: types, lease).isEmpty)
            _ = try await ports.items.end([(rest[0], .done)], lease)
            #expect(try await ports.items.beginNew([rest[1]], after: types, lease) == [rest[1]])
        }
    }

    @Test(arguments: [false, true]) func theLogIsFollowedWithoutGaps(isPooled: Bool) async throws {
        try await TestDatabase.runMigrated(isPooled: isPooled) { database in
            let (ports, log) = (DeliveryPorts.postgres(database), PostgresEventLog(pool: database.pool))
            let lease = try await ports.lease()
            let start = try await log.currentPosition()
            let submissions = [try await ports.submit(lease.instance), try await ports.submit(lease.instance)]
            var seen: [RecordedEvent] = []
            var position = start
            // Other tests' transactions on the same cluster keep events back until they end.
            while Set(seen.filter { $0.sequence == 4 }.map(\.submission)) != Set(submissions.map(\.id)) {
                let part = try await log.events(afterPosition: position, tenant: nil, limit: 3)
                seen += part
                position = part.last?.position ?? position
            }
            #expect(seen.map(\.submission).count { $0 == submissions[0].id } == seen.count / 2)
            #expect(seen.filter { $0.submission == submissions[1].id }.map(\.sequence).suffix(3) == [2, 3, 4])
            #expect(seen.map(\.position) == seen.map(\.position).sorted())
            #expect(try await log.currentPosition() == seen.last?.position)
            #expect(try await log.events(afterPosition: start, tenant: "other", limit: 10).isEmpty)
            #expect(try await log.events(ids: seen.map(\.id)).count == seen.count)
        }
    }
}

extension StageCommit {
    static func normalized(_ submission: Submission, _ event: RecordedEvent) -> StageCommit {
        StageCommit(
            workItem: WorkItemKey(stage: .normalization, eventID: event.id), end: .done,
            transition: StageTransition(
                submission: submission.id, expectedVersion: event.sequence,
                change: .normalized(
                    SampleSubmissions.normalized(submission), verdict: SampleSubmissions.acceptance(submission))),
            publishedAt: nil)
    }
}
