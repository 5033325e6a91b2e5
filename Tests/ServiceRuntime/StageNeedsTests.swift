import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

/// A stage while something is away that it needs.
@Suite(.timeLimit(.minutes(1)))
struct StageNeedsTests {
    private let world = MemoryWorld()
    private let blobs = Blobs()

    /// What a stage needs, as a test says.
    private final class Blobs: Sendable {
        private struct State {
            var reason: String?
            var isHidden = false
            var observer: (@Sendable (Dependency, String?) -> Void)?
        }

        private let state = Mutex(State())
        /// Sent when somebody wants to be told.
        let isObserved = AsyncSignal<Void>()

        /// What a health check sees; nil while they are there. Told at once.
        func set(_ reason: String?) {
            let observer = state.withLock { state in
                (state.reason, state.isHidden) = (reason, false)
                return state.observer
            }
            observer?(.blobs, reason)
        }

        /// No health check sees it until `show`.
        func hide(_ reason: String) { state.withLock { ($0.reason, $0.isHidden) = (reason, true) } }

        /// Whoever looks sees it from now on.
        func show() { state.withLock { $0.isHidden = false } }

        var areThere: Bool { state.withLock { $0.reason == nil } }

        var needs: StageNeeds {
            StageNeeds([.database, .blobs]) { [self] dependency in
                dependency == .blobs ? state.withLock { $0.isHidden ? nil : $0.reason } : nil
            } observe: { [self] observer in
                state.withLock { $0.observer = observer }
                isObserved.send()
            }
        }
    }

    private static let failure = ProcessingFailure(
        code: "blob.unavailable", isRetriable: true, description: "The store cannot be used.", outage: Outage(of: .blobs))
    private static let full = ProcessingFailure(
        code: "blob.storageFull", isRetriable: true, description: "No space left.", outage: Outage(of: .blobs, isProven: true))

    private func items() async throws -> [WorkItemSummary] {
        try await world.store.summaries(stage: .validation, parkedOnly: false, limit: 100)
    }

    private func waitForAll(_ submissions: [Submission]) async throws {
        try await world.waitUntil { [world] in
            submissions.allSatisfy { world.store.submission($0.id)?.state == .processing }
        }
    }

    @Test func `attempts that meet what is away do not count, and one item goes first when it is back`() async throws {
        let (blobs, world) = (blobs, world)
        let mayEnd = AsyncSignal<Void>()
        let hasBegun = AsyncSignal<Void>()
        let now = Mutex(0)
        let most = Mutex(0)
        let handler = TestHandler { event in
            if !blobs.areThere {
                blobs.show()
                return .retry(after: .zero, because: Self.failure)
            }
            let running = now.withLock { now in
                now += 1
                return now
            }
            if mayEnd.value == nil { most.withLock { $0 = max($0, running) } }
            hasBegun.send()
            try? await mayEnd.wait()
            now.withLock { $0 -= 1 }
            return await TestHandler.accept(event, world.store)
        }
        let rests = Rests()
        let submissions = try await world.submissions(12)
        // Attempts show it.
        blobs.hide("no bucket")
        try await world.withLoop(handler, needs: blobs.needs, onRest: rests.note) { _ in
            try await world.waitUntil { rests.last?.troubles.map(\.reason) == ["no bucket"] }
            blobs.set(nil)
            try await hasBegun.wait()
            // Whatever could begin beside it has had its turn.
            for _ in 0..<1_000 { await Task.yield() }
            mayEnd.send()
            try await waitForAll(submissions)
            #expect(rests.last == StageRest())
        }
        #expect(most.withLock { $0 } == 1)
        #expect(handler.events.count > 12 && handler.events.allSatisfy { $0.attempt == 1 })
        #expect(world.store.deadLetters.isEmpty)
    }

