import EventLoop
import Telemetry

/// Checks a dependency of the service periodically. Reports to the registry, and logs changes.
///
/// The service does not wait for it: until the dependency works, the service is not ready, and the probe retries with
/// back-off.
public final class HealthProbe: ServiceComponent {
    public let name: String
    private let subject: String
    private let isRequired: Bool
    private let interval: Duration
    private let context: ServiceContext
    private let known: @Sendable () -> Health?
    private let check: @Sendable () async throws -> Health
    private let stopping = StopSignal()
    private let again = AsyncPulse()

    /// Checks a dependency such as `postgres`, every `interval` while it works; `check` throws if it does not. A required
    /// one is needed for readiness. If the process has just used the dependency, `known` says so and spares a check,
    /// except for a check out of turn after a failure.
    public init(
        _ subject: String, isRequired: Bool, every interval: Duration = .seconds(5), _ context: ServiceContext,
        known: @escaping @Sendable () -> Health? = { nil }, check: @escaping @Sendable () async throws -> Health
    ) {
        name = "\(subject)-probe"
        self.subject = subject
        self.isRequired = isRequired
        self.interval = interval
        self.context = context
        self.known = known
        self.check = check
        context.health.set(subject, required: isRequired, .failing("not looked at yet"))
        context.health.register(subject) { [weak self] in await self?.lookNow() }
    }

    public func run() async throws {
        let loop = context.group.loops[0]
        var wait = Self.firstRetry
        while !stopping.isOver {
            guard let health = await lookInTurn() else { break }
            let pause = health.isGood ? interval : wait
            wait = health.isGood ? Self.firstRetry : min(wait * 2, interval)
            // Ends early when the service stops, or when somebody else has found it away.
            _ = try? await withDeadline(pause, on: loop) { [again] in try await again.wait() }
        }
    }

    public func stop() async {
        stopping.send()
        again.notify()
    }

    private static let firstRetry = Duration.milliseconds(100)

    /// A dependency that failed must pass a check to count as working.
    private func lookInTurn() async -> Health? {
        let isGood = context.health.entry(of: subject)?.health.isGood ?? false
        guard isGood, let known = known() else { return await look() }
        set(known)
        return known
    }

    /// Checks, and returns the result. Nil if the service stops meanwhile: a stop does not wait for an answer.
    private func look() async -> Health? {
        let found: Health? = await withTaskGroup(of: Health?.self) { group in
            group.addTask { [check, context] in
                do {
                    return try await withDeadline(.seconds(10), on: context.group.loops[0]) { try await check() }
                } catch {
                    return .failing(OperatorWords.of(error))
                }
            }
            group.addTask { [stopping] in
                try? await stopping.wait()
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        // Who is cancelled has seen nothing.
        guard let found, !Task.isCancelled else { return nil }
        set(found)
        return found
    }

    private func set(_ health: Health) {
        if context.health.set(subject, required: isRequired, health) { tell(health) }
    }

    /// Checks out of turn. A failed dependency is checked again soon from then on.
    private func lookNow() async -> Health? {
        let wasGood = context.health.entry(of: subject)?.health.isGood ?? false
        let found = await look()
        if wasGood, let found, !found.isGood { again.notify() }
        return found
    }

    private func tell(_ health: Health) {
        let subject = LogValue.string(subject)
        switch health {
        case .ok: context.logger.info("works", ["what": subject])
        case .noted(let note): context.logger.info("works", ["what": subject, "note": .string(note)])
        case .degraded(let reason): context.logger.warning("works only in part", ["what": subject, "reason": .string(reason)])
        case .failing(let reason):
            context.logger.warning("does not work; trying again with back-off", ["what": subject, "reason": .string(reason)])
        }
    }
}
