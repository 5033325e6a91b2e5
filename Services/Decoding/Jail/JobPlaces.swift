import EventLoop

/// Limits the jobs that run at a time. A job takes one place, or all places if it runs alone.
final class JobPlaces: Sendable {
    private let count: Int
    private let maximumWaiting: Int
    private let free: AsyncSemaphore
    /// Held while a job takes all places: two such jobs would wait for each other.
    private let takingAll = AsyncSemaphore(permits: 1)

    init(_ count: Int, maximumWaiting: Int) {
        self.count = count
        self.maximumWaiting = maximumWaiting
        free = AsyncSemaphore(permits: count)
    }

    var waiting: Int { free.waiting }

    /// Waits for places, and returns their number. Give back as many.
    ///
    /// - Throws: `unavailable` if too many wait already, unless `alone`; `cancelled`.
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
