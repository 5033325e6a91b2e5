import Domain
import FoundationEssentials
import Shared
import Support
import Testing

/// Dead letters and the outbox: written with the end of their item or not at all, and in nobody's way.
@Suite(.timeLimit(.minutes(1))) struct DeadLetterConformanceTests {
    private let failure = ProcessingFailure(code: "broken", isRetriable: false, description: "It is broken.")

    private func notice(_ event: EventID?, offset: Int64 = 7, value: [UInt8] = [0, 255]) -> DeadLetterNotice {
        DeadLetterNotice(
            stage: .validation, event: event, key: [1, 2, 0], value: value,
            headers: event == nil
                ? [.init(name: "a\0b\"", value: [0, 1, 255]), .init(name: "a", value: []), .init(name: "a", value: [7])] : [],
            origin: DeadLetterNotice.Origin(cluster: "c", topic: "docket.submitted", partition: 1, offset: offset), attempts: 3,
            code: "broken", problem: "It is broken.", failedAt: Date(timeIntervalSince1970: 1_790_000_000))
    }

    private func giveUp(_ submission: Submission, _ event: RecordedEvent) -> StageCommit {
        StageCommit(
            workItem: WorkItemKey(stage: .validation, eventID: event.id), end: .parked(error: "It is broken."),
            transition: StageTransition(
                submission: submission.id, expectedVersion: event.sequence, change: .failed(failure)),
            publishedAt: nil, deadLetter: notice(event.id))
    }

    @Test(arguments: DeliveryBackend.allCases) func aParkedItemHasOne(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let event = try await ports.submitted(submission)
            let commit = giveUp(submission, event)
            _ = try await ports.items.begin([commit.workItem], mode: .together, lease)
            #expect(try await ports.stages.commit([commit], lease) == [.applied(version: 5)])
            // As after a COMMIT whose answer was lost.
            #expect(try await ports.stages.commit([commit], lease) == [.alreadyApplied])
            let claim = try await ports.outbox.claimRows(lease, limit: 10, excluding: [])
            #expect(claim.deadLetters.map(\.notice) == [notice(event.id)])
            // It waits for no event of its submission, nor do they for it.
            #expect(claim.rows.map(\.sequence) == [3])
            #expect(claim.isMoreWaiting)
            let letter = try #require(claim.deadLetters.first)
            #expect(
                try await ports.outbox.claimRows(lease, limit: 10, excluding: [letter.position]).deadLetters.isEmpty)
            #expect(try await ports.outbox.backlog().rows == 4)
            #expect(try await ports.publishAll(lease).map(\.sequence) == [3, 4, 5])
            let report = PublishedRow(position: letter.position, location: .sample)
            #expect(try await ports.outbox.markPublished([report], lease) == [letter.position])
            #expect(try await ports.outbox.backlog().rows == 0)
            #expect(try await ports.outbox.claimRows(lease, limit: 10, excluding: []).deadLetters.isEmpty)
            // What is in flight and what was accepted is counted as before.
            #expect(
                try await ports.reconciling.inFlightItems(of: [submission.id], limit: 10).map(\.sequence) == [3, 5])
            #expect(try await ports.reconciling.audit(of: [submission.id]).map(\.events) == [5])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatIsNotParkedHasNone(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let other = try await ports.lease()
            let submission = try await ports.submit(lease.instance)
            let event = try await ports.submitted(submission)
            let commit = giveUp(submission, event)
            _ = try await ports.items.begin([commit.workItem], mode: .together, lease)
            // Another one gives up what it has not begun; then the submission moves on before the giveUp.
            let strange = StageCommit(
                workItem: commit.workItem, end: commit.end, transition: nil, publishedAt: nil, deadLetter: commit.deadLetter)
            #expect(try await ports.stages.commit([strange], other) == [.applied(version: nil)])
            #expect(try await ports.stages.commit([.validated(submission, event)], other) == [.applied(version: 5)])
            #expect(try await ports.stages.commit([commit], lease) == [.conflict(currentVersion: 5)])
            #expect(try await ports.outbox.claimRows(lease, limit: 10, excluding: []).deadLetters.isEmpty)
            #expect(try await ports.outbox.claimRows(other, limit: 10, excluding: []).deadLetters.isEmpty)
            #expect(try await ports.items.summaries(stage: nil, parkedOnly: true, limit: 10).isEmpty)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aRecordIsGivenUpOnce(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            try await ports.stages.giveUp(notice(nil, value: []), lease)
            try await ports.stages.giveUp(notice(nil), lease)
            try await ports.stages.giveUp(notice(nil, offset: 8), lease)
            let claim = try await ports.outbox.claimRows(lease, limit: 10, excluding: [])
            #expect(claim.deadLetters.map(\.notice) == [notice(nil, value: []), notice(nil, offset: 8)])
            #expect(Set(claim.deadLetters.map(\.position)).count == 2)
            #expect(try await ports.outbox.claimRows(lease, limit: 1, excluding: []).deadLetters.count == 1)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func oneOfADeadProcessIsAdopted(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let dead = try await ports.lease(alive: false)
            let adopter = try await ports.lease()
            try await ports.stages.giveUp(notice(nil), dead)
            let letter = try #require(try await ports.outbox.claimRows(dead, limit: 10, excluding: []).deadLetters.first)
            #expect(try await ports.outbox.adoptOrphans(adopter, limit: 10) == 1)
            #expect(try await !ports.leases.renewLease(dead, lasting: .seconds(600)))
            #expect(try await ports.outbox.claimRows(dead, limit: 10, excluding: []).deadLetters.isEmpty)
            let report = PublishedRow(position: letter.position, location: .sample)
            #expect(try await ports.outbox.markPublished([report], dead).isEmpty)
            #expect(try await ports.outbox.claimRows(adopter, limit: 10, excluding: []).deadLetters == [letter])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func itStaysKnownLongerThanItsRow(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            try await ports.stages.giveUp(notice(nil), lease)
            let letter = try #require(try await ports.outbox.claimRows(lease, limit: 10, excluding: []).deadLetters.first)
            #expect(try await ports.outbox.purgePublished(olderThan: .seconds(-1), limit: 10) == 0)
            _ = try await ports.outbox.markPublished([PublishedRow(position: letter.position, location: .sample)], lease)
            #expect(try await ports.outbox.purgeDeadLetters(olderThan: .seconds(-1), limit: 10) == 0)
            #expect(try await ports.outbox.purgePublished(olderThan: .seconds(-1), limit: 10) == 1)
            #expect(try await ports.outbox.purgePublished(olderThan: .seconds(-1), limit: 10) == 0)
            // The record comes again, and is known.
            try await ports.stages.giveUp(notice(nil), lease)
            #expect(try await ports.outbox.claimRows(lease, limit: 10, excluding: []).deadLetters.isEmpty)
            #expect(try await ports.outbox.purgeDeadLetters(olderThan: .seconds(-1), limit: 10) == 1)
        }
    }
}
