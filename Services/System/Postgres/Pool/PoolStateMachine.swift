/// Decides which waiter gets which connection; it does no I/O. Waiters are served in their order. A connection is idle,
/// leased or being made; together they never exceed the maximum.
struct PoolStateMachine<Connection: AnyObject & Sendable> {
    typealias Instant = ContinuousClock.Instant

    struct Waiter: Hashable, Sendable {
        let id: UInt64
        let deadline: Instant
    }

    private struct Idle {
        let connection: Connection
        let since: Instant
    }

    let minimum: Int
    let maximum: Int
    let maximumWaiters: Int

    private var idle: [Idle] = []
    private(set) var leased = 0 { didSet { most = max(most, leased) } }
    /// How many were leased at once at most, in this period and in the one before it.
    private var most = 0
    private var mostBefore = 0
    private var periodBegan: Instant?
    private(set) var connecting = 0
    private var waiters: [Waiter] = []
    /// The number of failed attempts to connect since the last success.
    private(set) var failures = 0
    private(set) var lastFailure: PostgresError?
    private(set) var isClosed = false

    init(minimum: Int, maximum: Int, maximumWaiters: Int) {
        self.minimum = minimum
        self.maximum = maximum
        self.maximumWaiters = maximumWaiters
    }

    var idleCount: Int { idle.count }
    var waiterCount: Int { waiters.count }
    private var total: Int { idle.count + leased + connecting }

    // MARK: - Leasing

    enum Acquisition {
        case lease(Connection)
        /// The waiter is in the queue. With `connect`, start making one more connection.
        case wait(connect: Bool)
        case refuse(PostgresError)
    }

    /// Leases an idle connection: one that the caller prefers, else the one used last.
    mutating func acquire(_ waiter: Waiter, preferring: (Connection) -> Bool) -> Acquisition {
        guard !isClosed else { return .refuse(.poolClosed) }
        if let index = idle.lastIndex(where: { preferring($0.connection) }) ?? idle.indices.last {
            leased += 1
            return .lease(idle.remove(at: index).connection)
        }
        guard waiters.count < maximumWaiters else {
            return .refuse(
                PostgresError(
                    code: .poolExhausted, description: "The database is too busy.", detail: "\(waiters.count) wait already"))
        }
        waiters.append(waiter)
        return .wait(connect: startConnecting())
    }

    /// Whether to make one more connection; counts it if so. While the server cannot be reached, there is one attempt at
    /// a time.
    private mutating func startConnecting() -> Bool {
        guard !isClosed, total < maximum, connecting < max(waiters.count, minimum - idle.count - leased) else { return false }
        guard failures == 0 || connecting == 0 else { return false }
        connecting += 1
        return true
    }

    enum Placement {
        case handOver(Connection, to: Waiter)
        case keep
        /// Close it; with `connect`, start making another one in its place.
        case close(Connection, connect: Bool)
    }

    mutating func released(_ connection: Connection, isUsable: Bool, at now: Instant) -> Placement {
        leased -= 1
        guard isUsable, !isClosed else { return .close(connection, connect: startConnecting()) }
        return place(connection, at: now)
    }

    private mutating func place(_ connection: Connection, at now: Instant) -> Placement {
        guard !waiters.isEmpty else {
            idle.append(Idle(connection: connection, since: now))
            return .keep
        }
        leased += 1
        return .handOver(connection, to: waiters.removeFirst())
    }

    // MARK: - Connecting

    mutating func connected(_ connection: Connection, at now: Instant) -> Placement {
        connecting -= 1
        failures = 0
        lastFailure = nil
        guard !isClosed else { return .close(connection, connect: false) }
        return place(connection, at: now)
    }

    enum NextAttempt {
        /// Wait as the policy says for this number of failures, then try again.
        case retry(failures: Int)
        case stop
    }

    mutating func connectingFailed(_ error: PostgresError) -> NextAttempt {
        failures += 1
        lastFailure = error
        let isWanted = !waiters.isEmpty || idle.count + leased < minimum
        guard !isClosed, isWanted, connecting == 1 else {
            connecting -= 1
            return .stop
        }
        return .retry(failures: failures)
    }

    /// The number of attempts to start after a success: a failure had held them back.
    mutating func connectMore() -> Int {
        var count = 0
        while startConnecting() { count += 1 }
        return count
    }

    // MARK: - Waiting

    /// True if it was still waiting.
    mutating func remove(waiter id: UInt64) -> Bool {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return false }
        waiters.remove(at: index)
        return true
    }

    /// Removes the waiters whose deadline has passed. `next` is when to call this again.
    mutating func expireWaiters(at now: Instant) -> (expired: [Waiter], error: PostgresError, next: Instant?) {
        let expired = waiters.prefix { $0.deadline <= now }
        waiters.removeFirst(expired.count)
        let error =
            lastFailure
            ?? PostgresError(
                code: .poolExhausted, description: "The database is too busy.",
                detail: "all \(leased) connections stayed busy, \(waiters.count) wait")
        return (Array(expired), error, waiters.first?.deadline)
    }

    // MARK: - Upkeep

    /// Removes idle connections for which `isWorn` is true, and of those above the minimum what was idle for `timeout`, or was not
    /// needed beside the others for so long: each is used in its turn by what runs on its loop, so that none is ever idle for long.
    /// `connect` is the number of connections to make.
    mutating func sweep(
        at now: Instant, idleFor timeout: Duration, isWorn: (Connection) -> Bool
    ) -> (close: [Connection], connect: Int) {
        guard !isClosed else { return ([], 0) }
        var close: [Connection] = []
        var surplus = max(0, total - minimum)
        var unneeded = max(0, total - max(minimum, needed(at: now, period: timeout)))
        idle.removeAll { entry in
            let goes = isWorn(entry.connection) || unneeded > 0 || (surplus > 0 && entry.since < now - timeout)
            if goes {
                close.append(entry.connection)
                surplus -= 1
                unneeded -= 1
            }
            return goes
        }
        return (close, connectMore())
    }

    /// How many were leased at once at most, within a period at least.
    private mutating func needed(at now: Instant, period: Duration) -> Int {
        guard let began = periodBegan else {
            (periodBegan, mostBefore) = (now, maximum)
            return maximum
        }
        if now - began >= period { (periodBegan, mostBefore, most) = (now, most, leased) }
        return max(most, mostBefore)
    }

    mutating func close() -> (idle: [Connection], waiters: [Waiter]) {
        isClosed = true
        defer {
            idle = []
            waiters = []
        }
        return (idle.map(\.connection), waiters)
    }
}
