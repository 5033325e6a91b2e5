import Domain
import FoundationEssentials
import ServiceRuntime
import Support
import Synchronization
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LeaseKeeperTests {
    private let world = MemoryWorld()

    private func keeper(_ duration: Duration = .milliseconds(8)) -> LeaseKeeper {
        LeaseKeeper(world.store, instance: InstanceID(UUID()), service: "test", lasting: duration, logger: .silent)
    }

    @Test func `who asks for it waits for the first one, and gives it back at the end`() async throws {
        let keeper = keeper(.seconds(1_000))
        async let lease = keeper.lease()
        let keeping = Task { await keeper.run() }
        let held = try await lease
        #expect(held.instance == keeper.instance)
        #expect(try await world.store.liveInstances().map(\.instance) == [keeper.instance])
        keeping.cancel()
        await keeping.value
        await keeper.release()
        #expect(try await world.store.liveInstances().isEmpty)
    }

    @Test func `after others took over, it is taken again under a new epoch`() async throws {
        let keeper = keeper()
        let keeping = Task { await keeper.run() }
        defer { keeping.cancel() }
        let first = try await keeper.lease()
        // As if another process had found it expired and adopted what it owned.
        let other = try await world.store.acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(100_000_000))
        _ = try world.store.submittedSample(owner: keeper.instance)
        while try await keeper.lease() == first {
            // It may be renewed between the two, and is then nobody else's yet.
            world.time.advance(bySeconds: 60)
            _ = try await world.store.adoptOrphans(other, limit: 10)
            await Task.yield()
        }
        #expect(try await keeper.lease().epoch > first.epoch)
    }
}
