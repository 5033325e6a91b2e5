import CommandLine
import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Kafka
import LoadTest
import Shared
import Support
import Synchronization
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// What a replay tells while it runs and afterwards, and how it makes up documents.
@Suite struct ReplayReportTests {
    @Test func reportsAreMergedAndCompared() async throws {
        let folder = try TemporaryFolder()
        var paths: [String] = []
        for number in 0..<2 {
            var tally = RunTally(startedAt: Timestamp(millisecondsSinceEpoch: 1_000))
            for item in 0..<10 {
                tally.begin(item, name: "x", intended: 0, now: 0)
                tally.accept(item, now: 0.01 * Double(number + 1))
                tally.end(item, outcome: "accepted", now: 1)
            }
            let about = ReplayReport.About(
                recording: "r", target: "t", pace: "p", unit: "submission", tenant: nil, ending: "outcome known")
            let report = ReplayReport(tally, about: about, seconds: 1, sendingSeconds: 1, isInterrupted: false)
            paths.append("\(folder.path)/\(number).json")
            try FileText.write(paths[number], bytes: report.encoded())
        }
        let merged = try await OperatorGround.docket(
            ["replay", "--merge", "--assert", "sent==20", "--html", "\(folder.path)/m.html"] + paths, environment: [:])
        #expect(merged.code == .success && merged.output.contains("2 generators"), "\(merged.errors)\(merged.output)")
        #expect(FileText.read("\(folder.path)/m.html")?.contains("<svg") == true)
        let compared = try await OperatorGround.docket(["replay", "--compare"] + paths, environment: [:])
        #expect(compared.output.contains("+100.0 %"), "\(compared.errors)\(compared.output)")
        let foreign = try await OperatorGround.docket(["replay", "--merge", "/etc/hostname"], environment: [:])
        #expect(foreign.code == .notAccepted)
    }

    @Test(arguments: [10, 20, 40, 60, 80, 120, 200])
    func progressFitsTheTerminal(_ width: Int) {
        var progress = ReplayProgress(
            share: 0.4567, rate: 1_998, errors: 3, p99: 12_300, left: 125, underWay: 17, isWaiting: false)
        for share in [0.4567, nil] {
            progress.share = share
            let text = progress.text(width: width)
            #expect(text.count < max(width, 12), "\(text)")
        }
        if width >= 80 {
            progress.share = 0.4567
            let text = progress.text(width: width)
            #expect(
                text.contains("45 %") && text.contains("1,998/s") && text.contains("3 errors") && text.contains("2 min 5 s left"))
        }
    }

    @Test func aBarGrowsByEighths() {
        #expect(ReplayProgress.bar(0, columns: 4) == "░░░░" && ReplayProgress.bar(1, columns: 4) == "████")
        #expect(ReplayProgress.bar(0.5, columns: 4) == "██░░" && ReplayProgress.bar(0.28125, columns: 4) == "█▏░░")
    }

    @Test func theStreamIsReadWhateverPiecesItComesIn() {
        let text = Array(
            "retry: 1000\nid: beginning\n\nid: a\nevent: x\ndata: one\r\ndata: more\n\n: still here\n\nid: b\ndata:two\n\n".utf8)
        for size in [1, 2, 5, 1000] {
            var parser = EventStreamParser()
            var events: [String] = []
            for start in stride(from: 0, to: text.count, by: size) {
                events += parser.feed(Array(text[start..<min(start + size, text.count)])).map {
                    String(decoding: $0.data, as: UTF8.self)
                }
            }
            #expect(events == ["one\nmore", "two"] && parser.lastID == "b")
        }
    }

    /// What was cut off before it was complete comes again.
    @Test func anEventIsPassedWhenItIsComplete() {
        var parser = EventStreamParser()
        #expect(parser.feed(Array("id: a\ndata: one\n\nid: b\ndata: tw".utf8)).count == 1)
        #expect(parser.lastID == "a")
        parser.cut()
        #expect(parser.feed(Array("id: b\ndata: two\n\n".utf8)) == [LiveEvent(id: "b", type: "", data: Array("two".utf8))])
        #expect(parser.lastID == "b")
    }

    @Test func documentsAreDatedSoThatTheirRulesLetThemPass() throws {
        let today = try #require(CalendarDate("2026-03-20"))
        let types = [
            DocumentType(id: "bill", title: "t", hint: "h", icon: "i", issueDate: .issuedWithin(days: 90)),
            DocumentType(id: "old", title: "t", hint: "h", icon: "i", issueDate: .issuedBetween(minimumDays: 30, days: 60)),
            DocumentType(
                id: "statement", title: "t", hint: "h", icon: "i", issueDate: .none, coverage: CoverageRule(months: 3)),
            DocumentType(id: "card", title: "t", hint: "h", icon: "i"),
        ]
        let text = try CanonicalJSON.encode(types)
        let journey = try CanonicalJSON.decode(
            JourneyView.self,
            from: Array(
                "{\"id\":\"x\",\"title\":\"t\",\"summary\":\"s\",\"documents\":{\"min\":1,\"max\":9},\"documentTypes\":\(String(decoding: text, as: UTF8.self))}"
                    .utf8))
        let plan = DocumentPlan(
            journey: journey, documents: ["bill", "old", "statement", "statement", "statement", "card", "unknown"], today: today)
        func days(_ index: Int) -> Int? {
            plan.document(index, source: nil).issueDate.map { today.daysSinceEpoch - $0.daysSinceEpoch }
        }
        #expect(days(0) == 3 && days(1) == 31 && days(5) == nil && days(6) == nil)
        let periods = (2...4).map { plan.document($0, source: nil) }.map {
            "\($0.periodStart?.description ?? "")…\($0.periodEnd?.description ?? "")"
        }
        #expect(periods == ["2026-02-01…2026-02-28", "2026-01-01…2026-01-31", "2025-12-01…2025-12-31"])
        let one = DocumentPlan(journey: journey, documents: ["statement"], today: today).document(0, source: nil)
        #expect(one.periodStart?.description == "2025-12-01" && one.periodEnd?.description == "2026-02-28")
    }
}
