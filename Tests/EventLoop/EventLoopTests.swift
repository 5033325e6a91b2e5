import EventLoop
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EventLoopTests {
    @Test func aTaskItsChildrenAndItsCalleesStayOnTheLoop() async throws {
        try await withGroup { group in
            let loop = group.next()
            let seen = try await loop.run {
                async let child = isOn(loop)
                let direct = await isOn(loop)
                try await Task.sleep(for: .milliseconds(1))
                try await loop.sleep(for: .milliseconds(1))
                return [direct, await child, loop.isCurrent, EventLoop.current === loop]
            }
            #expect(seen.allSatisfy { $0 })
            #expect(!loop.isCurrent)
            #expect(EventLoop.current == nil)
        }
    }

    @Test func theLoopsTakeTurns() async throws {
        try await withGroup(threads: 3) { group in
            let names = (0..<6).map { _ in group.next().name }
            #expect(Set(names).count == 3)
            #expect(Array(names[..<3]) == Array(names[3...]))
        }
    }

    @Test func anErrorComesOutAsItWasThrown() async throws {
        struct Refusal: Error {}
        try await withGroup { group in
            await #expect(throws: Refusal.self) { try await group.next().run { throw Refusal() } }
        }
    }

    @Test func workFromManyThreadsArrivesEachExactlyOnce() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let counter = LoopConfinedCounter()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<2000 { tasks.addTask { try await loop.run { counter.increment(on: loop) } } }
                try await tasks.waitForAll()
            }
            let total = try await loop.run { counter.value(on: loop) }
            #expect(total == 2000)
        }
    }

    @Test func tasksThatKeepEachOtherBusyDoNotKeepASocketWaiting() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let received = try await loop.run {
                let (near, far) = try StreamSocket.pair(on: loop)
                let isDone = Guarded(false)
                async let spinning: Void = {
                    while !isDone.value { await Task.yield() }
                }()
                async let bytes = far.read(maximum: 10)
                await Task.yield()
                try await near.write([1, 2, 3])
                let received = try await bytes
                isDone.update { $0 = true }
                await spinning
                return received
            }
            #expect(received == [1, 2, 3])
        }
    }

    // MARK: - Sleeping and deadlines

    @Test func aSleepTakesItsTimeFromTheLoopAndFromElsewhere() async throws {
        try await withGroup { group in
            let loop = group.next()
            let start = LoopInstant.now
            try await loop.sleep(for: .milliseconds(20))
            try await loop.run { try await loop.sleep(for: .milliseconds(20)) }
            #expect(LoopInstant.now - start >= .milliseconds(40))
        }
    }

    @Test(arguments: [true, false])
    func aCancelledSleepEndsAtOnce(onLoop: Bool) async throws {
        try await withGroup { group in
            let loop = group.next()
            let started = AsyncSignal<Void>()
            let sleep: @Sendable () async throws -> Void = {
                started.send()
                try await loop.sleep(for: .seconds(3600))
            }
            let task = Task { onLoop ? try await loop.run(sleep) : try await sleep() }
            try await started.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func cancellationsThatRaceWithTheBeginningOfASleepAreNeverLost() async throws {
        try await withGroup { group in
            let loop = group.next()
            await withTaskGroup(of: Void.self) { tasks in
                for _ in 0..<500 {
                    tasks.addTask {
                        let task = loop.spawn { try? await loop.sleep(for: .seconds(3600)) }
                        task.cancel()
                        await task.value
                    }
                    tasks.addTask {
                        let task = Task { try? await loop.sleep(for: .seconds(3600)) }
                        task.cancel()
                        await task.value
                    }
                }
            }
        }
    }

    @Test func aDeadlineCancelsWhatItIsSetForAndSaysSo() async throws {
        try await withGroup { group in
            let loop = group.next()
            await #expect(throws: DeadlineExceeded(limit: .milliseconds(5))) {
                try await withDeadline(.milliseconds(5), on: loop) { try await loop.sleep(for: .seconds(3600)) }
            }
        }
    }

    @Test func whatEndsInTimeIsNotTouchedByItsDeadline() async throws {
        try await withGroup { group in
            let loop = group.next()
            let wasOnLoop = try await withDeadline(.seconds(3600), on: loop) { loop.isCurrent }
            #expect(wasOnLoop)
        }
    }

    @Test func theCallersCancellationReachesWhatHasADeadlineAsACancellation() async throws {
        try await withGroup { group in
            let loop = group.next()
            let task = Task {
                try await withDeadline(.seconds(3600), on: loop) { try await loop.sleep(for: .seconds(3600)) }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    // MARK: - Shutdown

    @Test func aShutdownCancelsWhatRunsWaitsForItAndCanBeRepeated() async throws {
        let group = try EventLoopGroup(threads: 2, name: "shutdown")
        let ended = Guarded(0)
        for _ in 0..<10 {
            let loop = group.next()
            loop.spawn {
                try? await loop.sleep(for: .seconds(3600))
                ended.update { $0 += 1 }
            }
        }
        await group.shutdown()
        #expect(ended.value == 10)
        await group.shutdown()
        await #expect(throws: EventLoopError.self) { try await group.next().run {} }
    }
}

private func isOn(_ loop: EventLoop) async -> Bool {
    await Task.yield()
    return loop.isCurrent
}

/// A counter without a lock, as state that belongs to a loop.
///
/// `@unchecked Sendable`: touched on one loop only, which each method checks.
private final class LoopConfinedCounter: @unchecked Sendable {
    private var count = 0

    func increment(on loop: EventLoop) {
        loop.preconditionOnLoop()
        count += 1
    }

    func value(on loop: EventLoop) -> Int {
        loop.preconditionOnLoop()
        return count
    }
}
