import Shared
import Testing

@Suite struct RuleTests {
    /// One submission, and the rules that speak of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let facts: SubmissionFacts
        let rules: [RuleID]
        var testDescription: String { name }

        init(_ name: String, _ documents: [DocumentFacts], _ journey: JourneyDefinition? = nil, _ rules: [RuleID] = []) {
            self.name = name
            self.facts = Fixture.facts(documents, journey: journey)
            self.rules = rules
        }
    }

    static func dated(_ rule: DateRule) -> JourneyDefinition { Fixture.journey(types: [Fixture.type(issueDate: rule)]) }
    static func day(_ offset: Int) -> StatedDate { .day(Fixture.today.adding(days: offset)) }

    static let counts: [Case] = [
        Case("one is enough", [Fixture.document()]),
        Case("none", [], nil, ["submission.document-count"]),
        Case(
            "too many", [Fixture.document(), Fixture.document(), Fixture.document()], nil,
            ["submission.document-count", "submission.document-count-of-type"]),
        Case(
            "too few of a journey", [Fixture.document()], Fixture.journey(documents: CountRange(2...2)),
            ["submission.document-count"]),
        Case(
            "too few of a type", [Fixture.document()],
            Fixture.journey(types: [Fixture.type(), Fixture.type("other", documents: CountRange(1...1))]),
            ["submission.document-count-of-type"]),
        Case("a type of another journey", [Fixture.document("passport")], nil, ["document.type-known"]),
        Case("no page", [Fixture.document(pages: [])], nil, ["document.page-count"]),
        Case("as many photos as allowed", [Fixture.document(pages: (0..<3).map { _ in Fixture.file() })]),
        Case("too many photos", [Fixture.document(pages: (0..<4).map { _ in Fixture.file() })], nil, ["document.page-count"]),
        Case("a PDF with as many pages as allowed", [Fixture.document(pages: [Fixture.file(content: .pdf, pages: 3)])]),
        Case(
            "a PDF with too many", [Fixture.document(pages: [Fixture.file(content: .pdf, pages: 4)])], nil,
            ["document.page-count"]),
        Case(
            "a PDF that nobody has counted may have enough", [Fixture.document(pages: [Fixture.file(content: .pdf)])],
            Fixture.journey(types: [Fixture.type(pages: CountRange(2...3))])),
        Case(
            "one photo is not two", [Fixture.document(pages: [Fixture.file()])],
            Fixture.journey(types: [Fixture.type(pages: CountRange(2...3))]), ["document.page-count"]),
    ]

    static let dates: [Case] = [
        Case("nobody asks", [Fixture.document()], dated(.none)),
        Case("not asked for, yet given", [Fixture.document(date: day(5))], dated(.none)),
        Case("may be left out", [Fixture.document()], dated(.optional)),
        Case("required", [Fixture.document()], dated(.required), ["document.issue-date-required"]),
        Case("required by an age limit", [Fixture.document()], dated(.issuedWithin(days: 90)), ["document.issue-date-required"]),
        Case(
            "unreadable", [Fixture.document(date: StatedDate("31.10.2026"))], dated(.required), ["document.issue-date-readable"]),
        Case("today", [Fixture.document(date: day(0))], dated(.issuedWithin(days: 90))),
        Case("tomorrow", [Fixture.document(date: day(1))], dated(.optional), ["document.issue-date-not-in-future"]),
        Case("as old as allowed", [Fixture.document(date: day(-90))], dated(.issuedWithin(days: 90))),
        Case(
            "a day too old", [Fixture.document(date: day(-91))], dated(.issuedWithin(days: 90)), ["document.issue-date-recent"]),
        Case("old, where age does not matter", [Fixture.document(date: day(-9000))], dated(.required)),
        Case(
            "issued today only", [Fixture.document(date: day(-1))], dated(.issuedWithin(days: 0)), ["document.issue-date-recent"]),
    ]

    static func file(_ name: String, _ file: PageFacts, _ rules: RuleID...) -> Case {
        Case(name, [Fixture.document(pages: [file])], nil, rules)
    }

    static let files: [Case] = [
        file("a photo", Fixture.file(declared: .jpeg, fileExtension: "jpg")),
        file("empty", Fixture.file(size: 0, content: nil), "file.not-empty"),
        file("as large as allowed", Fixture.file(size: 1000)),
        file("a byte too large", Fixture.file(size: 1001), "file.size"),
        file("not an accepted type", Fixture.file(content: .png), "file.media-type"),
        file("nothing known", Fixture.file(content: nil), "file.media-type"),
        file("a name that lies", Fixture.file(fileExtension: "pdf"), "file.type-agrees"),
        file("a declaration that lies", Fixture.file(declared: .png), "file.type-agrees"),
        file("a declaration that claims nothing", Fixture.file(declared: .octetStream, fileExtension: "bin")),
        file("a declared type of no file that we know", Fixture.file(declared: MediaType("text/plain")), "file.type-agrees"),
        file("damaged", Fixture.file(integrity: .damaged), "file.readable"),
        file("a password", Fixture.file(content: .pdf, pages: 1, protection: .passwordRequired), "file.no-password"),
        file("two detectors agree", Fixture.file(secondOpinion: .jpeg)),
        file("a detector without an opinion", Fixture.file(secondOpinion: .octetStream)),
        file("two things at once", Fixture.file(secondOpinion: .pdf), "file.type-unambiguous"),
        file(
            "more pixels than a page may have",
            Fixture.file(excess: PageFacts.Excess(.pixels, found: 200_000_000, limit: 100_000_000)), "file.within-budget"),
        file("restrictions alone", Fixture.file(content: .pdf, pages: 1, protection: .ownerOnly)),
    ]

    @Test(arguments: counts + dates + files)
    func speaksOfWhatIsWrong(example: Case) {
        let reasons = RuleEngine.validation.reasons(for: example.facts)
        #expect(reasons.map(\.rule) == example.rules)
        for reason in reasons {
            #expect(reason.severity == .refuse)
            #expect(!reason.found.isEmpty && !reason.expected.isEmpty && reason.message.hasSuffix("."))
            #expect((reason.page != nil) == reason.rule.rawValue.hasPrefix("file."))
        }
    }

    @Test(arguments: [DuplicatePolicy.allow, .warn, .refuse])
    func duplicatesFollowThePolicy(policy: DuplicatePolicy) {
        let journey = Fixture.journey(types: [Fixture.type(duplicates: policy)])
        let digest = ContentDigest(of: [1])
        let (first, second) = (Fixture.file(digest: digest), Fixture.file(digest: digest))
        let reasons = RuleEngine.validation.reasons(
            for: Fixture.facts([Fixture.document(pages: [first]), Fixture.document(pages: [second])], journey: journey))
        #expect(reasons.map(\.severity) == (policy == .allow ? [] : policy == .warn ? [.warn] : [.refuse]))
        #expect(reasons.allSatisfy { $0.page == second.id && $0.rule == "file.not-duplicate" })
    }

    @Test func theEdgeOfAnAgeFollowsTheTimeZone() throws {
        let types = [Fixture.type(issueDate: .issuedWithin(days: 90))]
        let moment = try #require(Timestamp("2026-10-31T23:30:00Z"))
        let submission = Fixture.submission(documents: [
            Document(id: .random(), type: "letter", issueDate: CalendarDate("2026-08-02"), pages: [Fixture.page()])
        ])
        for (zone, isOld) in [("UTC", false), ("Pacific/Auckland", true), ("America/New_York", false)] {
            let facts = SubmissionFacts(submission, journey: Fixture.journey(types: types, timeZone: zone), at: moment)
            let rules = RuleEngine.validation.reasons(for: facts).map(\.rule)
            #expect(rules == (isOld ? ["document.issue-date-recent"] : []), "\(zone)")
        }
    }

    @Test func theEdgeOfTheFutureFollowsTheTimeZone() throws {
        let types = [Fixture.type(issueDate: .required)]
        let moment = try #require(Timestamp("2026-10-31T23:30:00Z"))
        let submission = Fixture.submission(documents: [
            Document(id: .random(), type: "letter", issueDate: CalendarDate("2026-11-01"), pages: [Fixture.page()])
        ])
        for (zone, isFuture) in [("UTC", true), ("Pacific/Auckland", false)] {
            let facts = SubmissionFacts(submission, journey: Fixture.journey(types: types, timeZone: zone), at: moment)
            #expect(RuleEngine.onEntry.reasons(for: facts).isEmpty == !isFuture, "\(zone)")
        }
    }

    @Test func tellsWhatWasFoundAndWhatIsWanted() throws {
        let facts = Fixture.facts([Fixture.document(date: Self.day(-120))], journey: Self.dated(.issuedWithin(days: 90)))
        let reason = try #require(RuleEngine.validation.reasons(for: facts).first)
        #expect(reason.found == "issued on 2026-07-03, 120 days ago")
        #expect(reason.expected == "issued on 2026-08-02 or later")
        #expect(
            reason.message == "“Letter” must not be older than 90 days. Send one that was issued on 2026-08-02 or later.")
        #expect(FileSize.finding(found: 26_000_000, limit: 25_000_000).message.contains("25 MB"))
    }

    @Test func acceptedDocumentsCountAndAreNotCheckedAgain() {
        let warning = Fixture.reason("file.not-duplicate", .warn, document: .random())
        var settled = Fixture.document(date: Self.day(-900), settled: [])
        settled.settled = [
            Reason(
                rule: warning.rule, severity: .warn, document: settled.id, found: warning.found, expected: warning.expected,
                message: warning.message)
        ]
        let verdict = RuleEngine.validation.verdict(on: Fixture.facts([settled], journey: Self.dated(.issuedWithin(days: 90))))
        #expect(verdict.verdict == .acceptedWithWarnings)
        #expect(verdict.documents.map(\.verdict) == [.acceptedWithWarnings])
    }

    @Test func aNewcomersFileIsJudgedAtOnce() {
        let document = DocumentID.random()
        let file = Fixture.file(size: 2000, content: .png, declared: .jpeg)
        let reasons = RuleEngine.onArrival.reasons(for: file, of: Fixture.type(), in: document)
        #expect(reasons.map(\.rule) == ["file.size", "file.media-type", "file.type-agrees"])
        #expect(reasons.allSatisfy { $0.document == document && $0.page == file.id })
        #expect(RuleEngine.completeness.reasons(for: file, of: Fixture.type(), in: document).isEmpty)
    }

    @Test func idsAreDistinct() {
        let ids = RuleEngine.validation.rules.map(\.id)
        #expect(Set(ids).count == ids.count)
    }
}

