import CommandLine
import Kafka
import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI
import Operations

@Suite struct TailTests {
    private static let submission = SubmissionID("0198a2f4-0000-7000-8000-000000000001")

    private func record(
        _ type: EventType = .submissionValidated, sequence: Int = 3, at milliseconds: Int64 = 1_500,
        after previous: Int64? = 1_000,
        data: String = "{}", journey: JourneyID = "loan-application", topic: String = "docket.validated", partition: Int32 = 2,
        headers: [KafkaHeader] = []
    ) throws -> ConsumedRecord {
        let submission = try #require(Self.submission)
        let header = EventHeader(
            id: .random(), type: type, source: "/docket/validation", submission: submission,
            time: Timestamp(millisecondsSinceEpoch: milliseconds), sequence: sequence, tenant: .standard, journey: journey,
            previousTime: previous.map { Timestamp(millisecondsSinceEpoch: $0) })
        var text = String(decoding: try CanonicalJSON.encode(header), as: UTF8.self)
        text.removeLast()
        return ConsumedRecord(
            topicPartition: TopicPartition(topic: topic, partition: partition), offset: 40,
            timestamp: milliseconds + 10, key: Array(submission.description.utf8),
            value: Array("\(text),\"data\":\(data)}".utf8), headers: headers)
    }

    private func printed(_ records: [ConsumedRecord], _ change: (inout TailChoice) throws -> Void = { _ in }) throws -> [String] {
        var choice = TailChoice()
        try change(&choice)
        var printer = TailPrinter(choice, style: .plain)
        var output: [UInt8] = []
        for record in records { printer.print(record, to: &output) }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func isTaken(_ expression: String, _ record: ConsumedRecord) throws -> Bool {
        try !printed([record]) { $0.filter = try WhereExpression(argument: expression).expression }.isEmpty
    }

    // MARK: - What is shown

    @Test func topicsAreNamedInFullOrShort() throws {
        #expect(try TopicName(argument: "docket.dlq").topic == .deadLetters)
        #expect(try TopicName(argument: "outcomes").topic == .outcomes)
        #expect(throws: InvalidValue.self) { _ = try TopicName(argument: "outcome") }
    }

    @Test func aLineTellsTheStateAndTheTimeSinceTheStepBefore() throws {
        let lines = try printed([
            record(.submissionSubmitted, sequence: 2, at: 0, after: 0), record(.submissionAccepted, at: 1_500, after: 0),
            record(after: nil), record(.submissionCreated, sequence: 1, after: nil), record(at: 1_000, after: 1_004),
        ])
        #expect(
            lines[0]
                == "1970-01-01T00:00:00.000Z  validated  submission.submitted      0198a2f4-0000-7000-8000-000000000001  #2    loan-application    submitted    +0 ms"
        )
        #expect(lines[1].hasSuffix("accepted     +1.5 s"))
        // What an event does not say is not made up; the first has no step before it; clocks differ by a hair.
        #expect(lines[2].hasSuffix("processing   +?"))
        #expect(lines[3].hasSuffix("draft"))
        #expect(lines[4].hasSuffix("processing   +0 ms"))
    }

    @Test func aLineHasTheFirstReason() throws {
        func reason(_ rule: String, _ severity: String) -> String {
            #"{"rule":"\#(rule)","severity":"\#(severity)","documentType":"passport","found":"Erna","expected":"one page","#
                + #""message":"Of Erna."}"#
        }
        let data =
            #"{"verdict":{"documents":[{"document":"\#(DocumentID.random())","verdict":"refused","reasons":["#
            + #"\#(reason("page.glare", "warn")),\#(reason("document.pages", "refuse"))]}],"reasons":[]}}"#
        let lines = try printed([
            record(.submissionNeedsInput, at: 2_000, data: data), record(.submissionAccepted, at: 2_000, data: data),
        ])
        #expect(lines[0].hasSuffix("needs_input  +1 s      passport: document.pages: expected one page (1 more)"))
        #expect(!lines[0].contains("Erna") && lines[1].hasSuffix("accepted     +1 s"))
    }

