import Domain
import FoundationEssentials
import PostgresStore
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
}