    @Test func `nothing is begun while a health check finds something away`() async throws {
        let (blobs, world) = (blobs, world)
        let rests = Rests()
        let registry = MetricsRegistry()
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler, needs: blobs.needs, metrics: registry, onRest: rests.note) { consumer in
            try await blobs.isObserved.wait()
            blobs.set("the disk is full")
            try await world.waitUntil { consumer.pausedPartitions == [MemoryWorld.submitted] }
            let gauge = #"docket_paused{stage="validation",cause="blobs"} "#
            #expect(registry.renderPrometheus().contains(gauge + "1"))
            #expect(registry.renderPrometheus().contains(#"docket_paused{stage="validation",cause="operator"} 0"#))
            let words = RestHealth.words(rests.last ?? StageRest(), .validation)
            #expect(words?.contains("for want of blobs: the disk is full") == true)
            let submissions = try await world.submissions(3)
            #expect(handler.events.isEmpty)
            blobs.set(nil)
            try await waitForAll(submissions)
            #expect(registry.renderPrometheus().contains(gauge + "0"))
        }
    }

    @Test func `a file that alone has such an effect uses up its attempts, and holds nobody up`() async throws {
        let (blobs, world) = (blobs, world)
        let submissions = try await world.submissions(8)
        let poison = submissions[3].id
        let handler = TestHandler { event in
            event.header.submission == poison
                ? .retry(after: .zero, because: Self.failure) : await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler, needs: blobs.needs) { _ in
            try await world.waitUntil { world.store.submission(poison)?.state == .failed }
            try await waitForAll(submissions.filter { $0.id != poison })
        }
        #expect(handler.events.filter { $0.header.submission == poison }.map(\.attempt) == [1, 2, 3])
    }

    @Test func `a full disk uses up no attempt, though a small file still finds room`() async throws {
        let (blobs, world) = (blobs, world)
        let rounds = Mutex(0)
        let handler = TestHandler { event in
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            // More often than an item has attempts.
            return round <= 10 ? .retry(after: .zero, because: Self.full) : await TestHandler.accept(event, world.store)
        }
        let submissions = try await world.submissions(1)
        try await world.withLoop(handler, needs: blobs.needs) { _ in try await waitForAll(submissions) }
        #expect(handler.events.map(\.attempt) == Array(repeating: 1, count: 11))
    }

    @Test func `what takes too long while something is away does not count`() async throws {
        let (blobs, world) = (blobs, world)
        var configuration = MemoryWorld.quick
        configuration.attemptLimit = .milliseconds(500)
        let begun = AsyncSignal<Void>()
        let handler = TestHandler { event in
            begun.send()
            if !blobs.areThere { try? await SystemTime().sleep(for: .seconds(60)) }
            return await TestHandler.accept(event, world.store)
        }
        blobs.hide("hangs")
        let submissions = try await world.submissions(1)
        try await world.withLoop(handler, configuration, needs: blobs.needs) { [self] _ in
            try await begun.wait()
            try await blobs.isObserved.wait()
            blobs.set("hangs")
            try await world.waitUntil { world.store.lastError(of: submissions[0].id) == "not counted: blobs is away: hangs" }
            #expect(try await items().map(\.attempts) == [0])
            blobs.set(nil)
            try await waitForAll(submissions)
        }
        #expect(handler.events.map(\.attempt) == [1, 1])
    }

    @Test func `the lag of a stage that rests is what its broker says`() async throws {
        let (blobs, world) = (blobs, world)
        let registry = MetricsRegistry()
        let handler = TestHandler.accepting(world.store)
        let first = try await world.submissions(2)
        var configuration = MemoryWorld.quick
        configuration.endsInterval = .milliseconds(5)
        @Sendable func lag(_ count: Int) -> Bool {
            registry.renderPrometheus().contains(
                #"docket_consumer_lag_records{stage="validation",topic="docket.submitted",partition="0"} \#(count)"#)
        }
        try await world.withLoop(handler, configuration, needs: blobs.needs, metrics: registry) { consumer in
            try await waitForAll(first)
            try await world.waitUntil { lag(0) }
            blobs.set("away")
            try await world.waitUntil { consumer.pausedPartitions == [MemoryWorld.submitted] }
            _ = try await world.submissions(8)
            try await world.waitUntil { lag(8) }
            // Partitions that come to whoever rests are told of, too, from where their group was.
            try await consumer.revoke([MemoryWorld.submitted])
            #expect(!registry.renderPrometheus().contains("docket_consumer_lag_records{"))
            consumer.assign([MemoryWorld.submitted])
            try await world.waitUntil { lag(8) }
            blobs.set(nil)
            try await world.waitUntil { lag(0) }
        }
    }

    /// What was told of a stage.
    private final class Rests: Sendable {
        private let told = Mutex<[StageRest]>([])
        var last: StageRest? { told.withLock { $0.last } }
        var note: @Sendable (StageRest) -> Void { { rest in self.told.withLock { $0.append(rest) } } }
    }
}
