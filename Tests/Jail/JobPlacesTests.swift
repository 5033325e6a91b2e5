import EventLoop
import Testing

@testable import Jail

@Suite(.timeLimit(.minutes(1))) struct JobPlacesTests {
    @Test func whoRunsAloneWaitsUntilAllPlacesAreFree() async throws {
        let places = JobPlaces(3, maximumWaiting: 9)
        let first = try await places.take(alone: false)
        let alone = Task { try await places.take(alone: true) }
        // It holds the two others meanwhile, and keeps them.
        while !(places.waiting == 1) { await Task.yield() }
        let behind = Task { try await places.take(alone: false) }
        while !(places.waiting == 2) { await Task.yield() }
        places.give(first)
        let all = try await alone.value
        #expect(all == 3)
        places.give(all)
        #expect(try await behind.value == 1)
    }

    @Test func whoGivesUpWaitingLeavesNothingTaken() async throws {
        let places = JobPlaces(2, maximumWaiting: 9)
        let first = try await places.take(alone: false)
        let alone = Task { try await places.take(alone: true) }
        while !(places.waiting == 1) { await Task.yield() }
        alone.cancel()
        await #expect(throws: JailError.cancelled) { try await alone.value }
        #expect(try await places.take(alone: false) == 1)
        places.give(first)
        #expect(try await places.take(alone: false) == 1)
    }
}
