import FoundationEssentials

/// When a process may take over what others seem to have left behind. A lease that ran out shows a death only to somebody who could
/// renew all the while: else nobody could. Pure.
struct TakeoverRule {
    let lease: Duration
    private var lastRenewal: Date?
    /// The first renewal after an outage.
    private var comeback: Date?
    private var hasFailed = false

    init(lease: Duration) { self.lease = lease }

    /// Leases are renewed more often. Somebody else's may have run out when this one nearly did.
    private var patience: Duration { lease / 2 }

    mutating func failed() { hasFailed = true }

    mutating func renewed(at now: Date) {
        // A process that begins while the database is away knows of the outage, too.
        let wasAway = lastRenewal.map { !isWithin(patience, of: $0, now) } ?? hasFailed
        if wasAway { comeback = now }
        lastRenewal = now
    }

    func allows(at now: Date) -> Bool {
        guard let lastRenewal, isWithin(patience, of: lastRenewal, now) else { return false }
        return comeback.map { !isWithin(lease, of: $0, now) } ?? true
    }

    /// No moment before `start` is: then the clock has been put back.
    private func isWithin(_ span: Duration, of start: Date, _ now: Date) -> Bool {
        let passed = Duration.seconds(now.timeIntervalSince(start))
        return passed >= .zero && passed < span
    }
}
