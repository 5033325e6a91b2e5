import Domain
import EventLoop
import FoundationEssentials
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

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

    @Test func `each renewal tells who listens, for the stages of all of them`() async throws {
        let keeper = keeper()
        let heard = AsyncStream.makeStream(of: Heartbeat.self)
        keeper.listen(as: "one", for: .validation) { _ in Issue.record("another one listens in its place") }
        keeper.listen(as: "one", for: .reading) { heard.continuation.yield($0) }
        keeper.listen(as: "other", for: .validation) { _ in }
        let keeping = Task { await keeper.run() }
        defer { keeping.cancel() }
        var beats = heard.stream.makeAsyncIterator()
        for _ in 0..<3 {
            let beat = try #require(await beats.next())
            #expect(Set(beat.waiting.keys) == [.reading, .validation])
        }
    }

    @Test func `what was heard counts until the next renewal is overdue`() async throws {
        let time = ManualTime()
        let keeper = LeaseKeeper(
            world.store, instance: InstanceID(UUID()), service: "test", lasting: .seconds(6), time: time, logger: .silent)
        #expect(keeper.heard == nil && keeper.isEldest == nil)
        let heard = AsyncStream.makeStream(of: Void.self)
        keeper.listen(as: "test") { _ in heard.continuation.yield() }
        let keeping = Task { await keeper.run() }
        defer { keeping.cancel() }
        var beats = heard.stream.makeAsyncIterator()
        await beats.next()
        #expect(keeper.heard != nil)
        time.advance(bySeconds: 3.9)
        #expect(keeper.heard != nil && keeper.isEldest == true)
        time.advance(bySeconds: 0.2)
        #expect(keeper.heard == nil && keeper.isEldest == nil)
    }
}

/// Stands still but for the test, and whoever sleeps sleeps on.
private final class ManualTime: TimeSource {
    private let seconds = Mutex(0.0)

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func advance(bySeconds amount: Double) { seconds.withLock { $0 += amount } }
    func sleep(for duration: Duration) async throws(CancellationError) {
        try await AsyncSignal<Void>().wait()
    }
}
