import EventLoop
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConcurrentMapTests {
    private struct Refused: Error {}

    @Test(arguments: [1, 3, 20]) func valuesComeInOrderAndSoManyAreWorkedOnAtATime(most: Int) async throws {
        let running = Mutex((now: 0, most: 0))
        let values = try await (0..<10).concurrentMap(atMost: most) { number in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            // Later ones end sooner.
            for _ in number..<10 { await Task.yield() }
            running.withLock { $0.now -= 1 }
            return number * 2
        }
        #expect(values == (0..<10).map { $0 * 2 })
        #expect(running.withLock(\.most) <= most)
    }

    @Test func nothingIsMadeOfNothingAndAnErrorEndsIt() async throws {
        #expect(try await [Int]().concurrentMap(atMost: 2) { $0 }.isEmpty)
        await #expect(throws: Refused.self) {
            try await (0..<4).concurrentMap(atMost: 2) { number throws in
                if number == 1 { throw Refused() }
                return number
            }
        }
    }
}
