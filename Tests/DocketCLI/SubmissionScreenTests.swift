import IntakeClient
import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite struct SubmissionScreenTests {
    let reason = Reason(
        rule: "issue-date", found: "issued on 2025-01-02", expected: "issued on 2026-08-02 or later",
        message: "This bill is too old. Send one from the last 90 days.")

    func view(_ state: SubmissionState, reasons: [Reason] = []) throws -> SubmissionView {
        let page = """
            {"id": "0198a2f4-0000-7000-8000-000000000003", "mediaType": "image/heic", "size": 1450000, "rotation": 0,
             "state": "ready", "images": ["/image"]}
            """
        let document = """
            {"id": "0198a2f4-0000-7000-8000-000000000002", "type": "utility-bill", "issueDate": "2026-10-31", "state": "accepted",
             "reasons": \(JSONText.of(reasons)), "pages": [\(page)], "pdf": "/pdf"}
            """
        let submission = """
            {"id": "0198a2f4-0000-7000-8000-000000000001", "journey": "proof-of-address", "state": "\(state.rawValue)", "version": 4,
             "createdAt": "2026-10-31T09:00:00.000Z", "updatedAt": "2026-10-31T09:00:02.500Z", "isValid": false, "missing": [],
             "submittedAt": "2026-10-31T09:00:01.500Z", "reasons": [], "documents": [\(document)]}
            """
        return try CanonicalJSON.decode(from: Array(submission.utf8))
    }

    func event(_ type: EventType, _ sequence: Int, at milliseconds: Int64, of submission: SubmissionID) -> EventHeader {
        EventHeader(
            id: .random(), type: type, source: "/docket/gateway", submission: submission,
            time: Timestamp(millisecondsSinceEpoch: milliseconds), sequence: sequence, tenant: .standard,
            journey: "proof-of-address")
    }

    @Test func theScreenTellsAll() throws {
        let view = try view(.accepted)
        let timeline = [
            TimelineEvent(header: event(.submissionCreated, 1, at: 0, of: view.id)),
            TimelineEvent(header: event(.submissionSubmitted, 2, at: 1500, of: view.id)),
        ]
        let text = SubmissionScreen.lines(view, timeline: timeline, style: .plain).joined(separator: "\n")
        for part in [
            view.id.description, "accepted", "issued on 2026-10-31", "PDF ready", "image/heic", "1.4 MB", "1 clean page",
            "+1.5 s", "#2", "submission.submitted",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func theTimelineSaysWhyAFileWasRefused() throws {
        let (submission, document) = (SubmissionID.random(), DocumentID.random())
        let reason = Reason(
            rule: "upload.unsupported-media-type", document: document, found: "image/gif", expected: "one of image/jpeg",
            message: "This is a file of type image/gif.")
        let refused = try CloudEvent(
            header: event(.uploadRefused, 3, at: 40, of: submission),
            data: UploadRefused(document: document, reasons: [reason])
        ).encoded()
        let told = try #require(TimelineEvent(reading: refused))
        let lines = Timeline.lines([told], style: .plain).joined(separator: "\n")
        #expect(lines.contains("upload.refused"))
        #expect(lines.contains("upload.unsupported-media-type: found image/gif; expected one of image/jpeg"))
        #expect(TimelineEvent(reading: Array("{}".utf8)) == nil)
    }

    @Test func reasonsSayWhatWouldHelp() throws {
        let text = try SubmissionScreen.lines(view(.needsInput, reasons: [reason]), timeline: [], style: .plain)
            .joined(separator: "\n")
        #expect(text.contains("✗ issue-date  This bill is too old."))
        #expect(text.contains("found: issued on 2025-01-02; expected: issued on 2026-08-02 or later"))
        #expect(!text.contains("timeline"))
    }

    @Test func eachStageIsToldOnce() {
        var report = StageReport()
        #expect(report.line(.submitted, at: .zero, style: .plain) == "  · submitted  waits to be checked")
        #expect(report.line(.submitted, at: .milliseconds(20), style: .plain) == nil)
        #expect(report.line(.accepted, at: .milliseconds(70), style: .plain) == "  ✓ accepted  all is well  after 70 ms")
        #expect(report.line(.rejected, at: .milliseconds(80), style: .plain)?.hasPrefix("  ✗ rejected") == true)
    }

    @Test func everyStateHasAnExitCode() {
        #expect(SubmissionState.accepted.exitCode == .success)
        #expect(SubmissionState.needsInput.exitCode == .refused)
        #expect(SubmissionState.inReview.exitCode == .inReview)
        #expect(SubmissionState.failed.exitCode == .unfinished)
        #expect(SubmissionState.processing.exitCode == .timedOut)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1 KB"), (1_450_000, "1.4 MB"), (250_000_000, "250 MB"), (3_100_000_000, "3.1 GB"),
    ])
    func sizesReadWell(_ bytes: Int, _ text: String) { #expect(ByteText.text(bytes) == text) }
}
