import EventLoop
import Glibc
import Support
import Synchronization
import Testing

@Suite struct SimulationTests {
    /// On a thread of its own: a simulation never waits, and so would keep everybody else from running.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "simulation")
        let value = try await group.blocking.run(body)
        await group.shutdown()
        return value
    }

    /// Of this thread.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test func everySeedKeepsThePromise() async throws {
        if let seed = SimulationSettings.seed {
            let report = try await onThread { World(seed: seed, keepsTrace: true).run() }
            for line in report.lines { print(line) }
            print("digest \(report.digest), \(report.jobs) jobs, \(report.duration)")
            if !report.violations.isEmpty { Issue.record("\(report)") }
            return
        }
        // A world is on one thread, and knows nothing of the others.
        let seeds = SeedRange(
            from: UInt64(SimulationSettings.first), count: UInt64(SimulationSettings.seeds), failures: SimulationSettings.failures
        )
        let start = ContinuousClock.now
        let threads = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<threads {
                group.addTask {
                    try await onThread {
                        let start = Self.processorTime
                        while let seed = seeds.take() { seeds.ran(World(seed: seed).run()) }
                        seeds.used(Self.processorTime - start)
                    }
                }
            }
            try await group.waitForAll()
        }
        let (total, failures, processorTime) = seeds.result
        print(
            "\(total), \(failures.count) failures, in \(ContinuousClock.now - start) and \(processorTime) of \(threads) processors"
        )
        for failure in failures { Issue.record("\(failure)") }
    }

    /// Of the process of several stages no more than of one: what waits for all of them is asked for in one statement.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func aRestingInstallationAsksLittle(seed: UInt64) async throws {
        let asked = try await onThread { World(seed: seed, faults: FaultPlan.none, hasPersons: false).idleMinute() }
        #expect(asked.count >= 3)
        for (process, statements) in asked {
            // Thirty renewals, what the relay does once a minute, and for a process that has every round of the reconciler twelve
            // looks at what is in flight; deliveries are looked for every five seconds, too.
            let most = process.hasPrefix("notification") ? 43 + 12 : 43
            // Six renewals of one that rests.
            let least = World.rest(of: seed) == nil ? 26 : 6
            #expect(statements >= least && statements <= most, "\(process) sent \(statements)")
        }
    }

    @Test(arguments: [3, 14, 15] as [UInt64]) func aSeedReplaysExactly(seed: UInt64) async throws {
        let digests = try await onThread { (0..<2).map { _ in World(seed: seed).run().digest } }
        #expect(digests[0] == digests[1])
    }

    /// Where a request with a key comes twice, one process knows it by itself; of several each has to ask the store.
    @Test func thatClaimsAreKeptInAProcessShowsWhereThereAreSeveralGateways() async throws {
        var faults = FaultPlan.none
        faults.databaseRepliesLost = 0.1
        let found = try await onThread { [faults] in
            [1, 3].map { gateways in
                (1...60 as ClosedRange<UInt64>).first { seed in
                    let world = World(seed: seed, plant: .claimsInProcess, faults: faults, gateways: gateways)
                    return !world.run().violations.isEmpty
                }
            }
        }
        #expect(found[0] == nil)
        #expect(found[1] != nil)
    }

    @Test(arguments: SeededDefect.allCases) func aPlantedDefectIsFound(_ plant: SeededDefect) async throws {
        let found = try await onThread {
            (1...100 as ClosedRange<UInt64>).first { !World(seed: $0, plant: plant).run().violations.isEmpty }
        }
        if let found { print("\(plant.rawValue) is found by seed \(found)") }
        #expect(found != nil)
    }
}

/// The seeds that are to be run, and what came of them.
private final class SeedRange: Sendable {
    private struct State {
        var next: UInt64
        var total = Totals()
        var failures: [SimulationReport] = []
        var processorTime = Duration.zero
    }

    private let end: UInt64
    private let limit: Int
    private let state: Mutex<State>

    /// Ends after that many failures.
    init(from first: UInt64, count: UInt64, failures limit: Int) {
        end = first + count
        self.limit = limit
        state = Mutex(State(next: first))
    }

    func take() -> UInt64? {
        state.withLock { state in
            guard state.next < end, state.failures.count < limit else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func ran(_ report: SimulationReport) {
        state.withLock { state in
            state.total.add(report)
            if !report.violations.isEmpty { state.failures.append(report) }
        }
    }

    func used(_ time: Duration) { state.withLock { $0.processorTime += time } }

    /// Failures by their seed.
    var result: (total: Totals, failures: [SimulationReport], processorTime: Duration) {
        state.withLock { ($0.total, $0.failures.sorted { $0.seed < $1.seed }, $0.processorTime) }
    }
}

/// Sums over seeds.
private struct Totals: CustomStringConvertible {
    var seeds = 0, submissions = 0, events = 0, publications = 0, strikes = 0, emittedAgain = 0, jobs = 0

    mutating func add(_ report: SimulationReport) {
        seeds += 1
        submissions += report.submissions
        events += report.events
        publications += report.publications
        strikes += report.strikes
        emittedAgain += report.emittedAgain
        jobs += report.jobs
    }

    var description: String {
        "\(seeds) seeds, \(submissions) submissions, \(events) events published \(publications) times, "
            + "\(emittedAgain) of them by the reconciler, \(strikes) faults, \(jobs) jobs"
    }
}
