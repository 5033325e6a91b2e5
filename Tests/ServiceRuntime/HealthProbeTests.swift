import Configuration
import EventLoop
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(1)))
struct HealthProbeTests {
    private func withContext(_ body: @escaping @Sendable (ServiceContext) async throws -> Void) async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "health-probe")
        var reader = ConfigurationReader(environment: [
            "DATABASE_URL": "postgresql://localhost/none", "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1",
        ])
        let service = ServiceConfiguration(reading: &reader, service: "test", adminPort: 9_999)
        let context = ServiceContext(
            configuration: service, group: group, logger: .silent, metrics: MetricsRegistry(), health: HealthRegistry())
        let result: Result<Void, any Error>
        do { result = .success(try await body(context)) } catch { result = .failure(error) }
        await group.shutdown()
        try result.get()
    }

    @Test func `what the process has seen for itself is not asked for, until it was found not to work`() async throws {
        try await withContext { context in
            let (known, answers, asked) = (Counted(), Answers(.ok), AsyncStream.makeStream(of: Void.self))
            let probe = HealthProbe("thing", isRequired: true, every: .milliseconds(1), context, known: known.look) {
                asked.continuation.yield()
                return answers.now
            }
            let running = context.group.loops[0].spawn { try? await probe.run() }
            var questions = asked.stream.makeAsyncIterator()
            await questions.next()
            // From the first answer on it is known.
            try await known.reaches(3)
            answers.set(.failing("it is away"))
            #expect(context.health.isReady)
            // Who has met that it does not work asks, and so does each turn from then on.
            #expect(await context.health.look(at: "thing") == .failing("it is away"))
            for _ in 0..<3 { await questions.next() }
            #expect(!context.health.isReady)
            await probe.stop()
            await running.value
        }
    }

    @Test func `a process at rest looks rarely at what was there, and one that works does each time`() {
        let start = ContinuousClock.now
        let minutes = Mutex(0)
        let looks = SparedLooks { start.advanced(by: .seconds(60) * minutes.withLock { $0 }) }
        #expect(!looks.spares(isResting: true))
        looks.looked()
        #expect(looks.spares(isResting: true) && !looks.spares(isResting: false))
        minutes.withLock { $0 = 4 }
        #expect(looks.spares(isResting: true))
        minutes.withLock { $0 = 5 }
        #expect(!looks.spares(isResting: true))
    }
}

/// Says that it works, and how often it was asked.
private final class Counted: Sendable {
    private let count = Mutex(0)
    private let asked = AsyncPulse()

    var look: @Sendable () -> Health? {
        { [self] in
            count.withLock { $0 += 1 }
            asked.notify()
            return .ok
        }
    }

    func reaches(_ number: Int) async throws {
        while count.withLock({ $0 }) < number { try await asked.wait() }
    }
}

private final class Answers: Sendable {
    private let state: Mutex<Health>

    init(_ health: Health) { state = Mutex(health) }
    var now: Health { state.withLock { $0 } }
    func set(_ health: Health) { state.withLock { $0 = health } }
}
