import FoundationEssentials

/// When a process may adopt the work of others. An expired lease proves a death only to a process that could renew its
/// own all the time: otherwise no process could. It is pure.
struct TakeoverRule {
    let lease: Duration
    private var lastRenewal: Date?
    /// The first renewal after an outage, or after a rest: what happened meanwhile is not known, either.
    private var comeback: Date?
    private var hasFailed = false

    init(lease: Duration) { self.lease = lease }

    /// Leases are renewed more often than this. If this lease nearly expired, another one may have.
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

    /// False before `start`, too: then the clock was set back.
    private func isWithin(_ span: Duration, of start: Date, _ now: Date) -> Bool {
        let passed = Duration.seconds(now.timeIntervalSince(start))
        return passed >= .zero && passed < span
    }
}
