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

/// `docket replay` at doubles of gateways.
@Suite(.timeLimit(.minutes(3))) struct ReplayTests {
    private func replay(
        _ lines: [[UInt8]], at gateway: GatewayDouble, _ options: String..., ending: String = ""
    ) async throws -> (outcome: OperatorGround.Outcome, report: ReplayReport?) {
        let folder = try TemporaryFolder()
        let url = try gateway.start()
        let result: OperatorGround.Outcome
        do {
            result = try await OperatorGround.docket(
                [
                    "replay", SampleRecordings.file(lines, .uploads, in: folder, ending: ending), "--as-myself", "--gateway", url,
                    "--report",
                    "\(folder.path)/r.json",
                ]
                    + options, environment: [:])
        } catch {
            await gateway.stop()
            throw error
        }
        await gateway.stop()
        let report = FileText.bytes("\(folder.path)/r.json", limit: 10_000_000).flatMap { try? ReplayReport(decoding: $0) }
        return (result, report)
    }

    @Test func everySubmissionIsSentWholeAndAccountedFor() async throws {
        let gateway = try GatewayDouble { $0 % 3 == 0 ? .needsInput : .accepted }
        let (outcome, read) = try await replay(
            SampleRecordings.uploads(30), at: gateway, "--speed", "10", "--assert", "lost==0", "--assert",
            "outcomes.accepted==20", "--assert",
            "p(99)<60s")
        #expect(outcome.code == .success, "\(outcome.errors)\(outcome.output)")
        let report = try #require(read)
        #expect(report.counts.sent == 30 && report.counts.accepted == 30 && report.counts.ended == 30 && report.isReconciled)
        #expect(report.outcomes == ["accepted": 20, "needs_input": 10])
        // Each request is timed by itself, and together they are the service alone.
        #expect(report.steps.mapValues(\.count) == [.create: 30, .document: 30, .file: 30, .submit: 30])
        #expect(report.service.count == 30 && report.drawing.count == 30)
        #expect(report.service.maximum <= report.latency.maximum)
        #expect(report.counts.bytes == 30 * 60_000 && report.series.intervals.reduce(0) { $0 + $1.bytes } == 30 * 60_000)
        #expect(report.series.intervals.contains { $0.requests > 0 && $0.things > 0 })
        #expect(Double(report.series.intervals.count * report.series.width) >= report.seconds)
        #expect(report.sendingSeconds >= 0.05 && report.latency.count == 30 && report.outcomeLatency.count == 30)
        let files = gateway.state.withLock { $0.files }
        #expect(files.count == 30 && files.allSatisfy { $0.count == 60_000 && $0.starts(with: [0xFF, 0xD8]) })
        #expect(Set(files).count == 30, "no two people send the same file")
        // What had not ended is withdrawn: of the outcomes, what needs input could be gone on with.
        #expect(gateway.state.withLock { $0.withdrawn.count } == 10)
        #expect(outcome.output.contains("sent 30") && outcome.output.contains("✓ lost==0"))
    }

    @Test func threeThatAreDroppedAreNamed() async throws {
        let dropped: Set = [3, 11, 17]
        let gateway = try GatewayDouble { dropped.contains($0) ? nil : .accepted }
        let (outcome, read) = try await replay(
            SampleRecordings.uploads(20), at: gateway, "--speed", "20", "--wait", "300ms", "--assert", "lost==0")
        #expect(outcome.code == .assertionMissed, "\(outcome.errors)")
        let report = try #require(read)
        let ids = gateway.state.withLock { state in Set(dropped.map { "\(state.submitted[$0])" }) }
        #expect(Set(report.missing.map(\.id)) == ids && report.missing.allSatisfy { $0.step == .accepted })
        for id in ids { #expect(outcome.output.contains(id)) }
    }

    @Test func withoutAssertionsWhatIsMissingStillEndsBadly() async throws {
        let gateway = try GatewayDouble { $0 == 2 ? nil : .accepted }
        let (outcome, _) = try await replay(SampleRecordings.uploads(5), at: gateway, "--speed", "20", "--wait", "200ms")
        #expect(outcome.code == .missing)
    }

    @Test func phonesOnTrainsTakeTheirUploadsUpAgain() async throws {
        let gateway = try GatewayDouble { _ in .accepted }
        let (outcome, read) = try await replay(
            SampleRecordings.uploads(6, bytes: 60_000), at: gateway, "--rate", "20", "--disconnect", "100%", "--bandwidth",
            "4mbit")
        #expect(outcome.code == .success, "\(outcome.errors)\(outcome.output)")
        let state = gateway.state.withLock { $0 }
        #expect(state.cuts == 6 && state.files.count == 6 && state.files.allSatisfy { $0.count == 60_000 })
        // 60 kB over 4 Mbit/s take more than a tenth of a second.
        let report = try #require(read)
        #expect(report.latency.minimum > 80_000)
    }

    @Test func stepsFollowTheRecording() async throws {
        let gateway = try GatewayDouble { _ in .accepted }
        let (outcome, read) = try await replay(SampleRecordings.uploads(2, after: 4_000), at: gateway, "--speed", "10")
        #expect(outcome.code == .success, "\(outcome.errors)")
        let report = try #require(read)
        #expect(report.seconds >= 0.4)
    }

    @Test func twoBuildsAreHeldAgainstEachOther() async throws {
        let (one, other) = (
            try GatewayDouble(page: "1") { _ in .accepted }, try GatewayDouble(page: "2") { $0 == 1 ? .rejected : .accepted }
        )
        let url = try other.start()
        let (outcome, read) = try await replay(
            SampleRecordings.uploads(4), at: one, "--speed", "10", "--against", url, "--assert", "differences==4")
        await other.stop()
        #expect(outcome.code == .refused || outcome.code == .success, "\(outcome.errors)")
        let report = try #require(read)
        let shadow = try #require(report.shadow)
        #expect(shadow.compared == 4 && shadow.differenceCount == 4 && shadow.files == 4 && shadow.incomparable == 0)
        #expect(shadow.differences.contains { $0.place == "state" && $0.found == ["accepted", "rejected"] })
        #expect(shadow.differences.count { $0.place.hasSuffix("images[0]") } == 4)
        let (here, there) = (one.state.withLock { $0.files }, other.state.withLock { $0.files })
        #expect(Set(here) == Set(there), "both are sent the same bytes")
    }

    @Test func aHomeInWhichNothingRunsIsNoBuildToCompareWith() async throws {
        let folder = try TemporaryFolder()
        let gateway = try GatewayDouble { _ in .accepted }
        let (outcome, report) = try await replay(SampleRecordings.uploads(1), at: gateway, "--against-home", folder.path)
        #expect(outcome.code == .configuration && outcome.errors.contains(folder.path), "\(outcome.errors)")
        #expect(report == nil && gateway.state.withLock { $0.files.isEmpty })
    }

    @Test func aGatewayThatIsNotThereIsSaidSo() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await OperatorGround.docket(
            [
                "replay", try SampleRecordings.file(SampleRecordings.uploads(1), .uploads, in: folder), "--as-myself",
                "--gateway", "http://127.0.0.1:1",
            ],
            environment: [:])
        #expect(outcome.code == .unavailable)
    }

    @Test func aHalfWrittenLineIsToldAndLeftOut() async throws {
        let gateway = try GatewayDouble { _ in .accepted }
        let (outcome, read) = try await replay(
            SampleRecordings.uploads(3), at: gateway, "--speed", "10", ending: #"{"t":1000999,"docum"#)
        #expect(outcome.code == .success, "\(outcome.errors)")
        #expect(outcome.output.contains("last line was not whole"))
        let report = try #require(read)
        #expect(report.counts.sent == 3)
    }
}
