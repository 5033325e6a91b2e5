import Domain
import FoundationEssentials
import PostgresStore
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
            #expect(try await ports.deliveries.due(lease).map(\.key) == [keys[0]])
            #expect(try await ports.deliveries.due(lease, excluding: [keys[0]]).isEmpty)
            // A failed try holds the later one back, too.
            #expect(try await ports.deliveries.end(keys[0], .retry(after: .seconds(600), status: 503, error: "busy"), lease))
            #expect(try await ports.deliveries.due(lease).isEmpty)
            #expect(try await !ports.deliveries.end(keys[0], .delivered(status: 200), lease))
            #expect(try await ports.deliveries.deliveries(of: submission.id)[0].lastStatus == 503)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatEndsLetsTheNextOneGo(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let (submission, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan(keys)
            let first = try await ports.deliveries.due(lease)
            #expect(first.map(\.attempt) == [1])
            #expect(try await ports.deliveries.end(keys[0], .givenUp(status: 410, error: "gone"), lease))
            #expect(try await ports.deliveries.due(lease).map(\.key) == [keys[1]])
            #expect(try await ports.deliveries.end(keys[1], .delivered(status: 204), lease))
            let summaries = try await ports.deliveries.deliveries(of: submission.id)
            #expect(summaries.map(\.state) == [.givenUp, .delivered])
            #expect(try await ports.deliveries.nextDue(channel: "webhook", excluding: [], lease) == nil)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aClaimSaysWhatElseWaits(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            func claim(_ known: [DeliveryKey] = []) async throws -> DeliveryClaim {
                try await ports.deliveries.claimDue(channel: "webhook", room: DeliveryRoom(limit: 10), excluding: known, lease)
            }
            #expect(try await claim().next == nil)
            let (_, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan([keys[0]])
            let alone = try await claim()
            #expect(alone.deliveries.map(\.key) == [keys[0]] && alone.next == nil)
            // It follows the one that is under way.
            _ = try await ports.deliveries.plan([keys[1]])
            let behind = try await claim([keys[0]])
            #expect(behind.deliveries.isEmpty)
            #expect(try #require(behind.next) <= .zero)
            #expect(try await ports.deliveries.end(keys[0], .retry(after: .seconds(600), status: 503, error: "busy"), lease))
            let later = try await claim()
            #expect(later.deliveries.isEmpty)
            #expect(try #require(later.next) <= .zero)
            #expect(try await ports.deliveries.end(keys[0], .delivered(status: 200), lease) == false)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatIsPutOffWasNoTry(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let (submission, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan([keys[0]])
            #expect(try await ports.deliveries.due(lease).map(\.attempt) == [1])
            #expect(try await ports.deliveries.end(keys[0], .postponed(after: .zero, error: "The database is away."), lease))
            let summary = try await ports.deliveries.deliveries(of: submission.id)[0]
            #expect(summary.state == .pending && summary.attempts == 0 && summary.lastError == "The database is away.")
            #expect(try await ports.deliveries.due(lease).map(\.attempt) == [1])
            #expect(try await ports.deliveries.end(keys[0], .retry(after: .zero, status: 503, error: "busy"), lease))
            #expect(try await ports.deliveries.due(lease).map(\.attempt) == [2])
            #expect(try await ports.deliveries.end(keys[0], .postponed(after: .seconds(600), error: "Away."), lease))
            #expect(try await ports.deliveries.deliveries(of: submission.id)[0].attempts == 1)
            #expect(try await ports.deliveries.due(lease).isEmpty)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aTryOfADeadProcessIsDueAgain(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let dead = try await ports.lease(alive: false)
            let lease = try await ports.lease()
            let (_, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan([keys[0]])
            #expect(try await ports.deliveries.due(dead).count == 1)
            #expect(try #require(try await ports.deliveries.nextDue(channel: "webhook", excluding: [], lease)) <= .zero)
            #expect(try await ports.deliveries.due(lease).map(\.attempt) == [2])
            #expect(try await !ports.deliveries.end(keys[0], .delivered(status: 200), dead))
            #expect(try await ports.deliveries.end(keys[0], .delivered(status: 200), lease))
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func onlyWhoBeganATryEndsIt(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let other = try await ports.lease()
            let (submission, keys) = try await keys(ports, lease)
            _ = try await ports.deliveries.plan([keys[0]])
            let ends: [DeliveryEnd] = [
                .retry(after: .seconds(600), status: 503, error: "busy"), .givenUp(status: 410, error: "gone"),
                .delivered(status: 200),
            ]
            // Nobody tries it.
            for end in ends { #expect(try await !ports.deliveries.end(keys[0], end, lease), "\(end)") }
            #expect(try await ports.deliveries.due(lease).map(\.key) == [keys[0]])
            for end in ends { #expect(try await !ports.deliveries.end(keys[0], end, other), "\(end)") }
            let summary = try #require(try await ports.deliveries.deliveries(of: submission.id).first)
            #expect(summary.state == .pending && summary.lastStatus == nil && summary.lastError == nil)
            #expect(try await ports.deliveries.end(keys[0], ends[1], lease))
            #expect(try await ports.deliveries.deliveries(of: submission.id).map(\.state) == [.givenUp])
        }
    }

    @Test(arguments: DeliveryBackend.allCases)
    func whatALivingProcessClaimedUnheardIsDueForItAlone(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let other = try await ports.lease()
            let (_, keys) = try await keys(ports, lease)
            let (_, others) = try await self.keys(ports, lease)
            _ = try await ports.deliveries.plan([keys[0], others[0]])
            // Of these it hears nothing.
            #expect(try await Set(ports.deliveries.due(lease).map(\.key)) == [keys[0], others[0]])

            #expect(try await ports.deliveries.nextDue(channel: "webhook", excluding: [], other) == nil)
            #expect(try await ports.deliveries.due(other).isEmpty)
            #expect(try await #require(ports.deliveries.nextDue(channel: "webhook", excluding: [keys[0]], lease)) <= .zero)
            let again = try await ports.deliveries.due(lease, excluding: [keys[0]])
            #expect(again.map(\.key) == [others[0]])
            // It was not tried.
            #expect(again.map(\.attempt) == [1])
            #expect(try await ports.deliveries.nextDue(channel: "webhook", excluding: [keys[0], others[0]], lease) == nil)
            #expect(try await ports.deliveries.due(lease, excluding: [keys[0], others[0]]).isEmpty)
            #expect(try await ports.deliveries.end(keys[0], .delivered(status: 200), lease))
            #expect(try await ports.deliveries.end(others[0], .delivered(status: 200), lease))
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func nobodyGetsMoreThanTheirShare(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            for endpoint in ["busy", "full", "idle"] {
                for _ in 0..<3 {
                    let event = try await ports.submitted(try await ports.submit(lease.instance))
                    let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: endpoint)
                    #expect(try await ports.deliveries.plan([key]) == 1)
                }
            }
            var room = DeliveryRoom(limit: 10, perEndpoint: 2, perTenant: 10)
            room.ofEndpoint = ["busy": 1, "full": 0]
            let claim = try await ports.deliveries.claimDue(channel: "webhook", room: room, excluding: [], lease)
            #expect(claim.deliveries.map(\.key.endpoint).sorted() == ["busy", "idle", "idle"])
            #expect(try #require(claim.next) <= .zero)
            room.ofTenant = [.standard: 1]
            room.ofEndpoint = [:]
            let known = claim.deliveries.map(\.key)
            let second = try await ports.deliveries.claimDue(channel: "webhook", room: room, excluding: known, lease)
            #expect(second.deliveries.count == 1)
            let other = try await ports.deliveries.claimDue(channel: "mail", room: room, excluding: [], lease)
            #expect(other.deliveries.isEmpty && other.next == nil)
        }
    }

    @Test func `case 2, claim made and reply lost: a delivery is claimed again by the same process`() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.withLossyPool(losing: "SELECT") { pool, replies in
                let lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                    instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
                let submission = try await SubmissionStore(
                    pool: database.pool, owner: lease.instance, source: "/docket/test"
                ).submittedSample()
                let event = try await PostgresEventLog(pool: database.pool).events(
                    of: submission.id, afterSequence: 3, limit: 1)[0]
                let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: "one")
                let store = PostgresDeliveryStore(pool: pool, keys: nil)
                #expect(try await store.plan([key]) == 1)
                replies.loseNext()
                let error = await #expect(throws: StoreError.self) { try await store.due(lease) }
                #expect(error?.isRetriable == true)
                #expect(replies.lost == 1)
                #expect(try await store.due(lease).map(\.key) == [key])
                #expect(try await store.deliveries(of: submission.id).map(\.attempts) == [1])
            }
        }
    }
}

extension DeliveryStore {
    fileprivate func due(_ lease: Lease, excluding: [DeliveryKey] = []) async throws -> [ClaimedDelivery] {
        try await claimDue(channel: "webhook", room: DeliveryRoom(limit: 10), excluding: excluding, lease).deliveries
    }
}
