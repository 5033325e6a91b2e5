import Domain
import EventLoop
import Shared
import Support
import Synchronization

/// A delivery store that remembers how tries ended, and fails when told to.
final class ObservedDeliveryStore: DeliveryStore {
    struct Ended: Sendable {
        let key: DeliveryKey
        let end: DeliveryEnd
        let tried: DeliveryTry?
    }

    enum Operation { case claim, claimReply, end }

    private struct State {
        var ends: [Ended] = []
        var inProgress = 0
        var mostInProgress = 0
        /// How many of the next calls fail.
        var failures: [Operation: Int] = [:]
    }

    let memory: MemoryStore
    private let state = Mutex(State())
    private let changed = AsyncPulse()

    init(_ memory: MemoryStore = MemoryStore()) { self.memory = memory }

    /// The ends that were recorded, in order.
    var ends: [Ended] { state.withLock { $0.ends } }
    /// The most tries that were under way at once.
    var mostInProgress: Int { state.withLock { $0.mostInProgress } }

    func ends(_ count: Int) async throws -> [Ended] {
        while ends.count < count { try await changed.wait() }
        return ends
    }

    /// Lets the next calls fail.
    func fail(_ operation: Operation, times: Int) { state.withLock { $0.failures[operation] = times } }

    // MARK: - DeliveryStore

    func claimDue(
        channel: String, room: DeliveryRoom, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> DeliveryClaim {
        try failIfTold(.claim)
        let claim = try await memory.claimDue(channel: channel, room: room, excluding: excluding, lease)
        // Begun, and nobody is told.
        try failIfTold(.claimReply)
        state.withLock { state in
            state.inProgress += claim.deliveries.count
            state.mostInProgress = max(state.mostInProgress, state.inProgress)
        }
        return claim
    }

    func end(
        _ key: DeliveryKey, _ end: DeliveryEnd, tried: DeliveryTry?, _ lease: Lease
    ) async throws(StoreError) -> Bool {
        try failIfTold(.end)
        let isRecorded = try await memory.end(key, end, tried: tried, lease)
        state.withLock { state in
            state.inProgress -= 1
            if isRecorded { state.ends.append(Ended(key: key, end: end, tried: tried)) }
        }
        changed.notify()
        return isRecorded
    }

    func nextDue(
        channel: String, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> Duration? {
        try await memory.nextDue(channel: channel, excluding: excluding, lease)
    }

    func purgeEnded(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await memory.purgeEnded(olderThan: age, limit: limit)
    }

    private func failIfTold(_ operation: Operation) throws(StoreError) {
        let fails = state.withLock { state in
            guard let left = state.failures[operation], left > 0 else { return false }
            state.failures[operation] = left - 1
            return true
        }
        if fails { throw StoreError(code: .unavailable, isRetriable: true, description: "The database is away.") }
    }
}
