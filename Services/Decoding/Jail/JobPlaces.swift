import EventLoop

/// How many jobs run at a time: each takes one place, and one that is to run alone takes all.
final class JobPlaces: Sendable {
    private let count: Int
    private let maximumWaiting: Int
    private let free: AsyncSemaphore
    /// Held while all places are being taken: two that did so at once would wait for each other.
    private let takingAll = AsyncSemaphore(permits: 1)

    init(_ count: Int, maximumWaiting: Int) {
        self.count = count
        self.maximumWaiting = maximumWaiting
        free = AsyncSemaphore(permits: count)
    }

    var waiting: Int { free.waiting }

    /// Waits for its turn. Give back as many places as it returns.
    ///
    /// - Throws: `unavailable` when too many wait already, `cancelled`.
    func take(alone: Bool) async throws(JailError) -> Int {
        if !alone, free.tryAcquire() { return 1 }
        guard free.waiting < maximumWaiting || alone else { throw .unavailable(detail: "\(free.waiting) documents wait already") }
        var taken = 0
        do {
            guard alone else {
                try await free.acquire()
                return 1
            }
            try await takingAll.acquire()
            defer { takingAll.release() }
            while taken < count {
                try await free.acquire()
                taken += 1
            }
            return taken
        } catch {
            give(taken)
            throw .cancelled
        }
    }

    func give(_ places: Int) {
        for _ in 0..<places { free.release() }
    }
}
