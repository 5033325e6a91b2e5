import FoundationEssentials
import Shared
import Testing

@testable import LoadTest

@Suite struct ReportTests {
    private let start = Timestamp(millisecondsSinceEpoch: 1_000_000)

    private func tally(_ count: Int, every: Double = 0.01, taking latency: Double = 0.02, from first: Int = 0) -> RunTally {
        var tally = RunTally(startedAt: start)
        for item in first..<(first + count) {
            let time = Double(item - first) * every
            tally.begin(item, name: "thing-\(item)", intended: time, now: time)
            tally.accept(item, now: time + latency)
            tally.end(item, outcome: "accepted", now: time + latency * 3)
        }
        return tally
    }

    // MARK: - Counting

    @Test func whatEndedIsForgottenAndWhatDidNotIsNamed() {
        var tally = tally(10)
        #expect(tally.underWay == 0)
        tally.begin(100, name: "late", intended: 0.5, now: 0.6)
        tally.begin(101, name: "taken", intended: 0.7, now: 0.7)
        tally.name(101, "0198")
        tally.accept(101, now: 0.8)
        tally.begin(102, name: "refused", intended: 0.9, now: 0.9)
        tally.fail(102, "404", now: 1)
        // What was accepted cannot fail any more: it is missing.
        tally.fail(101, "later", now: 1)
        // Nor can anything end that was never taken, or that nobody knows.
        tally.end(555, outcome: "accepted", now: 1)
        let report = tally.sampleReport(seconds: 2)
        #expect(
            report.counts.sent == 13 && report.counts.accepted == 11 && report.counts.ended == 10 && report.counts.errors == 1)
        #expect(report.missing.map(\.id) == ["late", "0198"] && report.missing.map(\.step) == [.sent, .accepted])
        #expect(report.failures.map(\.problem) == ["404"] && report.failures[0].items == ["refused"])
        #expect(!report.isReconciled && self.tally(3).sampleReport(seconds: 1).isReconciled)
    }

    @Test func timesCountFromTheIntendedStart() {
        var tally = RunTally(startedAt: start)
        tally.begin(1, name: "a", intended: 1, now: 4)
        tally.ask(now: 4)
        tally.answered(.create, of: 1, taking: 0.5, now: 4.5)
        tally.accept(1, now: 4.5)
        let report = tally.sampleReport(seconds: 5)
        #expect(report.latency.maximum == 3_500_000 && report.service.maximum == 500_000 && report.lateness.maximum == 3_000_000)
    }

    @Test func restsOfTheRecordingAreNobodysLatency() {
        var tally = RunTally(startedAt: start)
        tally.begin(1, name: "a", intended: 1, now: 1)
        tally.accept(1, now: 5.5, idle: 4)
        tally.end(1, outcome: "accepted", now: 6)
        let report = tally.sampleReport(seconds: 6)
        #expect(report.latency.maximum == 500_000)
        #expect(report.outcomeLatency.maximum == 1_000_000)
    }

    @Test func serviceAloneIsWhatTheRequestsTookAndNothingElse() {
        var tally = RunTally(startedAt: start)
        // Meant for 0; begun a second late, with two seconds of drawing and one of rest between its requests.
        tally.begin(1, name: "a", intended: 0, now: 1)
        tally.ask(now: 1)
        tally.answered(.create, of: 1, taking: 0.125, now: 1.125)
        tally.drew(1, taking: 2)
        tally.ask(now: 3.125)
        tally.answered(.file, of: 1, taking: 0.25, bytes: 5_000, now: 3.375)
        tally.ask(now: 4.375)
        tally.answered(.submit, of: 1, taking: 0.125, now: 4.5)
        tally.accept(1, now: 4.5, idle: 1)
        let report = tally.sampleReport(seconds: 5)
        #expect(report.service.maximum == 500_000)
        #expect(report.latency.maximum == 1_500_000, "with the second that it began late")
        #expect(report.drawing.maximum == 2_000_000 && report.lateness.maximum == 1_000_000)
        #expect(report.steps.mapValues(\.maximum) == [.create: 125_000, .file: 250_000, .submit: 125_000])
        #expect(report.counts.bytes == 5_000 && report.series.intervals[3].bytes == 5_000)
    }

    @Test func whatIsUnderWayIsToldForEachInterval() {
        var tally = RunTally(startedAt: start)
        for item in 0..<3 { tally.begin(item, name: "x", intended: 0.2, now: 0.2) }
        for _ in 0..<3 { tally.ask(now: 0.2) }
        tally.answered(.create, of: 0, taking: 0.1, now: 0.3)
        tally.accept(0, now: 0.3)
        tally.end(0, outcome: "accepted", now: 0.4)
        // For three seconds nothing is answered.
        tally.unanswered(now: 3.5)
        tally.fail(1, "gone", now: 3.5)
        tally.answered(.create, of: 2, taking: 3.6, now: 3.8)
        tally.accept(2, now: 3.8)
        let report = tally.sampleReport(seconds: 6.2)
        #expect(report.series.intervals.map(\.requests) == [3, 2, 2, 2, 0, 0, 0])
        #expect(report.series.intervals.map(\.things) == [3, 2, 2, 2, 1, 1, 1], "the last one never ended")
        #expect(report.series.intervals[0].outcome.count == 1)
    }

    @Test func theSeriesIsAsLongAsTheRun() {
        #expect(tally(10).sampleReport(seconds: 44.5).series.intervals.count == 45)
        let long = tally(10).sampleReport(seconds: 2_000)
        #expect(long.series.width == 8 && long.series.intervals.count == 251)
        // Under way at once counts once where intervals become one, and twice where generators do.
        var series = Series()
        series.hold(from: 0, until: 1_000, requests: 7, things: 2)
        #expect(series.width == 4 && series.intervals.allSatisfy { $0.requests == 7 && $0.things == 2 })
        var both = series
        both.merge(series, after: 0)
        #expect(both.intervals.allSatisfy { $0.requests == 14 && $0.things == 4 })
        // Intervals of a short run that become one of a long one are of one generator.
        var short = Series()
        short.hold(from: 0, until: 99, requests: 7, things: 2)
        for delay in [0.0, 3, 900] {
            var (wide, narrow) = (series, short)
            wide.merge(short, after: delay)
            narrow.merge(series, after: delay)
            #expect(wide.intervals.map(\.requests).max() == 14)
            #expect(narrow.intervals.map(\.things).max() == (delay < 99 ? 4 : 2))
        }
    }

    @Test func aTargetThatStopsShowsInThePercentile() throws {
        // 20 seconds at 50 a second, and for five of them nothing is answered.
        var tally = RunTally(startedAt: start)
        for item in 0..<1_000 {
            let time = Double(item) / 50
            tally.begin(item, name: "\(item)", intended: time, now: time)
            tally.accept(item, now: (5.0..<10).contains(time) ? 10.01 : time + 0.01)
        }
        #expect(try #require(tally.sampleReport(seconds: 20).latency.percentile(99)) >= 4_000_000)
    }

    @Test func aLongRunTakesNoMoreRoomThanAShortOne() {
        var series = Series()
        for second in 0..<100_000 { series.note(at: Double(second)) { $0.sent += 1 } }
        #expect(series.intervals.count <= Series.limit && series.width == 256)
        #expect(series.intervals.reduce(0) { $0 + $1.sent } == 100_000)
        #expect(series.intervals.dropLast().allSatisfy { $0.sent == 256 })
    }

    // MARK: - Files

    @Test func aReportIsReadAsItWasWritten() throws {
        var report = tally(50).sampleReport(seconds: 3)
        report.thresholds = [report.result(of: try Threshold("p(99)<200"))]
        report.notes = ["a note"]
        #expect(try ReplayReport(decoding: report.encoded()) == report)
        for foreign in [
            "", "{}", #"{"format":"docket-replay-report","version":9}"#, #"{"format":"docket-replay-report","version":2}"#,
        ] {
            #expect(throws: ReportFault.self) { try ReplayReport(decoding: Array(foreign.utf8)) }
        }
    }

    @Test func severalGeneratorsBecomeOne() throws {
        let first = tally(100).sampleReport(seconds: 3)
        var late = RunTally(startedAt: start.adding(.seconds(2)))
        late.begin(1, name: "lost", intended: 0.5, now: 0.5)
        late.begin(2, name: "bad", intended: 0.5, now: 0.5)
        late.fail(2, "503", now: 0.6)
        let second = late.sampleReport(seconds: 4, target: "http://b")
        let merged = try #require(ReplayReport.merging([second, first]))
        #expect(merged.generators == 2 && merged.startedAt == start && merged.seconds == 6)
        #expect(merged.counts.sent == 102 && merged.counts.errors == 1 && merged.missingCount == 1)
        #expect(merged.missing.map(\.at) == [2.5])
        #expect(merged.latency.count == 100 && merged.latency.percentile(50) == first.latency.percentile(50))
        #expect(merged.series.intervals[2].intended == 2 && merged.series.intervals[0].intended == 100)
        #expect(merged.about.target.contains("http://b"))
        #expect(ReplayReport.merging([]) == nil)
    }

    @Test func twoRunsAreCompared() throws {
        let comparison = ReportComparison(
            tally(100).sampleReport(seconds: 3), tally(100, taking: 0.03).sampleReport(seconds: 3))
        func row(_ name: String) throws -> ReportComparison.Row { try #require(comparison.rows.first { $0.name == name }) }
        let slower = try row("accepted p99")
        #expect(slower.isBetter == false && abs((slower.change ?? 0) - 0.5) < 0.01 && slower.texts == ["20.0 ms", "30.0 ms"])
        #expect(try row("sent").isBetter == nil && row("sent").change == 0)
        #expect(try row("errors").texts == ["0", "0"])
        #expect(comparison.lines().contains { $0.contains("accepted p99") && $0.contains("+50.0 %") })
    }

    // MARK: - Two builds

    @Test func whatTwoBuildsMadeDifferentlyIsNamed() throws {
        func result(_ id: String, verdict: String = "accepted", image: String = "sha256:1", extra: Bool = false) -> ShadowResult {
            ShadowResult(
                id: id,
                facts: [
                    .init("state", "accepted"), .init("documents[0].verdict", verdict),
                    .init("documents[0].pages[0].images[0]", image, isFile: true),
                ] + (extra ? [.init("documents[0].pages[0].images[1]", "sha256:9", isFile: true)] : []))
        }
        var comparison = ShadowComparison(targets: ["a", "b"])
        comparison.take(result("1"), result("2"))
        comparison.take(result("3"), result("4", verdict: "refused", image: "sha256:2", extra: true))
        comparison.take(result("5"), nil)
        #expect(comparison.compared == 2 && comparison.files == 2 && comparison.differenceCount == 1)
        #expect(comparison.incomparable == 1 && comparison.differences.map(\.ids) == Array(repeating: ["3", "4"], count: 3))
        #expect(
            comparison.differences.map(\.place) == [
                "documents[0].verdict", "documents[0].pages[0].images[0]", "documents[0].pages[0].images[1]",
            ])
        #expect(comparison.differences[2].found == ["–", "sha256:9"])
    }

    // MARK: - For people

    @Test func theTextTellsAllThatMatters() throws {
        var tally = tally(100)
        tally.begin(900, name: "0198-lost", intended: 1, now: 1)
        tally.accept(900, now: 1.1)
        tally.begin(901, name: "bad", intended: 1, now: 1)
        tally.fail(901, "too large (413)", now: 1.2)
        var report = tally.sampleReport(seconds: 65)
        report.isInterrupted = true
        report.thresholds = [try report.result(of: Threshold("lost==0"))]
        let text = ReportText.lines(report).joined(separator: "\n")
        for part in [
            "sent 102", "accepted 101", "errors 1", "ended 100", "missing 1", "0198-lost", "1 × too large (413)", "✗ lost==0",
            "interrupted", "p99.9", "20.0 ms", "1 min 5 s",
        ] { #expect(text.contains(part), "\(part)\n\(text)") }
        let nothing = RunTally(startedAt: start).sampleReport(seconds: 0)
        #expect(ReportText.lines(nothing).contains { $0.contains("nothing was measured") })
    }

    @Test func thePageLoadsNothingAndEscapesEverything() throws {
        var tally = tally(100)
        tally.begin(900, name: "<script>alert(1)</script>", intended: 1, now: 1)
        tally.begin(901, name: "\"'&<", intended: 1, now: 1)
        tally.fail(901, "<img src=x>", now: 1.2)
        var report = tally.sampleReport(seconds: 3)
        report.about.recording = "a</title><b>"
        report.notes = ["<i>", "\u{600}<u>"]
        report.shadow = ShadowComparison(targets: ["<u>", "b"])
        let html = ReportPage.html(report)
        for forbidden in ["<script", "<img", "src=\"", "href=", "url(", "@import", "<b>\"", "</title><b>", "<i>\"</li>", "<u>"] {
            #expect(!html.contains(forbidden), "\(forbidden)")
        }
        // By bytes: a search by characters would not find it either.
        #expect(html.utf8.firstRange(of: "\u{600}<".utf8) == nil)
        #expect(html.contains("default-src 'none'") && html.contains("&lt;script&gt;"))
        #expect(html.components(separatedBy: "<svg").count == 6)
        // Nothing to draw is no reason to fail.
        #expect(!ReportPage.html(RunTally(startedAt: start).sampleReport(seconds: 0)).contains("<svg"))
    }

    @Test func thePageShowsTheGreatestAndTheStepsOverTheWholeRun() {
        var tally = RunTally(startedAt: start)
        for item in 0..<40 {
            let time = Double(item) * 0.5
            tally.begin(item, name: "x", intended: time, now: time)
            tally.ask(now: time)
            tally.answered(.file, of: item, taking: 0.02, bytes: 100_000, now: time + 0.02)
            tally.accept(item, now: time + (item == 7 ? 4.2 : 0.03))
            tally.end(item, outcome: "accepted", now: time + (item == 7 ? 4.5 : 0.1))
        }
        let html = ReportPage.html(tally.sampleReport(seconds: 90))
        for part in [
            "max 4.20 s", "max 4.50 s", "Time until outcome known", "Under way at once", "Bytes of files a second", "send a file",
            "1 min 30 s", "4.0 MB",
        ] { #expect(html.contains(part), "\(part)") }
        #expect(html.contains("<polygon class=\"a3\""), "a band reaches up to the greatest")
        let text = ReportText.lines(tally.sampleReport(seconds: 90)).joined(separator: "\n")
        for part in ["send a file", "service alone", "4.0 MB of files", "at most 1 requests at once"] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
    }

    @Test func theAxisHasWholeStepsOfAClock() {
        #expect(Plot.clockSteps(to: 90, count: 10) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(Plot.clockSteps(to: 246, count: 10) == [0, 30, 60, 90, 120, 150, 180, 210, 240])
        #expect(Plot.clockSteps(to: 7_000, count: 10).prefix(3) == [0, 900, 1_800])
        #expect(Plot.clockSteps(to: 0, count: 10) == [0])
    }

    @Test func numbersAreWrittenForPeople() {
        #expect(
            [0, 850, 12_345, 987_654, 1_240_000, 65_000_000, 7_500_000_000].map { Figures.time(microseconds: $0) } == [
                "0.00 ms", "0.85 ms", "12.3 ms", "988 ms", "1.24 s", "65.0 s", "2 h 5 min",
            ])
        #expect([0, 999, 1_000, 1_234_567, -1_000].map(Figures.count) == ["0", "999", "1,000", "1,234,567", "-1,000"])
        #expect([0.5, 47.23, 1_998.4].map(Figures.rate) == ["0.50/s", "47.2/s", "1,998/s"])
        #expect(Figures.time(nil) == "–" && Figures.fixed(.infinity, 1) == "–" && Figures.fixed(-0.04, 1) == "0.0")
        #expect([12, 12_000, 3_400_000, 2_000_000_000].map(Figures.bytes) == ["12 B", "12 kB", "3.4 MB", "2.00 GB"])
    }
}