    @Test func aDeadLetterSaysItsCause() throws {
        let headers = [
            KafkaHeader("docket-stage", "validation"), KafkaHeader("docket-attempts", "6"),
            KafkaHeader("docket-error-code", "disk-full"), KafkaHeader("docket-error", "There is no\u{1B}[2J space."),
            KafkaHeader("docket-failed-at", "2026-10-31T08:00:00.000Z"),
        ]
        let letter = try record(after: 0, topic: "docket.dlq", headers: headers)
        let garbage = ConsumedRecord(
            topicPartition: letter.topicPartition, offset: 9, key: nil, value: Array("hello".utf8), headers: headers)
        let lines = try printed([letter, garbage])
        #expect(lines[0].hasPrefix("2026-10-31T08:00:00.000Z  dlq  "))
        #expect(lines[0].hasSuffix("given up by validation after 6 attempts: disk-full: There is no·[2J space."))
        #expect(
            lines[1] == "dlq  partition 2, offset 9: given up by validation after 6 attempts: disk-full: There is no·[2J space.")
        let template = try EventTemplate(argument: "{headers.docket-error-code} {headers.other} {state} {offset} {key}")
        #expect(
            try printed([letter, garbage]) { $0.form = .template(template) } == [
                "disk-full - processing 40 \(try #require(Self.submission))", "disk-full - - 9 -",
            ])
        #expect(try isTaken("headers.docket-error-code == disk-full and not state", garbage))
        #expect(try !isTaken("headers.docket-error-code == disk-full", record()))
    }

    @Test func whatIsPersonalIsHiddenUnlessAskedFor() throws {
        let record = try record(data: #"{"documents":[{"issueDate":"2026-01-31","pages":2}],"reasons":[{"found":"2026-01-31"}]}"#)
        let masked = try printed([record]) { $0.form = .json }
        #expect(masked.count == 1 && !masked[0].contains("2026-01-31"))
        #expect(masked[0].contains(#""issueDate":"•••""#) && masked[0].contains(#""pages":2"#))
        #expect(try printed([record]) { ($0.form, $0.isUnmasked) = (.json, true) }[0].contains("2026-01-31"))
        let template = try EventTemplate(argument: "{data.documents.issueDate}")
        #expect(try printed([record]) { $0.form = .template(template) } == ["•••"])
        #expect(try printed([record]) { ($0.form, $0.isUnmasked) = (.template(template), true) } == ["2026-01-31"])
    }

    @Test func aTemplateShowsFields() throws {
        let template = try EventTemplate(
            argument: #"{type}\t{state} {{{offset}}} {data.documents.pages} {data.cause} {latency} \\"#)
        let data = #"{"documents":[{"pages":1},{"pages":"x"}]}"#
        let lines = try printed([record(data: data), record(after: nil)]) { $0.form = .template(template) }
        #expect(
            lines == [
                "submission.validated\tprocessing {40} 1,x - 500 \\", "submission.validated\tprocessing {40} - - ? \\",
            ])
        for wrong in ["{", "{}", "{a..b}", "{time", "{missing}", "{data.attempts}", "{headers}"] {
            #expect(throws: InvalidValue.self, "\(wrong)") { try EventTemplate(argument: wrong) }
        }
    }

    @Test func whatIsNoEventIsTold() throws {
        let place = TopicPartition(topic: "docket.uploads", partition: 1)
        let foreign = ConsumedRecord(topicPartition: place, offset: 9, key: nil, value: Array("hello".utf8))
        #expect(try printed([foreign]) == ["uploads  partition 1, offset 9: The bytes are not an event."])
        #expect(try printed([foreign]) { $0.states = [.accepted] }.isEmpty)
        #expect(try printed([foreign]) { $0.form = .json } == ["hello"])
    }

    // MARK: - What is chosen

    @Test(arguments: [
        ("state == processing", true), ("state=processing", true), ("state != processing", false),
        ("type == submission.validated", true), ("type == com.docket.submission.validated.v1", true),
        ("topic == validated and partition == 2", true), ("partition > 2 or offset >= 40", true),
        ("not state == processing", false), ("!(state == processing && partition == 3)", true),
        ("journey ~ LOAN", true), ("journey ~ 'mortgage'", false), ("data.attempt >= 2", true), ("data.attempt > 2", false),
        ("data.documents.documentType == passport", true), ("data.documents.documentType != passport", false),
        ("data.documents.pages == 3", false), ("data.upload", true), ("data.crop", false), ("data.cause", false),
        ("not data.cause", true), ("data.cause != 1", true), ("data.source == 'two words'", true), ("data.size < 12", true),
        ("data.reasons.values.anything.at.all", false), ("latency > 1ms", true), ("latency > 1s", false), ("sequence == 3", true),
        ("key == 0198a2f4-0000-7000-8000-000000000001", true),
        // `and` binds closer.
        ("state == processing or state == x and state == y", true), ("(state == processing or state == x) and state == y", false),
        ("published < 1971-01-01T00:00:00Z", true),
    ])
    func anExpressionChooses(_ expression: String, _ isTaken: Bool) throws {
        let data = """
            {"attempt":2,"documents":[{"documentType":"passport","pages":[1,2]},{"documentType":"payslip"}],"upload":true,\
            "crop":false,"source":"two words","size":"11"}
            """
        #expect(try self.isTaken(expression, record(data: data)) == isTaken, "\(expression)")
    }

    @Test func aLatencyIsComparedAsATime() throws {
        let lines = try printed([
            record(.submissionSubmitted, at: 0, after: 0), record(at: 900, after: 0),
            record(.submissionAccepted, at: 5_000, after: 900),
        ]) {
            $0.filter = try WhereExpression(argument: "latency > 1s500ms").expression
        }
        #expect(lines.count == 1 && lines[0].contains("accepted"))
    }

    /// An event of an earlier version does not say when the step before it was.
    @Test(
        arguments: [
            ("latency > 2s", nil), ("not latency > 2s", nil), ("latency > 2s or state == processing", true),
            ("latency > 2s or state == accepted", nil), ("latency > 2s and state == accepted", false),
            ("latency > 2s and state == processing", nil), ("not (latency > 2s and state == accepted)", true),
        ] as [(String, Bool?)])
    func whatCannotBeToldIsCounted(_ expression: String, _ isTaken: Bool?) throws {
        var choice = TailChoice()
        choice.filter = try WhereExpression(argument: expression).expression
        var printer = TailPrinter(choice, style: .plain)
        var output: [UInt8] = []
        #expect(try printer.print(record(after: nil), to: &output) == (isTaken == true))
        #expect(printer.unjudged == (isTaken == nil ? 1 : 0))
        // The first event of a submission has no step before it, which is known.
        try printer.print(record(.submissionCreated, sequence: 1, after: nil), to: &output)
        #expect(printer.unjudged == (isTaken == nil ? 1 : 0))
    }

    @Test(arguments: [
        ("latncy", "near it are latency"), ("data.atempt", "near it are data.attempt"), ("attempt", "near it are data.attempt"),
        ("data.documents.type", "data.documents.documentType"), ("tenent", "near it are tenant"),
        ("data.verdict.documents.reasons.rul", "near it are data.verdict.documents.reasons.rule"), ("headers", "headers.docket-"),
        ("data.verdict.documents.reasons.rule.x", "there is no field"), ("offset.x", "there is no field"), ("zzzzz", "no field"),
    ])
    func aMisspeltFieldIsAnErrorThatNamesItsNeighbours(_ field: String, _ words: String) throws {
        let error = #expect(throws: InvalidValue.self) { try WhereExpression(argument: "state == a and \(field) > 1") }
        let expected = try #require(error?.expected)
        #expect(expected.contains("at column 16: ") && expected.contains(words), "\(expected)")
        let other = #expect(throws: InvalidValue.self) { try EventTemplate(argument: "{time} {\(field)}") }
        #expect(other?.expected.contains(words) == true)
    }

    @Test(arguments: [
        ("", 1, "a field"), ("state ==", 9, "a value"), ("state == a b", 12, "'and' or 'or'"), ("(state == a", 12, "')'"),
        ("== a", 1, "a field"), ("state == 'a", 10, "quotation"), ("a..b", 1, "no field"), ("state == #", 10, "'#'"),
        ("state and", 10, "a field"), ("state == and", 10, "a value"),
    ])
    func aWrongExpressionSaysWhere(_ expression: String, _ column: Int, _ problem: String) throws {
        let error = #expect(throws: InvalidValue.self) { try WhereExpression(argument: expression) }
        let expected = try #require(error?.expected)
        #expect(expected.contains("at column \(column): ") && expected.contains(problem), "\(expected)")
    }

    @Test func hostileExpressionsAreBounded() {
        for hostile in [
            String(repeating: "(", count: 3_000), String(repeating: "not ", count: 900) + "a",
            String(repeating: "a", count: 5_000),
        ] {
            #expect(throws: InvalidValue.self) { try WhereExpression(argument: hostile) }
        }
    }

    @Test func timesBoundWhatIsShown() throws {
        let records = try [record(at: 0), record(at: 1_000), record(at: 2_000)]
        let lines = try printed(records) {
            $0.since = Timestamp(millisecondsSinceEpoch: 1_010)
            $0.until = Timestamp(millisecondsSinceEpoch: 2_009)
        }
        #expect(lines.count == 1 && lines[0].hasPrefix("1970-01-01T00:00:01.000Z"))
    }

    // MARK: - Where it begins

    @Test func offsetsLieWithinWhatThereIs() {
        let marks = Watermarks(low: 10, high: 50)
        #expect(TailStart.oldest.offset(between: marks, atTime: nil) == 10)
        #expect(TailStart.now.offset(between: marks, atTime: nil) == 50)
        #expect([0, 20, 90, -5, -100].map { TailStart.offset($0).offset(between: marks, atTime: nil) } == [10, 20, 50, 45, 10])
        let time = TailStart.time(Timestamp(millisecondsSinceEpoch: 0))
        #expect(time.offset(between: marks, atTime: 30) == 30 && time.offset(between: marks, atTime: nil) == 10)
    }

    @Test func aMomentIsATimeOrSoLongAgo() throws {
        #expect(try Moment(argument: "2026-10-31T08:00:00Z").time.description == "2026-10-31T08:00:00.000Z")
        let (earlier, later) = (try Moment(argument: "2h30m").time, try Moment(argument: "2h29m").time)
        #expect(earlier < later)
        for wrong in ["", "yesterday", "5", "-5m", "2026-10-31", "99999999d"] {
            #expect(throws: InvalidValue.self, "\(wrong)") { try Moment(argument: wrong) }
        }
    }
}
