import EventLoop
import FoundationEssentials
import LoadTest
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// The report's page as Debian's Chromium shows it, by day, by night and on a phone. The pictures stay beside the built programs, or where
/// `DOCKET_TEST_PICTURES` says.
@Suite(.timeLimit(.minutes(3))) struct ReportPictureTests {
    /// Three minutes at 40 a second with a ramp, in which the target stops for five seconds, refuses some, and loses three.
    private func report() throws -> ReplayReport {
        var tally = RunTally(startedAt: Timestamp(millisecondsSinceEpoch: 1_793_440_800_000))
        let schedule = ReplaySchedule(.rate(40), ramp: 20, duration: 180)
        var random = SeededGenerator(seed: 7)
        // In the order in which it happens, as a run notes it.
        var happenings: [(at: Double, note: (inout RunTally) -> Void)] = []
        var item = 0
        while let begin = schedule.start(index: item, recorded: 0) {
            let (number, start) = (item, begin + 0.0004)
            happenings.append(
                (
                    start,
                    { $0.begin(number, name: "0198a2f4-5b1c-7d3e-8f90-\(100_000_000_000 + number)", intended: begin, now: start) }
                ))
            let isStopped = (90.0..<95).contains(begin)
            let taken = (isStopped ? 95 : begin) + 0.02 + 0.03 * random.fraction() + (random.chance(0.01) ? 0.3 : 0)
            let bytes = 40_000 + Int(random.fraction() * 200_000)
            var at = start
            for (step, part) in [(ReplayStep.create, 0.15), (.document, 0.1), (.file, 0.6), (.submit, 0.15)] {
                let (from, until, sent) = (at, at + (taken - start) * part, step == .file ? bytes : 0)
                happenings.append((from, { $0.ask(now: from) }))
                happenings.append((until, { $0.answered(step, of: number, taking: until - from, bytes: sent, now: until) }))
                at = until
            }
            happenings.append((start, { $0.drew(number, taking: 0.003) }))
            let done = at
            if random.chance(0.004) {
                happenings.append((done, { $0.fail(number, "rate-limited (429)", now: done) }))
            } else {
                happenings.append((done, { $0.accept(number, now: done) }))
                if ![999, 2_500, 4_321].contains(item) {
                    let end = done + 0.05 + 0.2 * random.fraction()
                    let outcome = random.chance(0.1) ? "needs_input" : random.chance(0.02) ? "in_review" : "accepted"
                    happenings.append((end, { $0.end(number, outcome: outcome, now: end) }))
                }
            }
            item += 1
        }
        for happening in happenings.enumerated().sorted(by: { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }) {
            happening.element.note(&tally)
        }
        let about = ReplayReport.About(
            recording: "friday.ndjson", target: "http://127.0.0.1:8080", pace: "40/s, reached in 20 s, for 3 min",
            unit: "submission", tenant: "shadow", ending: "outcome known")
        var report = ReplayReport(tally, about: about, seconds: 246.2, sendingSeconds: 180, isInterrupted: false)
        report.thresholds = try ["p(99)<200", "p(50)<60ms", "lost==0", "error_rate<1%"].map {
            report.result(of: try Threshold($0))
        }
        report.notes = ["7 submissions that had not ended were withdrawn from http://127.0.0.1:8080."]
        return report
    }

    @Test func thePageIsShownByDayAndByNight() async throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium") else {
            try Test.cancel("/usr/bin/chromium is not installed: Debian's chromium shows the page.")
        }
        let report = try report()
        #expect(report.missingCount == 3 && report.latency.percentile(99).map { $0 > 3_000_000 } == true)
        let folder = try TemporaryFolder()
        try FileText.write("\(folder.path)/report.html", bytes: Array(ReportPage.html(report).utf8))
        let place =
            try ProcessInfo.processInfo.environment["DOCKET_TEST_PICTURES"] ?? "\(BuiltPrograms.bundleFolder())/pictures"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for (name, scheme, size) in [("day", 1, "1040,3300"), ("night", 0, "1040,3300"), ("phone", 1, "500,3900")] {
            let picture = "\(place)/replay-report-\(name).png"
            try? FileManager.default.removeItem(atPath: picture)
            let shown = try await Program.run(
                "/usr/bin/chromium",
                [
                    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--user-data-dir=\(folder.path)/profile",
                    "--blink-settings=preferredColorScheme=\(scheme)", "--window-size=\(size)", "--enable-logging=stderr",
                    "--v=0",
                    "--screenshot=\(picture)", "file://\(folder.path)/report.html",
                ], environment: ["HOME": folder.path], limit: .seconds(60))
            #expect(shown.status.isSuccess, "\(shown.complaints.suffix(2000))")
            // What the page's own policy forbids, or what is no SVG, would be told here.
            #expect(!shown.complaints.contains("CONSOLE"), "\(shown.complaints.suffix(2000))")
            let size = try FileManager.default.attributesOfItem(atPath: picture)[.size] as? Int ?? 0
            #expect(size > 40_000, "\(name): \(size) bytes")
        }
    }
}
