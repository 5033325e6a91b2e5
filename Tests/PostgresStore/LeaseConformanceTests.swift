import Domain
import FoundationEssentials
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