@Suite struct CompletenessCheckTests {
    static let journey = Fixture.journey(types: [Fixture.type(issueDate: .required)])

    static func missing(_ documents: Document...) -> [RuleID] {
        CompletenessCheck.missing(from: Fixture.submission(documents: documents), journey: journey, at: Fixture.now).map(\.rule)
    }

    @Test func namesWhatIsMissing() {
        #expect(Self.missing() == ["submission.document-count"])
        let empty = Document(id: .random(), type: "letter", pages: [Page(id: .random())])
        #expect(Self.missing(empty) == ["document.page-count", "document.issue-date-required"])
        let complete = Document(id: .random(), type: "letter", issueDate: Fixture.today, pages: [Fixture.page()])
        #expect(Self.missing(complete) == [])
        let removed = Document(id: .random(), type: "letter", state: .removed)
        #expect(Self.missing(complete, removed) == [])
    }

    @Test func whatIsTooOldIsNotMissing() {
        let old = Document(id: .random(), type: "letter", issueDate: CalendarDate("2001-01-01"), pages: [Fixture.page()])
        #expect(Self.missing(old) == [])
    }

    @Test func refusedDocumentsMustBeReplaced() {
        var document = Document(
            id: .random(), type: "letter", issueDate: Fixture.today, pages: [Fixture.page()], verdict: .refused)
        #expect(Self.missing(document) == ["document.replaced"])
        document.verdict = nil
        #expect(Self.missing(document) == [])
    }
}

