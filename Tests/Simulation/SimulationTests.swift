import EventLoop
import Glibc
import Support
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
        let failures = try await onThread { () -> [SimulationReport] in
            if let seed = SimulationSettings.seed {
                let report = World(seed: seed, keepsTrace: true).run()
                for line in report.lines { print(line) }
                print("digest \(report.digest), \(report.jobs) jobs, \(report.duration)")
                return report.violations.isEmpty ? [] : [report]
            }
            let start = Self.processorTime
            var total = Totals()
            var failures: [SimulationReport] = []
            for seed in 1...UInt64(SimulationSettings.seeds) {
                let report = World(seed: seed).run()
                total.add(report)
                if !report.violations.isEmpty { failures.append(report) }
                if failures.count >= SimulationSettings.failures { break }
            }
            print("\(total), \(failures.count) failures, in \(Self.processorTime - start) of a processor")
            return failures
        }
        for failure in failures { Issue.record("\(failure)") }
    }

    @Test(arguments: [3, 14, 15] as [UInt64]) func aSeedReplaysExactly(seed: UInt64) async throws {
        let digests = try await onThread { (0..<2).map { _ in World(seed: seed).run().digest } }
        #expect(digests[0] == digests[1])
    }

    /// Seeds that have found a defect of the product, or a mistake of the oracle.
    @Test(arguments: [13, 48, 803, 4293] as [UInt64]) func whatWasFoundOnceStaysMended(seed: UInt64) async throws {
        let report = try await onThread { World(seed: seed).run() }
        #expect(report.violations.isEmpty, "\(report)")
    }

    @Test(arguments: Plant.allCases) func aPlantedDefectIsFound(_ plant: Plant) async throws {
        let found = try await onThread {
            (1...100 as ClosedRange<UInt64>).first { !World(seed: $0, plant: plant).run().violations.isEmpty }
        }
        if let found { print("\(plant.rawValue) is found by seed \(found)") }
        #expect(found != nil)
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
