import FoundationEssentials
import Shared
import Testing

@Suite struct EventTests {
    static let submission = SubmissionID("01890a5d-ac96-774b-bcce-b302099a8057") ?? .random()
    static let document = DocumentID("01890a5d-ac96-774b-bcce-b302099a8058") ?? .random()
    static let page = PageID("01890a5d-ac96-774b-bcce-b302099a8059") ?? .random()

    static func header(_ type: EventType, sequence: Int = 12, previousTime: Timestamp? = nil, traceparent: String? = nil)
        -> EventHeader
    {
        EventHeader(
            id: EventID("4fa2a1c6-95f6-5f0d-8c02-1f0a9a3a2b11") ?? .random(), type: type, source: "/docket/gateway",
            submission: submission, time: Fixture.now, sequence: sequence, tenant: "acme", journey: "identity",
            previousTime: previousTime, traceparent: traceparent)
    }

    static let upload = UploadCompleted(
        document: document, page: page, digest: ContentDigest(of: []), size: 17, mediaType: .jpeg, source: .camera)

    @Test func hasExactlyTheseBytes() throws {
        let event = CloudEvent(
            header: Self.header(
                .uploadCompleted, previousTime: Fixture.now.adding(.milliseconds(-7_123)),
                traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            data: Self.upload)
        let expected =
            #"{"data":{"digest":"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","#
            + #""document":"01890a5d-ac96-774b-bcce-b302099a8058","mediaType":"image/jpeg","#
            + #""page":"01890a5d-ac96-774b-bcce-b302099a8059","size":17,"source":"camera"},"#
            + #""datacontenttype":"application/json","id":"4fa2a1c6-95f6-5f0d-8c02-1f0a9a3a2b11","journey":"identity","#
            + #""previoustime":"2026-10-31T09:05:00.000Z","sequence":"0000000012","source":"/docket/gateway","specversion":"1.0","#
            + #""subject":"01890a5d-ac96-774b-bcce-b302099a8057","tenant":"acme","time":"2026-10-31T09:05:07.123Z","#
            + #""traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","type":"com.docket.upload.completed.v1"}"#
        #expect(String(decoding: try event.encoded(), as: UTF8.self) == expected)
    }

    /// As an earlier version wrote it.
    @Test func whatDoesNotSayWhenTheStepBeforeWasIsRead() throws {
        let bytes = try CloudEvent(header: Self.header(.uploadCompleted), data: Self.upload).encoded()
        #expect(!String(decoding: bytes, as: UTF8.self).contains("previoustime"))
        #expect(try EventReader.header(of: bytes).previousTime == nil)
    }

    @Test func reasonsAreFoundWhereverTheyStand() throws {
        func reason(_ rule: RuleID, _ severity: Reason.Severity = .refuse, of document: DocumentID? = nil) -> Reason {
            Reason(rule: rule, severity: severity, document: document, found: "x", expected: "y", message: "z")
        }
        let verdict = SubmissionVerdict(
            sorting: [
                reason("document.warned", .warn, of: Self.document), reason("document.refused", of: Self.document),
                reason("scope.count"),
            ],
            under: [Self.document])
        let outcome = try CloudEvent(
            header: Self.header(.submissionNeedsInput), data: SubmissionOutcome(state: .needsInput, attempt: 1, verdict: verdict)
        ).encoded()
        #expect(EventReader.reasons(of: outcome).map(\.rule) == ["scope.count", "document.refused", "document.warned"])
        let refused = try CloudEvent(
            header: Self.header(.uploadRefused), data: UploadRefused(document: Self.document, reasons: [reason("file.type")])
        ).encoded()
        #expect(EventReader.reasons(of: refused).map(\.rule) == ["file.type"])
        #expect(
            try EventReader.reasons(of: CloudEvent(header: Self.header(.uploadCompleted), data: Self.upload).encoded()).isEmpty)
        #expect(EventReader.reasons(of: Array("hello".utf8)).isEmpty)
    }

    @Test func sequencesSortAsText() throws {
        let texts = try [1, 9, 10, 99, 1_000_000].map { sequence in
            try CanonicalJSON.decode(
                [String: String].self, from: CanonicalJSON.encode(Self.header(.pageRemoved, sequence: sequence)))[
                    "sequence"] ?? ""
        }
        #expect(texts == texts.sorted())
    }

    private func checkRoundTrip<Content: EventData>(_ data: Content) throws {
        for type in Content.eventTypes {
            let event = CloudEvent(header: Self.header(type), data: data)
            let bytes = try event.encoded()
            #expect(try EventReader.event(Content.self, from: bytes) == event)
            #expect(try EventReader.header(of: bytes) == event.header)
            #expect(try EventReader.event(Content.self, from: bytes).encoded() == bytes)
            // While a newer version is rolled out, this one reads what that one writes: with members that it has never heard of.
            let widened = try CanonicalJSON.encode(widened(CanonicalJSON.decode(JSONValue.self, from: bytes)))
            #expect(widened.count > bytes.count)
            #expect(try EventReader.event(Content.self, from: widened) == event)
            #expect(try EventReader.header(of: widened) == event.header)
        }
    }