@Suite struct NewSubmissionTests {
    static func faults(_ change: (inout NewSubmission) -> Void) -> [String] {
        var request = NewSubmission(journey: "identity")
        change(&request)
        return request.faults.map(\.pointer)
    }

    @Test func acceptsWhatPeopleSend() {
        let request = NewSubmission(
            journey: "identity", subject: "user 17", reference: "Case № 5/2026", locale: "zh-Hant-TW",
            contact: Contact(email: "a.b+c@mail.example.org", pushToken: "0a1b"), metadata: ["channel": "", "agent": "Ünsal"],
            returnUrl: "https://app.example.org/done?x=1#y")
        #expect(request.faults.isEmpty)
        #expect(NewSubmission(journey: "identity").faults.isEmpty)
    }

    @Test(arguments: ["", "e", "en_GB", "en--GB", "1n", "en-toolongtag9", "en-GB\n"])
    func refusesLocales(text: String) {
        #expect(Self.faults { $0.locale = text } == ["/locale"])
    }

    @Test(arguments: ["", "a", "a@b", "@b.c", "a@b..c", "a@@b.c", "a b@c.d", "a@b.c\r\nBcc: x@y.z", "a@b.c,d@e.f "])
    func refusesAddresses(text: String) {
        #expect(Self.faults { $0.contact = Contact(email: text) } == ["/contact/email"])
    }

    @Test(arguments: [
        "", "app.example.org", "javascript:alert(1)", "ftp://x", "https://", "https://u:p@host/", "https://a b", "https://ä",
    ])
    func refusesReturnAddresses(text: String) {
        #expect(Self.faults { $0.returnUrl = text } == ["/returnUrl"])
    }

    @Test func boundsTextsAndMetadata() {
        let long = String(repeating: "x", count: 201)
        #expect(Self.faults { $0.subject = long } == ["/subject"])
        #expect(Self.faults { $0.reference = "a\u{0}b" } == ["/reference"])
        #expect(Self.faults { $0.contact = Contact(pushToken: "") } == ["/contact/pushToken"])
        #expect(Self.faults { $0.metadata = ["": "x"] } == ["/metadata"])
        #expect(Self.faults { $0.metadata = ["x": String(repeating: "x", count: 501)] } == ["/metadata"])
        #expect(Self.faults { $0.metadata = Dictionary(uniqueKeysWithValues: (0..<51).map { ("k\($0)", "v") }) } == ["/metadata"])
    }
}
