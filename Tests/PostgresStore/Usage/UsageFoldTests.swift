import Shared
import Support
import Testing

@testable import Domain

/// What an event counts, on which day, and what stages say that they have done. Without any I/O.
@Suite struct UsageFoldTests {
    private static let document = DocumentID.random()
    private static let digest = ContentDigest(of: [1])

    private static func encoded(
        _ type: EventType, _ data: some EventData, at time: Timestamp = Timestamp(millisecondsSinceEpoch: 0)
    ) throws -> [UInt8] {
        let header = EventHeader(
            id: .random(), type: type, source: "/docket/test", submission: .random(), time: time, sequence: 4, tenant: "acme",
            journey: "sample")
        return try CloudEvent(header: header, data: data).encoded()
    }

    private static func counts(_ type: EventType, _ data: some EventData) throws -> UsageCounts {
        let bytes = try encoded(type, data)
        return try UsageCounts(of: type.rawValue, bytes)
    }

    @Test func `a file counts with its bytes, whether it is new or takes another's place`() throws {
        let file = UploadCompleted(document: Self.document, page: .random(), digest: Self.digest, size: 17, mediaType: .jpeg)
        for type in UploadCompleted.eventTypes { #expect(try Self.counts(type, file) == UsageCounts(files: 1, bytes: 17)) }
        let refused = UploadRefused(document: Self.document, reasons: [])
        #expect(try Self.counts(.uploadRefused, refused) == .zero)
        let aborted = UploadAborted(document: Self.document, received: 5, cause: .cancelled)
        #expect(try Self.counts(.uploadAborted, aborted) == .zero)
    }

    @Test func `a submission that is sent again is the same one`() throws {
        func submit(_ attempt: Int) throws -> UsageCounts {
            try Self.counts(
                .submissionSubmitted, SubmissionSubmitted(journeyVersion: Self.digest, attempt: attempt, documents: []))
        }
        #expect(try submit(1) == UsageCounts(submissions: 1))
        #expect(try submit(2) == .zero)
    }

    @Test func `pages count by the event of the stage that has made or read them`() throws {
        let verdict = SubmissionVerdict(documents: [])
        let made = SubmissionNormalized(attempt: 1, verdict: verdict, work: StageWork(pagesMade: 3))
        #expect(try Self.counts(.submissionNormalized, made) == UsageCounts(pagesMade: 3))
        let asked = SubmissionAsked(
            attempt: 1, callOut: "risk", after: .reading, verdict: verdict,
            work: StageWork(pagesRead: 2, readingMilliseconds: 1_500))
        #expect(try Self.counts(.submissionAsked, asked) == UsageCounts(pagesRead: 2, readingMilliseconds: 1_500))
        for state in SubmissionState.allCases where state.isOutcome {
            let outcome = SubmissionOutcome(state: state, attempt: 1, work: StageWork(pagesMade: 1, pagesRead: 1))
            #expect(try Self.counts(EventType(entering: state), outcome) == UsageCounts(pagesMade: 1, pagesRead: 1))
            // As a reviewer decides, and as an earlier version has written it.
            let other = SubmissionOutcome(state: state, attempt: 1)
            #expect(try Self.counts(EventType(entering: state), other) == .zero)
        }
    }

    @Test func `every number is added up`() throws {
        let one = UsageCounts(submissions: 1, files: 2, bytes: 3, pagesMade: 4, pagesRead: 5, readingMilliseconds: 6)
        let ten = UsageCounts(submissions: 10, files: 20, bytes: 30, pagesMade: 40, pagesRead: 50, readingMilliseconds: 60)
        #expect(
            one + ten == UsageCounts(submissions: 11, files: 22, bytes: 33, pagesMade: 44, pagesRead: 55, readingMilliseconds: 66)
        )
    }

    @Test func `what may count in a newer version is not passed over, and what is broken is told`() throws {
        #expect(throws: EventFault.unknownVersion("com.docket.upload.completed.v2")) {
            try UsageCounts(of: "com.docket.upload.completed.v2", [])
        }
        #expect(try UsageCounts(of: "com.docket.page.sung.v1", []) == .zero)
        #expect(try UsageCounts(of: EventType.pageRotated.rawValue, nil) == .zero)
        for bytes in [nil, Array("{}".utf8)] as [[UInt8]?] {
            #expect(throws: EventFault.self) { try UsageCounts(of: EventType.uploadCompleted.rawValue, bytes) }
        }
    }

    @Test func `an event counts on its day in UTC, and after that is closed on the first open one`() throws {
        let file = UploadCompleted(document: Self.document, page: .random(), digest: Self.digest, size: 5, mediaType: nil)
        let bytes = try Self.encoded(.uploadCompleted, file)
        func day(_ text: String) throws -> UsageDay { UsageDay(tenant: "acme", day: try #require(CalendarDate(text))) }
        var fold = UsageFold(openFrom: try #require(CalendarDate("2026-10-31")))
        for time in ["2026-10-31T00:00:00Z", "2026-10-31T23:59:59.999Z", "2026-11-01T01:30:00+02:00", "2026-11-01T00:00:00Z"] {
            try fold.add(EventType.uploadCompleted.rawValue, of: "acme", at: try #require(Timestamp(time)), bytes)
        }
        try fold.add(EventType.uploadCompleted.rawValue, of: "acme", at: try #require(Timestamp("2026-10-30T23:59:59Z")), bytes)
        try fold.add(EventType.uploadCompleted.rawValue, of: "other", at: try #require(Timestamp("2026-10-31T12:00:00Z")), bytes)
        let other = UsageDay(tenant: "other", day: try #require(CalendarDate("2026-10-31")))
        #expect(
            fold.sums == [
                try day("2026-10-31"): UsageCounts(files: 4, bytes: 20), try day("2026-11-01"): UsageCounts(files: 1, bytes: 5),
                other: UsageCounts(files: 1, bytes: 5),
            ])
        let before = fold.sums
        let time = Timestamp(millisecondsSinceEpoch: 0)
        #expect(throws: EventFault.self) { try fold.add("com.docket.upload.completed.v9", of: "acme", at: time, bytes) }
        #expect(fold.sums == before)
    }

    @Test func `a day stays open for a quarter of an hour after it is over`() throws {
        func openFrom(_ text: String) throws -> String {
            UsageClosing.openFrom(at: try #require(Timestamp(text))).description
        }
        #expect(try openFrom("2026-11-01T00:14:59.999Z") == "2026-10-31")
        #expect(try openFrom("2026-11-01T00:15:00Z") == "2026-11-01")
    }

    @Test func `a report has each day of its period, and says which are closed`() throws {
        let (first, last) = (try #require(CalendarDate("2026-02-27")), try #require(CalendarDate("2026-03-01")))
        let sums = [first: UsageCounts(files: 1, bytes: 7), last: UsageCounts(submissions: 2, bytes: 3)]
        let report = UsageReport(from: first, to: last, sums: sums, openFrom: last)
        #expect(report.days.map(\.day.description) == ["2026-02-27", "2026-02-28", "2026-03-01"])
        #expect(report.days.map(\.isFinal) == [true, true, false])
        #expect(report.days[1].counts == .zero)
        #expect(report.totals == UsageCounts(submissions: 2, files: 1, bytes: 10))
        #expect(UsageReport(from: last, to: first, sums: [:], openFrom: last).days.isEmpty)
        let long = UsageReport(from: first, to: first.adding(days: 5000), sums: [:], openFrom: last)
        #expect(long.days.count == UsageReport.mostDays)
    }
}
