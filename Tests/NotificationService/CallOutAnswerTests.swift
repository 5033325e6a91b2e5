import FoundationEssentials
import Shared
import Support
import Testing

@testable import NotificationService

@Suite struct CallOutAnswerTests {
    private static let documents = [Document(id: .random(), type: "letter", state: .checking)]
    private static var id: DocumentID { documents[0].id }

    private static func answer(_ text: String) throws -> CallOutAnswer {
        try CallOutAnswer(Array(text.utf8), documents: documents)
    }

    @Test func eachVerdictIsRead() throws {
        for (word, verdict) in [
            ("allow", CallOutRecord.Verdict.allow), ("warn", .warn), ("review", .review), ("refuse", .refuse),
        ] {
            let answer = try Self.answer(#"{"verdict":"\#(word)","more":[1]}"#)
            #expect(answer.verdict == verdict)
            // A verdict without a reason is one itself.
            #expect(answer.reasons.map(\.entry.code.rawValue) == (verdict == .allow ? [] : [word]))
        }
        let full = try Self.answer(
            #"{"verdict":"refuse","reasons":[{"code":"listed","document":"\#(Self.id)","text":"Bitte neu."},"#
                + #"{"code":"odd","text":null}]}"#)
        #expect(full.reasons.map(\.entry.document) == [Self.id, nil] && full.reasons.map(\.text) == ["Bitte neu.", nil])
    }

    @Test(arguments: [
        "", "allow", "[]", "{}", #"{"verdict":"unanswered"}"#, #"{"verdict":"ALLOW"}"#, #"{"verdict":1}"#,
        #"{"verdict":"warn","reasons":{}}"#, #"{"verdict":"warn","reasons":[{}]}"#,
        #"{"verdict":"warn","reasons":[{"code":"A b"}]}"#,
        #"{"verdict":"warn","reasons":[{"code":"a","text":""}]}"#, #"{"verdict":"warn","reasons":[{"code":"a","text":"a\nb"}]}"#,
        #"{"verdict":"warn","reasons":[{"code":"a","text":"\#(String(repeating: "é", count: 501))"}]}"#,
        #"{"verdict":"warn","reasons":[{"code":"a","text":"a\u2028b"}]}"#,
        #"{"verdict":"warn","reasons":[{"code":"a","text":"a\u202Eb"}]}"#,
        #"{"verdict":"warn","reasons":[{"code":"a","text":7}]}"#, #"{"verdict":"warn","reasons":[{"code":"a","document":7}]}"#,
        #"{"verdict":"warn","reasons":[{"code":"a","document":"018f0000-0000-7000-8000-000000000000"}]}"#,
        #"{"verdict":"warn","reasons":[\#(Array(repeating: #"{"code":"a"}"#, count: 21).joined(separator: ","))]}"#,
        #"{"verdict":"warn"}"# + String(repeating: " ", count: 65_536), String(repeating: "[", count: 60_000),
    ]) func whatIsNoAnswerIsAFault(_ text: String) {
        #expect(throws: CallOutFault.self) { try Self.answer(text) }
    }

    @Test func aRefusalOfADocumentReopensItAndAnotherOneRejects() throws {
        let callOut = CallOut(name: "risk", url: "https://risk.example.org/")
        func result(_ text: String) throws -> CallOutResult {
            try Self.answer(text).result(callOut, askedAt: Samples.now, endedAt: Samples.now, documents: Self.documents)
        }
        let reopening = try result(#"{"verdict":"refuse","reasons":[{"code":"a"},{"code":"b","document":"\#(Self.id)"}]}"#)
        #expect(reopening.verdict.refusedDocuments == [Self.id] && reopening.verdict.reasons.count == 1)
        #expect(reopening.verdict.documents[0].reasons[0].documentType == "letter")
        #expect(reopening.refusal == .requestInput)
        #expect(try result(#"{"verdict":"refuse"}"#).refusal == .reject)
        #expect(try result(#"{"verdict":"warn","reasons":[{"code":"a"}]}"#).refusal == nil)
        let allowed = try result(#"{"verdict":"allow","reasons":[{"code":"checked"}]}"#)
        #expect(allowed.verdict.allReasons.isEmpty && allowed.record.reasons.map(\.code) == ["checked"])
    }

    // MARK: - The question

    private static func question(_ send: [CallOut.Part], isFull: Bool) throws -> JSONValue {
        let page = Page(id: .random(), original: isFull ? SampleSubmissions.file() : nil)
        var document = Document(id: id, type: "letter", state: .checking, pages: [page])
        var submission = Submission(
            id: .random(), journey: "letters", journeyVersion: ContentDigest(of: [1]), createdAt: Samples.now)
        var reading: ReadingRecord?
        if isFull {
            document.issueDate = CalendarDate("2026-03-03")
            document.expiryDate = CalendarDate("2027-03-03")
            document.period = CalendarDate("2026-02-28").map(DatePeriod.init(monthEndingOn:))
            (document.source, document.verdict) = (.camera, .accepted)
            (submission.submittedAt, submission.locale, submission.subject) = (Samples.now, "de", "person 9")
            (submission.reference, submission.metadata) = ("case 7", ["a": "b"])
            submission.expected = ExpectedPerson(name: "Anna Maria Eriksson")
            let box = PageBox(left: 0, top: 0, right: 1, bottom: 1)
            var fact = DocumentFact(
                .period, ReadFact(1, page: 0, box: box, confidence: 90, source: .label), value: "2026-03-03", isCertain: true)
            (fact.day, fact.end) = (CalendarDate("2026-03-03"), CalendarDate("2026-03-04"))
            (fact.holds, fact.score, fact.differences) = (true, 90, ["order"])
            reading = ReadingRecord(documents: [ReadDocument(document: id, pages: [], facts: [fact])])
        }
        submission.documents = [document]
        let event = EventHeader(
            id: .random(), type: .submissionAsked, source: "/docket/test", submission: submission.id, time: Samples.now,
            sequence: 5, tenant: "acme", journey: "letters")
        let callOut = CallOut(name: "risk", url: "https://risk.example.org/", after: .reading, send: send)
        let bytes = try CallOutQuestion(callOut, event, submission, reading: reading).encoded()
        return try CanonicalJSON.decode(JSONValue.self, from: bytes)
    }

    @Test func whatIsPersonalIsSentWhereTheJourneySaysSo() throws {
        let quiet = try Self.question([], isFull: true)
        for member in ["subject", "reference", "metadata", "expected"] { #expect(quiet[member] == nil, "\(member)") }
        guard case .array(let documents)? = quiet["documents"], case .array(let facts)? = documents[0]["facts"] else {
            Issue.record("\(quiet)")
            return
        }
        #expect(facts[0]["fact"] == "period" && facts[0]["certain"] == true)
        for member in ["value", "day", "end"] { #expect(facts[0][member] == nil, "\(member)") }
        let text = String(decoding: try CanonicalJSON.encode(quiet), as: UTF8.self)
        for word in ["Eriksson", "case 7", "person 9"] { #expect(!text.contains(word)) }
    }

    /// The manual's schema has the members that questions have, and asks for those that all have.
    @Test func theManualDescribesTheQuestion() throws {
        let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let page = String(decoding: try Data(contentsOf: URL(filePath: "/\(path)/deploy/manual/callouts.md")), as: UTF8.self)
        let block = try #require(page.split(separator: "<!-- schema: question -->\n```json\n").dropFirst().first)
        let schema = try CanonicalJSON.decode(
            JSONValue.self, from: Array((block.split(separator: "```").first ?? "").utf8))
        let full = try Self.question(CallOut.Part.allCases, isFull: true)
        let least = try Self.question([], isFull: false)
        func first(_ value: JSONValue?, _ member: String) -> JSONValue? {
            guard case .array(let values)? = value?[member] else { return nil }
            return values.first
        }
        let document = (first(full, "documents"), first(least, "documents"))
        let parts: [(JSONValue?, JSONValue?, JSONValue?)] = [
            (schema, full, least), (schema["$defs"]?["document"], document.0, document.1),
            (schema["$defs"]?["page"], first(document.0, "pages"), first(document.1, "pages")),
            (schema["$defs"]?["fact"], first(document.0, "facts"), nil),
        ]
        for (schema, full, least) in parts {
            guard case .object(let properties)? = schema?["properties"], case .object(let members)? = full,
                case .array(let required)? = schema?["required"]
            else {
                Issue.record("\(String(describing: schema))")
                continue
            }
            #expect(Set(properties.keys) == Set(members.keys))
            guard case .object(let fewest)? = least else { continue }
            #expect(Set(required) == Set(fewest.keys.map(JSONValue.string)))
        }
    }

    // MARK: - The breaker

    @Test func theBreakerRestsAndLetsOneShowWhetherItIsBack() {
        var breaker = CallOutBreaker()
        let start = Date(timeIntervalSince1970: 1000)
        for _ in 0..<4 {
            #expect(breaker.admit(at: start, limit: .seconds(3)) == .ask)
            breaker.failed(at: start)
        }
        breaker.succeeded()
        for _ in 0..<5 {
            #expect(breaker.admit(at: start, limit: .seconds(3)) == .ask)
            breaker.failed(at: start)
        }
        #expect(!breaker.isClosed && breaker.admit(at: start, limit: .seconds(3)) == .wait(.seconds(5)))
        // What had been sent before says nothing new.
        breaker.failed(at: start.addingTimeInterval(1))
        #expect(breaker.admit(at: start.addingTimeInterval(4), limit: .seconds(3)) == .wait(.seconds(1)))
        let back = start.addingTimeInterval(5)
        #expect(breaker.admit(at: back, limit: .seconds(3)) == .ask)
        // The others wait as long as that try may take.
        #expect(breaker.admit(at: back.addingTimeInterval(1), limit: .seconds(3)) == .wait(.seconds(2)))
        #expect(breaker.admit(at: back.addingTimeInterval(3), limit: .seconds(3)) == .wait(CallOutBreaker.look))
        breaker.failed(at: back)
        #expect(breaker.admit(at: back, limit: .seconds(3)) == .wait(.seconds(10)))
        let later = back.addingTimeInterval(10)
        #expect(breaker.admit(at: later, limit: .seconds(3)) == .ask)
        breaker.abandoned()
        #expect(breaker.admit(at: later, limit: .seconds(3)) == .ask)
        breaker.succeeded()
        #expect(breaker.isClosed && breaker.admit(at: later, limit: .seconds(3)) == .ask)
        #expect(breaker.admit(at: later, limit: .seconds(3)) == .ask)
    }

    @Test func aClockThatIsSetBackLeavesTheBreakerNotStuck() {
        var breaker = CallOutBreaker()
        let start = Date(timeIntervalSince1970: 1000)
        for _ in 0..<5 { breaker.failed(at: start) }
        let back = start.addingTimeInterval(5)
        #expect(breaker.admit(at: back, limit: .seconds(3)) == .ask)
        // It fails in a moment that is within the rest once more.
        breaker.failed(at: start.addingTimeInterval(2))
        #expect(breaker.admit(at: back, limit: .seconds(3)) == .ask)
    }
}
