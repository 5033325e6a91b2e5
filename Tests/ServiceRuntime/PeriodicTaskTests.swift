import Domain
import EventLoop
import FoundationEssentials
import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(1))) struct PeriodicTaskTests {
    private static let service = "notification-service"

    private static func instance(_ first: UInt8) -> InstanceID {
        InstanceID(UUID(uuid: (first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }

    /// A process whose other parts do not stop cancels it, and asks it later or never.
    @Test func `one that is cancelled has no more turns`() async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1)
        let had = AsyncSignal<Void>()
        let turns = Mutex(0)
        let task = PeriodicTask("test", every: .seconds(600), on: group.next(), logger: .silent) { _ in
            turns.withLock { $0 += 1 }
            had.send()
        }
        let running = Task { try await task.run() }
        try await had.wait()
        running.cancel()
        try await running.value
        #expect(turns.withLock { $0 } == 1)
        await group.shutdown()
    }

    @Test func whoHadTurnsIsToldThatAnElderProcessHasThem() async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1)
        let store = MemoryStore()
        let keeper = LeaseKeeper(
            store, instance: Self.instance(2), service: Self.service, lasting: .milliseconds(600), logger: .silent)
        let (turns, turn) = AsyncStream<Void>.makeStream()
        let resigned = AsyncSignal<Void>()
        let task = PeriodicTask(
            "test", every: .milliseconds(5), byEldest: keeper, on: group.next(), logger: .silent,
            resigned: { resigned.send() }
        ) { _ in turn.yield() }
        let keeping = Task { await keeper.run() }
        async let running: Void = task.run()
        var iterator = turns.makeAsyncIterator()
        await iterator.next()
        #expect(resigned.value == nil)
        _ = try await store.acquireLease(instance: Self.instance(1), service: Self.service, lasting: .seconds(3600))
        try await resigned.wait()
        await task.stop()
        try await running
        keeping.cancel()
        await keeping.value
        await group.shutdown()
    }
}
