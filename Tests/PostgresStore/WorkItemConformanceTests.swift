import Domain
import FoundationEssentials
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct WorkItemConformanceTests {
    /// A key of validation for a sample that was submitted.
    private func key(_ ports: DeliveryPorts, _ lease: Lease) async throws -> WorkItemKey {
        let submission = try await ports.submit(lease.instance)
        return WorkItemKey(stage: .validation, eventID: try await ports.submitted(submission).id)
    }

    private func begin(
        _ key: WorkItemKey, _ mode: WorkItemMode, _ ports: DeliveryPorts, _ lease: Lease
    ) async throws -> WorkItemAdmission? {
        try await ports.items.begin([key], mode: mode, lease).first
    }

    @Test(arguments: DeliveryBackend.allCases) func whatIsDoneIsNotBegunAgain(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let keys = [try await key(ports, lease), try await key(ports, lease)]
            #expect(try await ports.items.begin(keys, mode: .together, lease) == [.begun(attempt: 1), .begun(attempt: 1)])
            #expect(try await ports.items.end([(keys[0], .done)], lease) == [keys[0]])
            #expect(try await ports.items.end([(keys[0], .done)], lease).isEmpty)
            #expect(try await ports.items.begin(keys.reversed(), mode: .together, lease) == [.mustRunAlone, .done])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatTheLogDoesNotHaveIsUnknown(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let known = try await key(ports, lease)
            let stranger = WorkItemKey(stage: .validation, eventID: .random())
            #expect(try await ports.items.begin([stranger, known], mode: .together, lease) == [.unknown, .begun(attempt: 1)])
            #expect(try await ports.items.begin([stranger], mode: .alone, lease) == [.unknown])
            #expect(try await ports.items.begun(stage: .validation, lease) == [known])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func onlyDeathsInSolitudeCount(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let first = try await ports.lease(alive: false)
            let second = try await ports.lease(alive: false)
            let third = try await ports.lease()
            let key = try await key(ports, first)
            // Dies beside others, is taken over and dies alone, is taken over again.
            #expect(try await begin(key, .together, ports, first) == .begun(attempt: 1))
            #expect(try await begin(key, .together, ports, second) == .abandoned)
            let left = try await ports.items.claimAbandoned(stage: .validation, limit: 10, second)
            #expect(left.map(\.key) == [key] && left.map(\.attempt) == [1])
            #expect(left.map(\.event.id) == [key.eventID])
            #expect(try await begin(key, .alone, ports, second) == .begun(attempt: 1))
            let claimed = try await ports.items.claimAbandoned(stage: .validation, limit: 10, third)
            #expect(claimed.map(\.attempt) == [2])
            #expect(try await begin(key, .together, ports, third) == .mustRunAlone)
            // However often the answer was lost.
            for _ in 0..<3 { #expect(try await begin(key, .alone, ports, third) == .begun(attempt: 2)) }
            #expect(try await ports.items.end([(key, .retry(after: .zero, error: "no"))], third) == [key])
            #expect(try await ports.items.claimDueRetries(stage: .validation, limit: 1, third).map(\.attempt) == [3])
        }
    }

    /// One process is enough to look after what another has left: the next one finds nothing, and goes on.
    @Test(arguments: DeliveryBackend.allCases) func whatWasTakenOverIsNobodyElses(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let dead = try await ports.lease(alive: false)
            let one = try await ports.lease()
            let other = try await ports.lease()
            let keys = [try await key(ports, dead), try await key(ports, dead), try await key(ports, dead)]
            _ = try await ports.items.begin(keys, mode: .together, dead)
            #expect(try await ports.items.waiting(stage: .validation).isAnyAbandoned)
            #expect(try await !ports.items.waiting(stage: .normalization).isAnyAbandoned)
            let left = try await ports.items.claimAbandoned(stage: .validation, limit: 2, one)
            #expect(left.count == 2)
            let rest = try await ports.items.claimAbandoned(stage: .validation, limit: 2, other)
            #expect(Set((left + rest).map(\.key)) == Set(keys) && rest.count == 1)
            for lease in [one, other] {
                #expect(try await ports.items.claimAbandoned(stage: .validation, limit: 2, lease).isEmpty)
            }
            #expect(try await !ports.items.waiting(stage: .validation).isAnyAbandoned)
            #expect(try await begin(left[0].key, .together, ports, other) == .runningElsewhere)
        }
    }

    /// Whoever dies before what it took over could run alone has nothing to do with it.
    @Test(arguments: DeliveryBackend.allCases) func takingOverCountsNothing(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let first = try await ports.lease(alive: false)
            let key = try await key(ports, first)
            _ = try await begin(key, .together, ports, first)
            for _ in 0..<3 {
                let next = try await ports.lease(alive: false)
                let left = try await ports.items.claimAbandoned(stage: .validation, limit: 10, next)
                #expect(left.map(\.attempt) == [1])
            }
        }
    }

    /// A process that lost its lease may work on it still: it gives back itself what it does not know of.
    @Test(arguments: DeliveryBackend.allCases) func nobodyTakesOverFromItself(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let older = try await ports.lease()
            let key = try await key(ports, older)
            _ = try await begin(key, .together, ports, older)
            let newer = try await ports.lease(instance: older.instance)
            #expect(try await ports.items.claimAbandoned(stage: .validation, limit: 10, newer).isEmpty)
            #expect(try await ports.items.begun(stage: .validation, newer) == [key])
            let other = try await ports.lease()
            #expect(try await ports.items.claimAbandoned(stage: .validation, limit: 10, other).map(\.key) == [key])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatALivingProcessWorksOnIsLeftToIt(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let other = try await ports.lease()
            let key = try await key(ports, owner)
            _ = try await begin(key, .together, ports, owner)
            #expect(try await ports.items.begun(stage: .validation, owner) == [key])
            #expect(try await ports.items.begun(stage: .validation, other).isEmpty)
            #expect(try await begin(key, .together, ports, other) == .runningElsewhere)
            #expect(try await begin(key, .alone, ports, other) == .runningElsewhere)
            #expect(try await ports.items.end([(key, .retry(after: .zero, error: "no"))], other).isEmpty)
            #expect(try await ports.items.claimAbandoned(stage: .validation, limit: 10, other).isEmpty)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func onlyWhoBeganItEndsIt(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let other = try await ports.lease()
            let key = try await key(ports, owner)
            _ = try await begin(key, .together, ports, owner)
            let ends: [WorkItemEnd] = [
                .retry(after: .zero, error: "no"), .parked(error: "no"), .abandoned, .postponed(after: .zero, reason: "no"),
            ]
            for end in ends {
                #expect(try await ports.items.end([(key, end)], other).isEmpty, "\(end)")
                _ = try await ports.stages.commit(
                    [StageCommit(workItem: key, end: end, transition: nil, publishedAt: nil)], other)
                #expect(try await ports.items.begun(stage: .validation, owner) == [key], "\(end)")
                #expect(try await ports.items.claimDueRetries(stage: .validation, limit: 10, other).isEmpty, "\(end)")
            }
            #expect(try await ports.items.summaries(stage: nil, parkedOnly: true, limit: 10).isEmpty)
            #expect(try await ports.items.end([(key, .parked(error: "poison"))], owner) == [key])
            #expect(try await ports.items.summaries(stage: nil, parkedOnly: true, limit: 10).map(\.attempts) == [1])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func retriesWaitForTheirTime(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let key = try await key(ports, lease)
            _ = try await begin(key, .together, ports, lease)
            _ = try await ports.items.end([(key, .retry(after: .seconds(600), error: "busy"))], lease)
            #expect(try await begin(key, .together, ports, lease) == .waiting)
            #expect(try await ports.items.claimDueRetries(stage: .validation, limit: 10, lease).isEmpty)
            let next = try #require(try await ports.items.waiting(stage: .validation).nextRetry)
            #expect(next > .seconds(500) && next <= .seconds(600))
            #expect(try await ports.items.waiting(stage: .normalization).nextRetry == nil)
            let summary = try #require(try await ports.items.summaries(stage: nil, parkedOnly: false, limit: 10).first)
            #expect(summary.key == key && summary.attempts == 1 && summary.lastError == "busy" && !summary.isParked)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func dueRetriesAreClaimedOnce(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let other = try await ports.lease()
            let key = try await key(ports, lease)
            _ = try await begin(key, .together, ports, lease)
            _ = try await ports.items.end([(key, .retry(after: .zero, error: "busy"))], lease)
            let claimed = try await ports.items.claimDueRetries(stage: .validation, limit: 10, other)
            #expect(claimed.map(\.key) == [key])
            #expect(claimed.map(\.attempt) == [2])
            #expect(try await ports.items.claimDueRetries(stage: .validation, limit: 10, lease).isEmpty)
            #expect(try await ports.items.end([(key, .done)], other) == [key])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatWasNotTriedIsNotCounted(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let key = try await key(ports, lease)
            for mode in [WorkItemMode.together, .alone] {
                #expect(try await begin(key, mode, ports, lease) == .begun(attempt: 1))
                #expect(try await ports.items.end([(key, .abandoned)], lease) == [key])
                #expect(try await begin(key, mode, ports, lease) == .begun(attempt: 1))
                #expect(try await ports.items.end([(key, .postponed(after: .zero, reason: "later"))], lease) == [key])
            }
            #expect(try await ports.items.claimDueRetries(stage: .validation, limit: 1, lease).map(\.attempt) == [1])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func parkedItemsWaitForAnOperator(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let key = try await key(ports, lease)
            _ = try await begin(key, .alone, ports, lease)
            _ = try await ports.items.end([(key, .parked(error: "poison"))], lease)
            #expect(try await begin(key, .together, ports, lease) == .parked)
            let parked = try await ports.items.summaries(stage: .validation, parkedOnly: true, limit: 10)
            #expect(parked.map(\.key) == [key])
            #expect(parked.map(\.lastError) == ["poison"])
            #expect(try await ports.items.unpark(key))
            #expect(try await !ports.items.unpark(key))
            #expect(try await ports.items.claimDueRetries(stage: .validation, limit: 10, lease).map(\.attempt) == [1])
        }
    }
}
