import FoundationEssentials
import Shared
import Testing

@testable import LoadTest

@Suite struct RecordingTests {
    private static let submission = SubmissionID("0198a2f4-0000-7000-8000-000000000001")

    private func event<Content: EventData>(
        _ type: EventType, _ data: Content, sequence: Int, at milliseconds: Int64
    ) throws -> (header: EventHeader, payload: [UInt8]) {
        let header = EventHeader(
            id: .random(), type: type, source: "/docket/gateway", submission: try #require(Self.submission),
            time: Timestamp(millisecondsSinceEpoch: milliseconds), sequence: sequence, tenant: "acme", journey: "identity")
        return (header, try CloudEvent(header: header, data: data).encoded())
    }

    // MARK: - The file

    @Test func theFirstLineTellsWhatItIs() throws {
        let header = RecordingHeader(kind: .uploads, madeAt: Timestamp(millisecondsSinceEpoch: 5))
        let line = try header.line()
        #expect(line.last == 0x0A)
        #expect(try RecordingHeader(line: line.dropLast()) == header)
    }

    @Test(arguments: [
        ("hello", RecordingFault.foreign), ("", .foreign), ("{}", .foreign), (#"{"format":"har","version":1}"#, .foreign),
        (#"{"format":"docket-recording","version":2,"news":true}"#, .otherVersion(2)),
        (#"{"format":"docket-recording","version":0}"#, .otherVersion(0)),
        (#"{"format":"docket-recording","version":1,"kind":"video"}"#, .foreign),
    ])
    func aForeignFileIsRefused(_ line: String, _ fault: RecordingFault) {
        #expect(throws: fault) { try RecordingHeader(line: Array(line.utf8)) }
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func linesAreCutWhateverPiecesTheyComeIn(_ size: Int) throws {
        let text = Array("one\n\nthree and more\nlast".utf8)
        var splitter = LineSplitter()
        var lines: [String] = []
        for start in stride(from: 0, to: text.count, by: size) {
            splitter.feed(text[start..<min(start + size, text.count)])
            while let line = try splitter.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        #expect(lines == ["one", "", "three and more"])
        #expect(String(decoding: splitter.rest, as: UTF8.self) == "last")
    }

    @Test func aLineWithoutEndIsGivenUp() {
        var splitter = LineSplitter()
        #expect(throws: RecordingFault.foreign) {
            while true {
                splitter.feed([UInt8](repeating: 0x61, count: 65_536))
                _ = try splitter.next()
            }
        }
    }

    @Test func aScanCountsAndTellsWhatIsWrong() throws {
        let header = RecordingHeader(kind: .events, madeAt: Timestamp(millisecondsSinceEpoch: 0))
        var scan = RecordingScan(header: header)
        for time in [1_000, 1_500, 3_000] { try scan.take(Array("{\"t\":\(time),\"topic\":\"x\"}".utf8)[...]) }
        try scan.finish(rest: [])
        #expect(scan.count == 3 && scan.span == 2_000 && scan.isOrdered && !scan.isCutOff && scan.lapLength == 3_000_000)
        try scan.take(Array("{\"t\":1200,\"topic\":\"x\"}".utf8)[...])
        try scan.finish(rest: Array("{\"t\":12".utf8)[...])
        #expect(!scan.isOrdered && scan.isCutOff && scan.count == 4)
        #expect(throws: RecordingFault.damaged(line: 6, problem: "it is no line of a recording")) {
            try scan.take(Array("{\"t\":12".utf8)[...])
        }
        var none = RecordingScan(header: header)
        #expect(throws: RecordingFault.empty) { try none.finish(rest: []) }
    }

    @Test func aNumberThatIsTooLongIsNoTime() {
        let times: [(digits: Int, time: Int64?)] = [(16, 9_999_999_999_999_999), (17, nil), (19, nil), (400, nil)]
        for (digits, time) in times {
            let line = Array("{\"t\":\(String(repeating: "9", count: digits)),\"topic\":\"x\"}".utf8)
            #expect(RecordingLine.time(ofWhole: line[...]) == time, "\(digits)")
        }
    }

    // MARK: - Events

    @Test func anEventIsReadAsItWasWritten() throws {
        let (_, payload) = try event(.submissionCreated, SubmissionCreated(journeyVersion: digest(1)), sequence: 1, at: 10)
        let recorded = RecordedEvent(time: 1_234, topic: .submitted, event: payload)
        let line = try #require(recorded.line())
        #expect(RecordedEvent(line: line.dropLast()) == recorded)
        #expect(RecordingLine.time(ofWhole: line.dropLast()) == 1_234)
        // A part of it is no line, or what is in it is no event.
        for length in 0..<(line.count - 1) {
            #expect(RecordedEvent(line: line.prefix(length)).flatMap { try? EventReader.header(of: $0.event) } == nil)
        }
        #expect(RecordedEvent(time: 1, topic: .submitted, event: Array("{\n}".utf8)).line() == nil)
    }

    @Test func nothingPersonalIsRecorded() throws {
        let event = """
            {"data":{"documents":[{"issueDate":"2026-01-31","periodStart":"2026-01-01","periodEnd":"2026-01-31","pages":2}],\
            "reasons":[{"rule":"a","found":"ERNA","message":"ERNA's bill","values":{"day":"ERNA"}}]},"id":"x"}
            """
        let kept = try #require(RecordedEvent.withoutPersonal(Array(event.utf8)))
        let text = String(decoding: kept, as: UTF8.self)
        #expect(!text.contains("ERNA") && !text.contains("2026-01"))
        #expect(text.contains(#""pages":2"#) && text.contains(#""rule":"a""#) && !text.contains("issueDate"))
        let plain = Array(#"{"data":{"pages":2}}"#.utf8)
        #expect(RecordedEvent.withoutPersonal(plain) == plain)
        #expect(RecordedEvent.withoutPersonal(Array(#"{"found":"#.utf8)) == nil)
    }

    // MARK: - Another tenant, other ids

    @Test func eventsGetIdsThatNobodyHas() throws {
        let run = UUID()
        let identity = ShadowIdentity(tenant: "shadow", run: run)
        let (header, payload) = try event(.submissionCreated, SubmissionCreated(journeyVersion: digest(1)), sequence: 1, at: 10)
        let first = try identity.shadow(payload, lap: 0)
        let new = try EventReader.header(of: first.event)
        #expect(new.tenant == "shadow" && new.submission == first.submission && new.id == first.id)
        #expect(new.submission != header.submission && new.id != header.id && new.sequence == header.sequence)
        #expect(try EventReader.event(SubmissionCreated.self, from: first.event).data.journeyVersion == digest(1))
        #expect(try identity.shadow(payload, lap: 0).submission == first.submission)
        #expect(try identity.shadow(payload, lap: 1).submission != first.submission)
        #expect(try ShadowIdentity(tenant: "shadow", run: UUID()).shadow(payload, lap: 0).submission != first.submission)
        // An id of version 7 remains one.
        #expect("\(new.submission)".split(separator: "-")[2].first == "7")
    }

    @Test func noRunLetsAReplayOverwriteWhatIsReal() {
        let real = UUID()
        // Runs whose bits count for nothing, wherever the version and the variant stand.
        let versions = UUID(uuid: (0, 0, 0, 0, 0, 0, 0xF0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0))
        for run in [UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), versions] {
            let identity = ShadowIdentity(tenant: "shadow", run: run)
            for lap in [0, 1, 256, 65_536] { #expect(identity.uuid(for: real, lap: lap) != real) }
        }
    }

    @Test func anEventOfAnotherProgramsWritingGetsThemToo() throws {
        let submission = try #require(Self.submission)
        let event = """
            {"specversion": "1.0", "id": "\(submission)", "type": "com.docket.submission.created.v1", "source": "/x",
             "subject": "\(submission)", "time": "2026-01-31T00:00:00.000Z", "sequence": "0000000001", "tenant": "acme",
             "journey": "identity", "data": {"subject": "\(submission)"}}
            """
        let shadow = try ShadowIdentity(tenant: "shadow", run: UUID()).shadow(Array(event.utf8), lap: 0)
        let header = try EventReader.header(of: shadow.event)
        #expect(header.submission == shadow.submission && header.submission != submission && header.tenant == "shadow")
        #expect(throws: EventFault.self) { try ShadowIdentity(tenant: "shadow", run: UUID()).shadow([0x7B], lap: 0) }
    }

    // MARK: - Uploads

    @Test func aSubmissionsShapeIsReadFromItsEvents() throws {
        let (document, page, other) = (DocumentID.random(), PageID.random(), PageID.random())
        let upload = UploadCompleted(document: document, page: page, digest: digest(2), size: 5_000, mediaType: .heic)
        var submitted = SubmissionSubmitted(journeyVersion: digest(1), attempt: 1, documents: [])
        var made = Document(id: document, type: "passport")
        made.pages = [
            Page(id: page, original: original(2, 5_000, .heic)),
            Page(id: other, original: original(3, 70_000, .pdf)),
        ]
        submitted.documents = [SubmittedDocument(made)]
        let events = [
            try event(.submissionCreated, SubmissionCreated(journeyVersion: digest(1)), sequence: 1, at: 1_000),
            try event(.uploadCompleted, upload, sequence: 3, at: 1_700),
            try event(.submissionSubmitted, submitted, sequence: 5, at: 4_000),
            try event(.submissionNeedsInput, SubmissionOutcome(state: .needsInput, attempt: 1), sequence: 7, at: 4_900),
            try event(.submissionAccepted, SubmissionOutcome(state: .accepted, attempt: 2), sequence: 12, at: 99_000),
        ]
        let shape = try #require(RecordedSubmission(events))
        #expect(shape.time == 1_000 && shape.submittedAfter == 3_000 && shape.journey == "identity")
        #expect(shape.outcome == .needsInput && shape.endedAfter == 3_900)
        #expect(shape.documents.map(\.type) == ["passport"])
        #expect(
            shape.documents[0].pages == [
                .init(after: 700, bytes: 5_000, mediaType: .heic), .init(after: 3_000, bytes: 70_000, mediaType: .pdf),
            ])
        let line = try shape.line()
        #expect(String(decoding: line.prefix(20), as: UTF8.self).hasPrefix(#"{"t":1000,"documents"#))
        #expect(RecordedSubmission(line: line.dropLast()) == shape)
        #expect(RecordedSubmission(line: line.dropLast(2)) == nil)
        #expect(RecordedSubmission(Array(events.dropFirst())) == nil)
        #expect(RecordedSubmission(Array(events.prefix(2))) == nil)
    }

    private func original(_ byte: UInt8, _ size: Int, _ mediaType: MediaType) -> OriginalFile {
        OriginalFile(
            digest: digest(byte), size: size, mediaType: mediaType, receivedAt: Timestamp(millisecondsSinceEpoch: 0))
    }

    private func digest(_ byte: UInt8) -> ContentDigest { ContentDigest(of: [byte]) }
}
