import Domain
import Shared
import Support
import Testing

/// What has ended is forgotten, and never what somebody still asks for.
@Suite(.timeLimit(.minutes(1))) struct PurgeConformanceTests {
    private static let long = Duration.seconds(600)
    /// Everything that has ended is older than that.
    private static let none = Duration.seconds(-1)

    /// Lets a stage end the newest event of a submission with a change.
    private func end(
        _ submission: Submission, at stage: Stage, _ change: StageChange, _ ports: DeliveryPorts, _ lease: Lease
    ) async throws {
        let key = WorkItemKey(
            stage: stage, eventID: try await ports.events.id(of: submission.id, sequence: submission.version))
        _ = try await ports.items.begin([key], mode: .together, lease)
        let transition = StageTransition(submission: submission.id, expectedVersion: submission.version, change: change)
        let commit = StageCommit(workItem: key, end: .done, transition: transition, publishedAt: nil)
        #expect(try await ports.stages.commit([commit], lease) == [.applied(version: submission.version + 1)])
    }

    /// Ends an event that changes nothing.
    private func end(_ stage: Stage, _ event: EventID, _ ports: DeliveryPorts, _ lease: Lease) async throws {
        let key = WorkItemKey(stage: stage, eventID: event)
        _ = try await ports.items.begin([key], mode: .together, lease)
        _ = try await ports.items.end([(key, .done)], lease)
    }

    @Test(arguments: DeliveryBackend.allCases)
    func whatIsDoneStaysWhileItsSubmissionCanChange(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            var submission = try await ports.submit(lease.instance)
            try await end(submission, at: .validation, .validated(SampleSubmissions.acceptance(submission)), ports, lease)
            _ = try await ports.publishAll(lease)
            _ = try await ports.outbox.purgePublished(olderThan: Self.none, limit: 100)
            #expect(try await ports.items.purgeDone(olderThan: Self.none, limit: 100) == 0)

            submission = try #require(try await ports.stages.stageSubject(submission.id)).submission
            let pages = SampleSubmissions.normalized(submission)
            try await end(
                submission, at: .normalization, .normalized(pages, verdict: SampleSubmissions.acceptance(submission)), ports,
                lease)
            let outcome = try await ports.events.id(of: submission.id, sequence: submission.version + 1)
            try await end(.notification, outcome, ports, lease)
            try await end(.preview, try await ports.events.id(of: submission.id, sequence: 3), ports, lease)
            // The outbox says where their records are: while it does, they are asked for.
            _ = try await ports.publishAll(lease)
            #expect(try await ports.items.purgeDone(olderThan: Self.none, limit: 100) == 1)
            #expect(try await ports.outbox.purgePublished(olderThan: Self.none, limit: 100) == 3)
            #expect(try await ports.items.purgeDone(olderThan: Self.long, limit: 100) == 0)
            #expect(try await ports.items.purgeDone(olderThan: Self.none, limit: 2) == 2)
            #expect(try await ports.items.purgeDone(olderThan: Self.none, limit: 100) == 1)
            // The audit misses nothing of it.
            #expect(try await ports.reconciling.inFlightItems(of: [submission.id], limit: 100).isEmpty)
            let audit = try #require(try await ports.reconciling.audit(of: [submission.id]).first)
            #expect(audit.newestStep == .submissionAccepted && audit.events == audit.version && !audit.isParked)
        }
    }

    @Test(arguments: DeliveryBackend.allCases)
    func whatWasToldIsForgottenBeforeThatItWasPlanned(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            var submission = try await ports.submit(lease.instance)
            try await end(submission, at: .validation, .validated(SampleSubmissions.acceptance(submission)), ports, lease)
            submission = try #require(try await ports.stages.stageSubject(submission.id)).submission
            let events = try await ports.events.events(of: submission.id, afterSequence: 3, limit: 2)
            let (told, waits) = (
                DeliveryKey(eventID: try #require(events.first).id, channel: "webhook", endpoint: "one"),
                DeliveryKey(eventID: try #require(events.last).id, channel: "webhook", endpoint: "one")
            )
            #expect(try await ports.deliveries.plan([told, waits]) == 2)
            _ = try await ports.deliveries.claimDue(channel: "webhook", room: DeliveryRoom(limit: 1), excluding: [], lease)
            #expect(try await ports.deliveries.end(told, .delivered(status: 200), lease))
            let pages = SampleSubmissions.normalized(submission)
            #expect(try await ports.deliveries.purgeEnded(olderThan: Self.none, limit: 100) == 0)
            try await end(
                submission, at: .normalization, .normalized(pages, verdict: SampleSubmissions.acceptance(submission)), ports,
                lease)
            _ = try await ports.publishAll(lease)
            #expect(try await ports.deliveries.purgeEnded(olderThan: Self.none, limit: 100) == 0)
            #expect(try await ports.outbox.purgePublished(olderThan: Self.none, limit: 100) == 2)

            // Its item stays as long as it.
            #expect(try await ports.items.purgeDone(olderThan: Self.none, limit: 100) == 0)
            #expect(try await ports.deliveries.purgeEnded(olderThan: Self.long, limit: 100) == 0)
            #expect(try await ports.deliveries.purgeEnded(olderThan: Self.none, limit: 100) == 1)
            #expect(try await ports.items.purgeDone(olderThan: Self.none, limit: 100) == 1)
            #expect(try await ports.deliveries.deliveries(of: submission.id).map(\.key) == [waits])
        }
    }
}
