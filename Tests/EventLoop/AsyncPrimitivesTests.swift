import EventLoop
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AsyncPrimitivesTests {
    // MARK: - Semaphore

    @Test func aSemaphoreLetsInAsManyAsItHasPermitsInOrder() async throws {
        let semaphore = AsyncSemaphore(permits: 2)
        let inside = Guarded((now: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<100 {
                tasks.addTask {
                    try await semaphore.withPermit {
                        inside.update { state in
                            state.now += 1
                            state.most = max(state.most, state.now)
                        }
                        await Task.yield()
                        inside.update { $0.now -= 1 }
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(inside.value.most <= 2)
        #expect(semaphore.available == 2)
    }

    @Test func aCancelledWaiterTakesNoPermitWithIt() async throws {
        let semaphore = AsyncSemaphore(permits: 1)
        try await semaphore.acquire()
        let waiting = Task { try await semaphore.acquire() }
        while semaphore.waiting == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        semaphore.release()
        #expect(semaphore.tryAcquire())
        #expect(!semaphore.tryAcquire())
    }

    // MARK: - Signal and pulse

    @Test func aSignalsFirstValueStaysForThoseWhoWaitedAndThoseWhoComeLater() async throws {
        let signal = AsyncSignal<Int>()
        async let early = signal.wait()
        #expect(signal.send(1))
        #expect(!signal.send(2))
        #expect(try await early == 1)
        #expect(try await signal.wait() == 1)
        #expect(await signal.waitUncancelled() == 1)
    }

    @Test func aCancelledWaitForASignalEndsTheUncancellableOneGoesOn() async throws {
        let signal = AsyncSignal<Int>()
        let cancelled = Task { try await signal.wait() }
        let patient = Task { await signal.waitUncancelled() }
        cancelled.cancel()
        patient.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        signal.send(5)
        #expect(await patient.value == 5)
    }

    @Test func pulsesThatNobodyWaitsForAreOne() async throws {
        let pulse = AsyncPulse()
        pulse.notify()
        pulse.notify()
        try await pulse.wait()
        let waiting = Task { try await pulse.wait() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        pulse.notify()
        try await pulse.wait()
    }

    // MARK: - Ending

    @Test func whatEndsRunsAfterAResultAndAfterAnError() async throws {
        struct Fault: Error {}
        var steps: [String] = []
        let result = await ending(with: { steps.append("end") }) {
            steps.append("body")
            return 7
        }
        #expect(result == 7)
        await #expect(throws: Fault.self) {
            try await ending(with: { steps.append("end") }) { () throws(Fault) in throw Fault() }
        }
        #expect(steps == ["body", "end", "end"])
    }
}
