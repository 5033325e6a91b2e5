import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// One list has all that stages have given up and nobody has decided on.
@Suite(.timeLimit(.minutes(1))) struct DeadLetterListTests {
    private struct Ground: Sendable {
        let fixture: StoreFixture
        let lease: Lease
        let items: PostgresWorkItemStore
        let stages: PostgresStageStore
        let letters: DeadLetterStore
        let reader: OperationsReader

        /// An event that validation has given up on.
        func parked(code: String = "broken") async throws -> RecordedEvent {
            let submission = try await fixture.store.submittedSample(tenant: fixture.tenant)
            let event = try await event(of: submission)
            let key = WorkItemKey(stage: .validation, eventID: event.id)
            _ = try await items.begin([key], mode: .together, lease)
            let commit = StageCommit(
                workItem: key, end: .parked(error: "\(code): Something is broken."), transition: nil, publishedAt: nil)
            _ = try await stages.commit([commit], lease)
            return event
        }

        /// A record that became no work.
        func record(_ value: [UInt8], stage: Stage = .validation, code: String = "event-malformed") async throws {
            try await stages.giveUp(
                DeadLetterNotice(
                    stage: stage, event: nil, key: Array("k".utf8), value: value,
                    headers: [.init(name: "from", value: Array("kcat".utf8))],
                    origin: .init(cluster: "c", topic: stage.topic.name, partition: 1, offset: .random(in: 0 ... .max)),
                    attempts: 1,
                    code: code, problem: "It is broken.", failedAt: Date()), lease)
        }

        func event(of submission: Submission) async throws -> RecordedEvent {
            let events = try await PostgresEventLog(pool: fixture.database.pool).events(
                of: submission.id, afterSequence: 3, limit: 1)
            return try #require(events.first)
        }

        func records() async throws -> [DeadRecord] {
            try await letters.letters(limit: 100).letters.compactMap { letter in
                if case .record(let record) = letter { record } else { nil }
            }
        }
    }

    private func onGround(_ body: (Ground) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            let pool = fixture.database.pool
            let lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            try await body(
                Ground(
                    fixture: fixture, lease: lease, items: PostgresWorkItemStore(pool: pool),
                    stages: PostgresStageStore(pool: pool, source: StoreFixture.source),
                    letters: DeadLetterStore(pool: pool, submissions: fixture.store), reader: OperationsReader(pool: pool)))
        }
    }

    @Test func eventsAndRecordsAreCountedAsTheyAreListed() async throws {
        try await onGround { ground in
            #expect(try await ground.reader.deadLetters() == DeadLetterCounts())
            let event = try await ground.parked()
            try await ground.record(Array("hello".utf8))
            try await ground.record([0, 255], stage: .notification)
            _ = try await ground.parked(code: "no words")
            let letters = try await ground.letters.letters(limit: 100).letters
            #expect(letters.map(\.stage) == [.validation, .validation, .notification, .validation], "the oldest ones first")
            #expect(try await ground.letters.letters(DeadLetterFilter(stage: .notification), limit: 100).letters.count == 1)
            #expect(try await ground.letters.letters(limit: 3).letters.count == 3)
            let counts = try await ground.reader.counts()
            #expect(counts.deadLetters == 4 && counts.parked == 2)
            let causes = try await ground.reader.deadLetters()
            func cause(_ code: String, _ stage: Stage = .validation) -> DeadLetterCounts.Cause { .init(stage: stage, code: code) }
            #expect(causes.parked == [cause("broken"): 1, cause("unknown"): 1])
            #expect(
                causes.all == [
                    cause("broken"): 1, cause("unknown"): 1, cause("event-malformed"): 1,
                    cause("event-malformed", .notification): 1,
                ])
            // History is not in the list: what was given up once and is over.
            _ = try await ground.items.unpark(WorkItemKey(stage: .validation, eventID: event.id))
            #expect(try await ground.reader.counts().deadLetters == 3)
        }
    }

    @Test func causesAreBounded() async throws {
        try await onGround { ground in
            for number in 0..<25 { try await ground.record([UInt8(number)], code: "cause-\(number)") }
            let causes = try await ground.reader.deadLetters().all
            #expect(causes.count == 21)
            #expect(causes[.init(stage: .validation, code: "other")] == 5)
        }
    }

    @Test func aRecordHasAllThatItBrought() async throws {
        try await onGround { ground in
            try await ground.record([0x1B, 255])
            let record = try #require(try await ground.records().first)
            #expect(record.notice.value == [0x1B, 255] && record.notice.key == Array("k".utf8))
            #expect(record.notice.headers == [.init(name: "from", value: Array("kcat".utf8))])
            #expect(record.notice.origin?.partition == 1 && record.notice.code == "event-malformed")
            guard case .nothing(.unreadable(let fault)) = record.retry else {
                Issue.record("\(record.retry)")
                return
            }
            #expect(fault.code == "event-malformed")
            #expect(try await ground.letters.retry(.record(record)) == .nothing)
            let named = try await ground.letters.letters(events: [], numbers: [record.number, 999_999])
            #expect(named.count == 1)
        }
    }

    /// An older version could not read it, or the database was restored to an earlier time and has it again.
    @Test func aRecordWhoseEventIsThereIsTried() async throws {
        try await onGround { ground in
            let submission = try await ground.fixture.store.submittedSample(tenant: ground.fixture.tenant)
            let event = try await ground.event(of: submission)
            try await ground.record(event.payload, code: "unknown-event")
            try await ground.record(event.payload, stage: .normalization)
            let stranger = String(decoding: event.payload, as: UTF8.self).replacing("\(event.id)", with: "\(EventID.random())")
            try await ground.record(Array(stranger.utf8), code: "unknown-event")
            let records = try await ground.records()
            #expect(
                records.map(\.retry) == [
                    .tryEvent(event.id), .nothing(.foreign(.submissionSubmitted)), .nothing(.unknown(submission.id)),
                ])
            #expect(try await ground.letters.retry(.record(records[0])) == .done)
            #expect(try await ground.letters.retry(.record(records[0])) == .changedMeanwhile)
            let due = try await ground.items.claimDueRetries(stage: .validation, limit: 10, ground.lease)
            #expect(due.map(\.key.eventID) == [event.id] && due.map(\.attempt) == [1])
            #expect(try await ground.records().map(\.number) == records.dropFirst().map(\.number))
            // The same record of another partition, say: the stage has the event by now.
            try await ground.record(event.payload, code: "unknown-event")
            let again = try #require(try await ground.records().last)
            #expect(again.retry == .nothing(.taken(event.id)))
            #expect(try await ground.letters.retry(.record(again)) == .nothing)
        }
    }

    @Test func whatTheStageHasGotMeanwhileStaysInTheList() async throws {
        try await onGround { ground in
            let event = try await ground.event(of: try await ground.fixture.store.submittedSample(tenant: ground.fixture.tenant))
            try await ground.record(event.payload)
            let record = try #require(try await ground.records().first)
            _ = try await ground.items.begin(
                [WorkItemKey(stage: .validation, eventID: event.id)], mode: .together, ground.lease)
            #expect(try await ground.letters.retry(.record(record)) == .changedMeanwhile)
            #expect(try await ground.records().count == 1)
        }
    }

    @Test func discardingIsConfirmedAuditedAndForGood() async throws {
        try await onGround { ground in
            try await ground.record(Array("hello".utf8))
            let record = try #require(try await ground.records().first)
            let removal = ground.letters.discard(.record(record))
            #expect(
                removal.prompt.message.contains("docket.submitted, partition 1")
                    && removal.prompt.message.contains("event-malformed"))
            #expect(try await ground.records().count == 1, "nothing happens before")
            #expect(try await removal.confirm(asking: "operator:erna") { _ in true } == true)
            #expect(try await ground.records().isEmpty)
            let acts = try await ground.fixture.database.pool.query("select action, actor, resource from audit")
            #expect(try acts.map { try $0.decode("resource", as: String.self) } == ["dead-letters/\(record.number)"])
            #expect(try await ground.letters.discard(.record(record)).confirm(asking: "operator:erna") { _ in true } == false)
            // Read once more, as after a crash: it is known, and does not come back.
            try await ground.stages.giveUp(record.notice, ground.lease)
            #expect(try await ground.records().isEmpty)
        }
    }
}
