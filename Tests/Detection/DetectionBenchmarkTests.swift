import Foundation
import Testing

@Suite struct DetectionBenchmarkTests {
    /// Time is printed, not judged: machines differ. That the benchmark works is tested always.
    @Test func headsAreDecidedOn() {
        let isMeasured = ProcessInfo.processInfo.environment["DOCKET_TEST_BENCHMARK"] != nil
        let result = DetectionBenchmark.run(tries: isMeasured ? 101 : 1)
        #expect(result.bytesPerSecond > 0 && !result.slowestHead.name.isEmpty)
        if isMeasured {
            print("head: \(result.slowestHead.duration) (\(result.slowestHead.name)); \(result.bytesPerSecond / 1e6) MB/s")
        }
    }
}
