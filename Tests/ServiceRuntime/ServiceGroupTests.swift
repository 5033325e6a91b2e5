import EventLoop
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(1)))
struct ServiceGroupTests {
    /// Writes down what happens to it.
    private final class Part: ServiceComponent {
        struct Broken: Error {}

        let name: String
        private let journal: Journal
        private let failsToStart: Bool
        private let end: AsyncSignal<Bool>

        /// Sending true to `end` makes it return, false makes it throw.
        init(_ name: String, _ journal: Journal, failsToStart: Bool = false, end: AsyncSignal<Bool> = AsyncSignal()) {
            self.name = name
            self.journal = journal
            self.failsToStart = failsToStart
            self.end = end
        }

        func start() async throws {
            if failsToStart { throw Broken() }
            journal.write("\(name) starts")
        }

        func run() async throws {
            let isGood = await end.waitUncancelled()
            journal.write("\(name) ends")
            if !isGood { throw Broken() }
        }

        func stop() async {
            journal.write("\(name) is asked")
            end.send(true)
        }
    }

    /// Ends only when it is cancelled, whatever it is asked.
    private struct Stubborn: ServiceComponent {
        let name = "stubborn"
        let journal: Journal
        private let never = AsyncSignal<Void>()

        init(_ journal: Journal) { self.journal = journal }

        func start() async throws { journal.write("stubborn starts") }
        func run() async throws { try await never.wait() }
        func stop() async {}
    }

    private final class Journal: Sendable {
        private let lines = Mutex<[String]>([])
        func write(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private func run(
        _ parts: [any ServiceComponent], stop: AsyncSignal<String>, grace: Duration = .seconds(20)
    ) async throws -> ServiceGroup.Ending {
        let loops = try EventLoopGroup(threads: 1)
        let group = ServiceGroup(components: parts, loop: loops.loops[0], logger: .silent, grace: grace)
        let ending = try await loops.loops[0].run { await group.run(until: stop) }
        await loops.shutdown()
        return ending
    }

    @Test func `they start in order and stop in the opposite one, each after those that use it`() async throws {
        let (journal, asked) = (Journal(), AsyncSignal<String>())
        let parts = [Part("pool", journal), Part("relay", journal), Part("loop", journal)]
        async let ending = run(parts, stop: asked)
        while journal.all.count < 3 { await Task.yield() }
        asked.send("asked")
        guard case .asked = try await ending else {
            Issue.record("failed")
            return
        }
        #expect(
            journal.all == [
                "pool starts", "relay starts", "loop starts", "loop is asked", "loop ends", "relay is asked", "relay ends",
                "pool is asked", "pool ends",
            ])
    }

    /// Such as one that waits for a broker which is away.
    @Test func `a part that does not even end when it is cancelled keeps the process for no longer`() async throws {
        let (journal, asked) = (Journal(), AsyncSignal<String>())
        let (runs, released) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        let body: @Sendable () async -> Void = {
            runs.send()
            await released.waitUncancelled()
        }
        let deaf = LoopComponent("deaf", body: body, ask: {})
        let loops = try EventLoopGroup(threads: 1)
        let group = ServiceGroup(
            components: [Part("pool", journal), deaf], loop: loops.loops[0], logger: .silent, grace: .milliseconds(1))
        async let running = loops.loops[0].run { await group.run(until: asked) }
        try await runs.wait()
        asked.send("asked")
        guard case .asked = try await running else {
            Issue.record("failed")
            return
        }
        #expect(!journal.all.contains("pool is asked"), "it stops after the part that relies on it")
        released.send()
        await loops.shutdown()
    }

    /// Such as a server that waits for its requests.
    private struct Slow: ServiceComponent {
        let name = "slow"
        let runs = AsyncSignal<Void>()
        private let never = AsyncSignal<Void>()

        func run() async throws {
            runs.send()
            try await never.wait()
        }

        func stop() async { _ = try? await never.wait() }
    }