    private func widened(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            // Those of `values` are named by the rule that found them.
            var all = Dictionary(uniqueKeysWithValues: members.map { ($0, $0 == "values" ? $1 : widened($1)) })
            all["ofTheNextVersion"] = ["list": [1, "two", true]]
            return .object(all)
        case .array(let values): return .array(values.map(widened))
        default: return value
        }
    }

    @Test func everyKindOfDataComesBack() throws {
        let document = Document(
            id: Self.document, type: "passport", state: .checking, issueDate: Fixture.today, source: .filePicker,
            pages: [Fixture.page(), Page(id: .random())],
            pdf: StoredFile(digest: ContentDigest(of: [1]), size: 3, mediaType: .pdf))
        let verdict = SubmissionVerdict(sorting: [Fixture.reason("a", .warn, document: Self.document)], under: [Self.document])
        try checkRoundTrip(Self.upload)
        try checkRoundTrip(UploadRefused(document: Self.document, upload: .random(), reasons: [Fixture.reason()]))
        try checkRoundTrip(UploadAborted(document: Self.document, received: 5, cause: .connectionLost))
        try checkRoundTrip(SubmissionCreated(journeyVersion: ContentDigest(of: [])))
        try checkRoundTrip(DocumentChanged(document))
        try checkRoundTrip(DocumentReordered(document: Self.document, pages: [Self.page, .random()]))
        try checkRoundTrip(PageChanged(document: Self.document, page: Self.page, rotation: .quarter))
        let crop = PageCrop(points: [[0, 0], [9000, 0], [9000, 9000], [0, 9000]])
        try checkRoundTrip(PageChanged(document: Self.document, page: Self.page, rotation: .none, crop: crop))
        let submitted = SubmittedDocument(document)
        #expect(submitted.pages.count == 1, "A page whose file has not arrived is not submitted.")
        try checkRoundTrip(SubmissionSubmitted(journeyVersion: ContentDigest(of: []), attempt: 1, documents: [submitted]))
        try checkRoundTrip(SubmissionValidated(attempt: 1, verdict: verdict))
        try checkRoundTrip(SubmissionAsked(attempt: 1, callOut: "risk", after: .reading, verdict: verdict))
        try checkRoundTrip(SubmissionNormalized(attempt: 1, verdict: verdict, work: StageWork(pagesMade: 3)))
        try checkRoundTrip(
            SubmissionOutcome(
                state: .accepted, attempt: 1, verdict: verdict, results: [DocumentResult(document)].compactMap(\.self),
                work: StageWork(pagesMade: 3, pagesRead: 2, readingMilliseconds: 1_800),
                record: OutcomeRecord(
                    lasting: ContentDigest(of: [1]), originals: ContentDigest(of: [2]), facts: ContentDigest(of: [3]))))
    }

    /// Of a tenant's day: the same one has the same id, and so has no other.
    @Test func whatWasUsedOnADayHasExactlyTheseBytes() throws {
        func event(_ tenant: TenantID = "acme", _ day: String = "2026-10-31", era: Int = 2) throws -> UsageEvent {
            UsageEvent(
                source: "/docket/gateway", time: Fixture.now, tenant: tenant, day: try #require(CalendarDate(day)), era: era,
                counts: UsageCounts(submissions: 1, files: 2, bytes: 3, pagesMade: 4, pagesRead: 5, readingMilliseconds: 6))
        }
        let bytes = try event().encoded()
        let id = try event().id
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"data":{"bytes":3,"day":"2026-10-31","era":2,"files":2,"pagesMade":4,"pagesRead":5,"readingMilliseconds":6,"#
                + #""submissions":1,"test":false},"#
                + #""datacontenttype":"application/json","id":"\#(id)","sequence":"0000020757","source":"/docket/gateway","#
                + #""specversion":"1.0","subject":"acme","tenant":"acme","time":"2026-10-31T09:05:07.123Z","#
                + #""type":"com.docket.usage.day.v1"}"#)
        #expect(try CanonicalJSON.decode(UsageEvent.self, from: bytes) == event())
        for other in [#"com.docket.usage.day.v2"#, CustodyHeadEvent.type] {
            let renamed = String(decoding: bytes, as: UTF8.self).replacing(UsageEvent.type, with: other)
            #expect(throws: DecodingError.self) { try CanonicalJSON.decode(UsageEvent.self, from: Array(renamed.utf8)) }
        }
        let earlier = String(decoding: bytes, as: UTF8.self).replacing(#""readingMilliseconds":6,"#, with: "")
        var counts = try event().data.counts
        counts.readingMilliseconds = 0
        #expect(try CanonicalJSON.decode(UsageEvent.self, from: Array(earlier.utf8)).data.counts == counts)
        #expect(id.uuid.uuid.6 >> 4 == 8 && id.uuid.uuid.8 >> 6 == 2)
        let others = [try event("other"), try event("acme", "2026-11-01"), try event(era: 3)]
        #expect(Set([id] + others.map(\.id)).count == 4)
        #expect(UsageEvent.order(of: "acme") != UsageEvent.order(of: "other"))
        #expect(try event("acme.test").data.test)
    }

    @Test func everyTypeHasItsDataOnce() {
        let kinds: [Set<EventType>] = [
            UploadCompleted.eventTypes, UploadRefused.eventTypes, UploadAborted.eventTypes, SubmissionCreated.eventTypes,
            DocumentChanged.eventTypes, DocumentReordered.eventTypes, PageChanged.eventTypes, SubmissionSubmitted.eventTypes,
            SubmissionAsked.eventTypes, SubmissionValidated.eventTypes, SubmissionNormalized.eventTypes,
            SubmissionOutcome.eventTypes,
        ]
        #expect(kinds.reduce(Set()) { $0.union($1) } == Set(EventType.allCases))
        #expect(kinds.reduce(0) { $0 + $1.count } == EventType.allCases.count)
    }

    @Test(arguments: [
        (EventType.uploadCompleted, Topic?.some(.uploads)), (.uploadRefused, .uploads), (.uploadAborted, .uploads),
        (.pageReplaced, .uploads), (.submissionSubmitted, .submitted), (.submissionValidated, .validated),
        (.submissionAsked, .callOuts), (.submissionNormalized, .normalized),
        (.submissionAccepted, .outcomes), (.submissionExpired, .outcomes), (.submissionWithdrawn, .outcomes),
        (.submissionCreated, nil), (.documentAdded, nil), (.pageRotated, nil), (.pageCropped, nil),
    ])
    func goesToItsTopic(type: EventType, topic: Topic?) {
        #expect(type.topic == topic)
    }
}

@Suite struct EventReaderTests {
    private static func event(_ type: String) -> [UInt8] { Array(#"{"type":"\#(type)","specversion":"9"}"#.utf8) }

    @Test func tellsUnknownFromBroken() {
        let cases: [([UInt8], String)] = [
            (Self.event("com.docket.upload.completed.v2"), "event-unknown-version"),
            (Self.event("com.docket.submission.accepted.v17"), "event-unknown-version"),
            (Self.event("com.docket.upload.exploded.v1"), "event-unknown-type"),
            (Self.event("org.example.thing"), "event-unknown-type"),
            (Self.event("com.docket.upload.completed.vx"), "event-unknown-type"),
            (Self.event("com.docket.upload.completed.v1"), "event-malformed"),
            (Array("{".utf8), "event-malformed"), ([], "event-malformed"), (Array("[]".utf8), "event-malformed"),
            (Array(#"{"specversion":"1.0"}"#.utf8), "event-malformed"), ([0xff, 0xfe], "event-malformed"),
            ([UInt8](repeating: 0x20, count: EventReader.maximumSize + 1), "event-too-large"),
            ([UInt8](repeating: UInt8(ascii: "["), count: 100_000), "event-malformed"),
        ]
        for (bytes, code) in cases {
            let fault = #expect(throws: EventFault.self) { try EventReader.header(of: bytes) }
            #expect(fault?.code == code, "\(String(decoding: bytes.prefix(80), as: UTF8.self))")
        }
    }

    /// Nothing of it is parsed, however sound it is.
    @Test func aRecordThatIsTooLargeIsNotAnEvent() throws {
        let bytes = try CloudEvent(header: EventTests.header(.uploadCompleted), data: EventTests.upload).encoded()
        let padding = [UInt8](repeating: 0x20, count: EventReader.maximumSize - bytes.count)
        _ = try EventReader.header(of: bytes + padding)
        let fault = #expect(throws: EventFault.self) { try EventReader.header(of: bytes + padding + [0x20]) }
        #expect(fault?.code == "event-too-large")
        let other = #expect(throws: EventFault.self) {
            try EventReader.event(UploadCompleted.self, from: bytes + padding + [0x20])
        }
        #expect(other?.code == "event-too-large")
    }

    @Test func tellsOtherDataFromBrokenData() throws {
        let bytes = try CloudEvent(header: EventTests.header(.uploadCompleted), data: EventTests.upload).encoded()
        #expect(throws: EventFault.unexpectedType(.uploadCompleted)) {
            try EventReader.event(SubmissionOutcome.self, from: bytes)
        }
        let text = String(decoding: bytes, as: UTF8.self).replacing("\"size\":17", with: "\"size\":\"17\"")
        let fault = #expect(throws: EventFault.self) { try EventReader.event(UploadCompleted.self, from: Array(text.utf8)) }
        #expect(fault?.code == "event-malformed")
        #expect(fault?.detail.contains("size") == true)
        #expect(fault?.description.contains("size") == false)
    }

    @Test func skipsAttributesThatItDoesNotKnow() throws {
        let bytes = try CloudEvent(header: EventTests.header(.uploadCompleted), data: EventTests.upload).encoded()
        let text = String(decoding: bytes, as: UTF8.self).replacing("\"size\":17", with: "\"later\":{},\"size\":17")
            .replacing("\"specversion\"", with: "\"another\":1,\"specversion\"")
        #expect(try EventReader.event(UploadCompleted.self, from: Array(text.utf8)).data == EventTests.upload)
    }
}
