import Domain
import EventLoop
import FoundationEssentials
import Shared
import Synchronization
import Telemetry

/// Handles outages of the stage's dependencies: nothing is begun then, and attempts that meet an outage do not count.
extension ConsumeLoop {
    /// Begins nothing during an outage, until cancelled.
    func lookAfterNeeds() async {
        guard let needs else { return }
        needs.observe { [weak self] dependency, reason in self?.found(dependency, away: reason) }
        for dependency in needs.needed { found(dependency, away: await needs.look(dependency)) }
        while !Task.isCancelled {
            let now = time.now
            breaker.withLock { $0.proceed(at: now) }
            heedBreaker()
            do {
                if let pause = breaker.withLock({ $0.rest(from: time.now) }) {
                    _ = try await withTimeLimit(pause, by: time) { [self] in try await breakerChanged.wait() }
                } else {
                    try await breakerChanged.wait()
                }
            } catch {
                return
            }
        }
    }

    private func found(_ dependency: Dependency, away reason: String?) {
        let now = time.now
        breaker.withLock { $0.found(dependency, away: reason, at: now) }
        heedBreaker()
        breakerChanged.notify()
    }

    /// The conclusion of an attempt that failed because of an outage and does not count; nil for any other.
    func uncounted(_ outcome: StageOutcome, begunAt start: Date) async -> StageConclusion? {
        guard let needs else { return nil }
        switch outcome {
        case .commit, .tell, .ask: heedSuccess()
        // Nothing but the database has been asked for it.
        case .nothing: if needs.needed == [.database] { heedSuccess() }
        case .retry(_, let failure), .failed(let failure):
            guard let outage = failure.outage, needs.needed.contains(outage.dependency) else { return nil }
            // What is seen now is told to the breaker before it judges.
            let reason = await needs.look(outage.dependency)
            let now = time.now
            let counts = breaker.withLock { breaker in
                if let reason { breaker.found(outage.dependency, away: reason, at: now) }
                return breaker.failed(outage, "\(failure.description): \(failure.detail)", begunAt: start, at: now)
            }
            heedBreaker()
            breakerChanged.notify()
            guard !counts else { return nil }
            logger.notice(
                "an attempt does not count: something was away",
                ["what": .string(outage.dependency.rawValue), "error": .string(failure.detail)])
            return givenBack("\(outage.dependency.rawValue) is away: \(reason ?? failure.description)")
        }
        return nil
    }

    private func heedSuccess() {
        if breaker.withLock({ $0.succeeded() }) { heedBreaker() }
    }

    /// The conclusion of an attempt that took too long; nil unless an outage may be the reason.
    var uncountedOvertime: StageConclusion? {
        breaker.withLock { $0.known }.map { givenBack("\($0.dependency.rawValue) is away: \($0.reason)") }
    }

    private func givenBack(_ reason: String) -> StageConclusion {
        StageConclusion(end: .postponed(after: settings.postponement, reason: "not counted: \(reason)"))
    }

    /// Applies the breaker's limit, and reports changes.
    private func heedBreaker() {
        let (isChange, given) = breaker.withLock { breaker in
            plan.withLock { plan in
                let isLimited = plan.limitStarts(to: breaker.limit)
                let isHeld = plan.hold(breaker.state == .open, because: .outage)
                return (isLimited || isHeld, breaker.state == .open ? plan.giveBack() : [])
            }
        }
        for item in given { conclude(item, givenBack("the stage begins nothing")) }
        tellTroubles()
        guard isChange else { return }
        applyFlow()
        somethingToStart.notify()
        roomForRetries.notify()
    }

    /// The last caller reports last.
    private func tellTroubles() {
        rest.withLock { rest in
            let troubles = breaker.withLock { $0.troubles }
            guard rest.troubles != troubles else { return }
            rest.troubles = troubles
            for trouble in troubles {
                logger.error(
                    "the stage begins nothing: something that it needs is away",
                    ["what": .string(trouble.dependency.rawValue), "reason": .string(trouble.reason)])
            }
            if troubles.isEmpty { logger.notice("what the stage needs is there again") }
            onRest(rest)
        }
    }

    /// Writes the outages into the database, for operators' tools. An outage of the database itself cannot be written
    /// there.
    func tellOutages() async throws {
        guard let outages = store.outages else { return }
        let troubles = breaker.withLock { $0.troubles }.filter { $0.dependency != .database }
        guard toldOutages.withLock({ $0 != troubles }) else { return }
        try await outages.tell(
            troubles.map { StageOutage.Cause(dependency: $0.dependency, reason: $0.reason, since: $0.since) }, of: handler.stage,
            try await leases.lease())
        toldOutages.withLock { $0 = troubles }
    }

    /// For the gauge: every possible cause.
    var pausings: [(values: [String], value: Double)] {
        let rest = rest.withLock { $0 }
        let away = Set(rest.troubles.map(\.dependency))
        var causes: [(cause: String, isOne: Bool)] = [("operator", rest.pause != nil)]
        for dependency in needs?.needed ?? [] { causes.append((dependency.rawValue, away.contains(dependency))) }
        return causes.map { (values: [handler.stage.rawValue, $0.cause], value: $0.isOne ? 1 : 0) }
    }
}