    @Test func `after the grace nobody's stopping is waited for, and those before it are asked`() async throws {
        let (journal, asked, slow) = (Journal(), AsyncSignal<String>(), Slow())
        let loops = try EventLoopGroup(threads: 1)
        let group = ServiceGroup(
            components: [Part("pool", journal), slow], loop: loops.loops[0], logger: .silent, grace: .milliseconds(1))
        async let ending = loops.loops[0].run { await group.run(until: asked) }
        try await slow.runs.wait()
        asked.send("asked")
        guard case .asked = try await ending else {
            Issue.record("failed")
            return
        }
        // Before the loops end, which would cancel what is still waited for.
        #expect(journal.all == ["pool starts", "pool is asked", "pool ends"])
        await loops.shutdown()
    }

    @Test func `what takes in work stops taking it before anything is waited for`() async throws {
        let (first, second) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        // The one that is stopped first ends only once the other one has been asked, too.
        let parts = [
            LoopComponent("first", body: { await first.waitUncancelled() }, ask: { first.send() }, isAskedFirst: true),
            LoopComponent(
                "second",
                body: {
                    await first.waitUncancelled()
                    await second.waitUncancelled()
                }, ask: { second.send() }, isAskedFirst: true),
        ]
        let (running, stop) = (AsyncSignal<Void>(), AsyncSignal<String>())
        let beside = LoopComponent("beside") {
            running.send()
            await second.waitUncancelled()
        } ask: {
        }
        async let ending = run(parts + [beside], stop: stop, grace: .seconds(600))
        try await running.wait()
        stop.send("asked")
        guard case .asked = try await ending else {
            Issue.record("failed")
            return
        }
    }

    @Test(arguments: [true, false])
    func `a part that ends by itself ends the service as a failure`(_ returns: Bool) async throws {
        let journal = Journal()
        let end = AsyncSignal<Bool>()
        end.send(returns)
        let ending = try await run([Part("pool", journal), Part("loop", journal, end: end)], stop: AsyncSignal())
        guard case .failed(let component, _) = ending else {
            Issue.record("not failed")
            return
        }
        #expect(component == "loop")
        #expect(journal.all.last == "pool ends")
    }

    @Test func `a part that cannot start stops those before it`() async throws {
        let journal = Journal()
        let parts = [Part("pool", journal), Part("server", journal, failsToStart: true), Part("loop", journal)]
        guard case .failed(let component, _) = try await run(parts, stop: AsyncSignal()) else {
            Issue.record("not failed")
            return
        }
        #expect(component == "server")
        #expect(journal.all == ["pool starts", "pool is asked", "pool ends"])
    }

    @Test func `a loop that does not know how to end is cancelled, and finishes`() async throws {
        let journal = Journal()
        let begun = AsyncSignal<Void>()
        let loop = LoopComponent("lease") {
            begun.send()
            try? await SystemTime().sleep(for: .seconds(3_600))
            journal.write("cancelled")
        } finish: {
            journal.write("finished")
        }
        let running = Task { try await loop.run() }
        try await begun.wait()
        await loop.stop()
        try await running.value
        #expect(journal.all == ["cancelled", "finished"])
    }

    @Test func `a loop that knows how is asked`() async throws {
        let end = AsyncSignal<Void>()
        let loop = LoopComponent("relay") {
            try await end.wait()
        } ask: {
            end.send()
        }
        let running = Task { try await loop.run() }
        await loop.stop()
        try await running.value
    }

    @Test func `a part that does not end when it is asked is cancelled, and those before it still stop`() async throws {
        let (journal, asked) = (Journal(), AsyncSignal<String>())
        async let ending = run([Part("pool", journal), Stubborn(journal)], stop: asked, grace: .milliseconds(50))
        while journal.all.count < 2 { await Task.yield() }
        asked.send("asked")
        guard case .asked = try await ending else {
            Issue.record("failed")
            return
        }
        #expect(journal.all == ["pool starts", "stubborn starts", "pool is asked", "pool ends"])
    }
}
