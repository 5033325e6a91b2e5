import Domain
import FoundationEssentials
import PostgresStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct LeaseConformanceTests {
    @Test(arguments: DeliveryBackend.allCases) func renewingKeepsAndReleasingEnds(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            #expect(try await ports.leases.renewLease(lease, lasting: .seconds(600)))
            #expect(try await ports.leases.liveInstances() == [lease])
            try await ports.leases.releaseLease(lease)
            #expect(try await ports.leases.liveInstances().isEmpty)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func acquiringAgainEndsTheOlderEpoch(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let old = try await ports.lease()
            let new = try await ports.lease(instance: old.instance)
            #expect(new.epoch > old.epoch)
            #expect(try await !ports.leases.renewLease(old, lasting: .seconds(600)))
            try await ports.leases.releaseLease(old)
            #expect(try await ports.leases.liveInstances() == [new])
        }
    }

    /// What a supervisor does that has seen a process die.
    @Test func theLeaseOfTheDeadEndsWhateverIsStillOnItsWay() async throws {
        try await TestDatabase.runMigrated { database in
            let leases = PostgresLeaseStore(pool: database.pool)
            let (dead, other) = (InstanceID(UUID()), InstanceID(UUID()))
            let lease = try await leases.acquireLease(instance: dead, service: "test", lasting: .seconds(600))
            let alive = try await leases.acquireLease(instance: other, service: "test", lasting: .seconds(600))
            try await leases.endLease(of: dead)
            #expect(try await leases.liveInstances() == [alive])
            #expect(try await !leases.renewLease(lease, lasting: .seconds(600)))
            #expect(try await leases.liveInstances() == [alive])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func anExpiredLeaseThatNobodyAdoptedIsRenewed(_ backend: DeliveryBackend)
        async throws
    {
        try await backend.run { ports in
            let lease = try await ports.lease(alive: false)
            #expect(try await ports.leases.liveInstances().isEmpty)
            #expect(try await ports.leases.renewLease(lease, lasting: .seconds(600)))
            #expect(try await ports.leases.liveInstances() == [lease])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aRenewalSaysWhatWaits(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let (own, other) = (try await ports.lease(), try await ports.lease())
            func beat(_ stages: [Stage] = [.validation, .reading]) async throws -> Heartbeat {
                guard let beat = try await ports.leases.beat(own, lasting: .seconds(600), asking: stages) else {
                    throw StoreFixture.Unexpected()
                }
                return beat
            }
            let quiet = try await beat()
            #expect(quiet.waiting.keys.sorted { $0.rawValue < $1.rawValue } == [.reading, .validation])
            #expect(quiet.waiting.values.allSatisfy { $0 == WaitingWork(nextRetry: nil, isAnyAbandoned: false, pause: nil) })
            #expect(!quiet.isAnyUnpublished && !quiet.areOrphansLeft)
            #expect(try await beat([]).waiting.isEmpty)

            // Its own rows are no orphans, and those of others none while they live.
            let event = try await ports.submitted(try await ports.submit(own.instance))
            _ = try await ports.submit(other.instance)
            #expect(try await beat().isAnyUnpublished)
            #expect(try await !beat().areOrphansLeft)

            let key = WorkItemKey(stage: .validation, eventID: event.id)
            _ = try await ports.items.begin([key], mode: .together, other)
            #expect(try await beat().waiting[.validation]?.isAnyAbandoned == false)
            try await ports.leases.releaseLease(other)
            let left = try await beat()
            #expect(left.areOrphansLeft && left.waiting[.validation]?.isAnyAbandoned == true)
            #expect(left.waiting[.reading]?.isAnyAbandoned == false)

            _ = try await ports.items.claimAbandoned(stage: .validation, limit: 1, own)
            _ = try await ports.items.end([(key, .retry(after: .seconds(300), error: "no"))], own)
            let next = try #require(try await beat().waiting[.validation]?.nextRetry)
            #expect(next > .seconds(200) && next <= .seconds(300))
            _ = try await ports.pauses.pause(.reading, actor: "erna", reason: nil)
            #expect(try await beat().waiting[.reading]?.pause?.actor == "erna")

            // Under an old epoch nothing is renewed, and nothing told.
            _ = try await ports.lease(instance: own.instance)
            #expect(try await ports.leases.beat(own, lasting: .seconds(600), asking: [.validation]) == nil)
        }
    }

    /// So one of a service does what one is enough for.
    @Test(arguments: DeliveryBackend.allCases) func aRenewalSaysWhoIsTheEldestOfItsService(_ backend: DeliveryBackend)
        async throws
    {
        try await backend.run { ports in
            let ids = (0..<3).map { _ in InstanceID(UUID()) }.sorted { $0.description < $1.description }
            var leases: [Lease] = []
            for (id, service) in zip(ids, ["other", "test", "test"]) {
                leases.append(try await ports.leases.acquireLease(instance: id, service: service, lasting: .seconds(600)))
            }
            func eldest() async throws -> [Bool?] {
                var told: [Bool?] = []
                for lease in leases {
                    told.append(try await ports.leases.beat(lease, lasting: .seconds(600), asking: [])?.isEldest)
                }
                return told
            }
            #expect(try await eldest() == [true, true, false])
            try await ports.leases.releaseLease(leases[1])
            #expect(try await ports.leases.beat(leases[2], lasting: .seconds(600), asking: [])?.isEldest == true)
            // Who stood still and comes back is it again.
            #expect(try await eldest() == [true, true, false])
        }
    }

    /// The two eldest of a service never rest.
    @Test(arguments: DeliveryBackend.allCases) func aRenewalCountsTheEldersAsFarAsItMatters(_ backend: DeliveryBackend)
        async throws
    {
        try await backend.run { ports in
            let ids = (0..<5).map { _ in InstanceID(UUID()) }.sorted { $0.description < $1.description }
            var leases: [Lease] = []
            for (id, service) in zip(ids, ["other", "test", "test", "test", "test"]) {
                leases.append(try await ports.leases.acquireLease(instance: id, service: service, lasting: .seconds(600)))
            }
            func elders() async throws -> [Int?] {
                var told: [Int?] = []
                for lease in leases {
                    told.append(try await ports.leases.beat(lease, lasting: .seconds(600), asking: [])?.elders)
                }
                return told
            }
            #expect(try await elders() == [0, 0, 1, 2, 2])
            try await ports.leases.releaseLease(leases[2])
            #expect(try await ports.leases.beat(leases[3], lasting: .seconds(600), asking: [])?.elders == 1)
        }
    }

    /// So a process that rested can begin something: from then on it counts as dead as soon as any that works.
    @Test(arguments: DeliveryBackend.allCases) func aRenewalMayShortenTheLease(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            #expect(try await ports.leases.renewLease(lease, lasting: .seconds(-1)))
            #expect(try await ports.leases.liveInstances().isEmpty)
        }
    }

    @Test func aRenewalTellsTheClockAndTheSchema() async throws {
        try await TestDatabase.runMigrated { database in
            let leases = PostgresLeaseStore(pool: database.pool)
            let lease = try await leases.acquireLease(instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let before = Date().timeIntervalSince1970
            let beat = try #require(try await leases.beat(lease, lasting: .seconds(600), asking: []))
            #expect(abs(beat.clock - before) < 60)
            #expect(beat.schema == Migration.all.last?.version)
        }
    }
}
