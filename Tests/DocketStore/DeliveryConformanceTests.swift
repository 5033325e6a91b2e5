import DocketStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct DeliveryConformanceTests {
    /// Two events of one submission, for one endpoint.
    private func keys(_ ports: DeliveryPorts, _ lease: Lease) async throws -> (Submission, [DeliveryKey]) {
        let submission = try await ports.submit(lease.instance)
        let events = try await ports.events.events(of: submission.id, afterSequence: 2, limit: 10)
        return (submission, events.map { DeliveryKey(eventID: $0.id, channel: "webhook", endpoint: "one") })
    }

    @Test(arguments: DeliveryBackend.allCases) func aRepeatedEventIsPlannedOnce(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let (submission, keys) = try await keys(ports, lease)
            #expect(try await ports.deliveries.plan(keys) == 2)
            #expect(try await ports.deliveries.plan(keys) == 0)
            let summaries = try await ports.deliveries.deliveries(of: submission.id)
            #expect(summaries.map(\.key) == keys)
            #expect(summaries.allSatisfy { $0.state == .pending && $0.attempts == 0 })
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func anEndpointHearsInOrder(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let (submission, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan(keys.reversed())
            #expect(try await ports.deliveries.claimDue(channel: "webhook", limit: 10, lease).map(\.key) == [keys[0]])
            #expect(try await ports.deliveries.claimDue(channel: "webhook", limit: 10, lease).isEmpty)
            // A failed try holds the later one back, too.
            #expect(try await ports.deliveries.end(keys[0], .retry(after: .seconds(600), status: 503, error: "busy"), lease))
            #expect(try await ports.deliveries.claimDue(channel: "webhook", limit: 10, lease).isEmpty)
            #expect(try await !ports.deliveries.end(keys[0], .delivered(status: 200), lease))
            #expect(try await ports.deliveries.deliveries(of: submission.id)[0].lastStatus == 503)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatEndsLetsTheNextOneGo(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let (submission, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan(keys)
            let first = try await ports.deliveries.claimDue(channel: "webhook", limit: 10, lease)
            #expect(first.map(\.attempt) == [1])
            #expect(try await ports.deliveries.end(keys[0], .givenUp(status: 410, error: "gone"), lease))
            #expect(try await ports.deliveries.claimDue(channel: "webhook", limit: 10, lease).map(\.key) == [keys[1]])
            #expect(try await ports.deliveries.end(keys[1], .delivered(status: 204), lease))
            let summaries = try await ports.deliveries.deliveries(of: submission.id)
            #expect(summaries.map(\.state) == [.givenUp, .delivered])
            #expect(try await ports.deliveries.nextDue(channel: "webhook") == nil)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aTryOfADeadProcessIsDueAgain(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let dead = try await ports.lease(alive: false)
            let lease = try await ports.lease()
            let (_, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan([keys[0]])
            #expect(try await ports.deliveries.claimDue(channel: "webhook", limit: 10, dead).count == 1)
            #expect(try #require(try await ports.deliveries.nextDue(channel: "webhook")) <= .zero)
            #expect(try await ports.deliveries.claimDue(channel: "webhook", limit: 10, lease).map(\.attempt) == [2])
            #expect(try await !ports.deliveries.end(keys[0], .delivered(status: 200), dead))
            #expect(try await ports.deliveries.end(keys[0], .delivered(status: 200), lease))
        }
    }
}
