import Shared
import Testing

@testable import LoadTest

@Suite struct ThresholdTests {
    @Test(arguments: [
        ("p(99)<200", Metric.time(.accepted, .percentile(99)), Threshold.Comparison.below, 200.0),
        ("p99 < 200ms", .time(.accepted, .percentile(99)), .below, 200),
        ("p(99.9)<=1.5s", .time(.accepted, .percentile(99.9)), .atMost, 1500),
        ("outcome.max < 2s", .time(.outcome, .maximum), .below, 2000), ("avg>250us", .time(.accepted, .mean), .above, 0.25),
        ("med!=3", .time(.accepted, .percentile(50)), .notEqual, 3), ("min>=0", .time(.accepted, .minimum), .atLeast, 0),
        ("lost==0", .lost, .equal, 0), ("error_rate<1%", .errorRate, .below, 0.01), ("error_rate<0.5", .errorRate, .below, 0.5),
        ("rate>=1980", .rate, .atLeast, 1980), ("outcomes.needs_input==0", .outcomes("needs_input"), .equal, 0),
        ("accepted>10", .accepted, .above, 10), ("differences==0", .differences, .equal, 0),
    ])
    func isRead(_ text: String, _ metric: Metric, _ comparison: Threshold.Comparison, _ limit: Double) throws {
        let threshold = try Threshold(text)
        #expect(threshold.metric == metric && threshold.comparison == comparison && abs(threshold.limit - limit) < 1e-9)
        #expect(try Metric("\(metric)") == metric)
    }

    @Test(arguments: [
        "", "p(99)", "p(99)<", "<200", "p(0)<1", "p(101)<1", "p(x)<1", "q99<1", "lost==0%", "lost==none", "p(99)<1%", "p99<1m",
        "outcome.lost==0", "outcomes.==1", "p(99)<inf", "lost=0",
    ])
    func isRefused(_ text: String) {
        #expect(throws: ThresholdFault.self) { try Threshold(text) }
    }

    @Test func isHeldToTheReport() throws {
        var tally = RunTally(startedAt: Timestamp(millisecondsSinceEpoch: 0))
        for item in 0..<100 {
            tally.begin(item, name: "\(item)", intended: Double(item) / 100, now: Double(item) / 100)
            if item == 7 {
                tally.fail(item, "refused", now: 1)
            } else {
                tally.accept(item, now: Double(item) / 100 + 0.050)
                if item != 9 { tally.end(item, outcome: item < 50 ? "accepted" : "rejected", now: Double(item) / 100 + 0.2) }
            }
        }
        let report = tally.sampleReport(seconds: 2)
        func result(_ text: String) throws -> ThresholdResult { report.result(of: try Threshold(text)) }
        #expect(try result("p(99)<200").isMet && result("p(99)<200").found == "50.0 ms")
        #expect(try !result("p(50)<50").isMet && result("p(50)<51").isMet)
        #expect(try result("outcome.p(50)>199ms").isMet)
        #expect(try !result("lost==0").isMet && result("lost==1").isMet && result("errors<=1").isMet)
        #expect(try result("error_rate<=1%").isMet && !result("error_rate<1%").isMet)
        #expect(try result("outcomes.accepted==48").isMet && result("outcomes.failed==0").isMet)
        #expect(try result("rate>=98").isMet)
        // What was not measured meets nothing.
        #expect(try !result("differences==0").isMet && result("differences==0").found == nil)
        let nothing = RunTally(startedAt: Timestamp(millisecondsSinceEpoch: 0)).sampleReport(seconds: 0)
        #expect(
            nothing.result(of: try Threshold("p(99)<200")) == ThresholdResult(assertion: "p(99)<200", found: nil, isMet: false))
    }
}

extension RunTally {
    func sampleReport(seconds: Double, target: String = "http://127.0.0.1:8080") -> ReplayReport {
        ReplayReport(
            self,
            about: .init(
                recording: "day.ndjson", target: target, pace: "10 × as recorded", unit: "submission", tenant: "shadow",
                ending: "outcome known"), seconds: seconds, sendingSeconds: 1, isInterrupted: false)
    }
}
