import FoundationEssentials
import Shared
import Testing

@Suite struct RuleTests {
    static func dated(_ rule: DateRule) -> JourneyDefinition { Fixture.journey(types: [Fixture.type(issueDate: rule)]) }
    static func day(_ offset: Int) -> StatedDate { .day(Fixture.today.adding(days: offset)) }

    @Test(arguments: RuleExamples.all)
    func speaksOfWhatIsWrong(example: RuleExample) {
        let findings = example.engine.findings(for: example.facts)
        #expect(findings.map(\.wording) == example.wordings)
        for reason in findings.map({ Reason($0) }) {
            #expect(!reason.found.isEmpty && !reason.expected.isEmpty && reason.message.hasSuffix("."))
            #expect(
                (reason.page != nil)
                    == (reason.rule.rawValue.hasPrefix("file.") || reason.rule == "document.file-dates" || reason.place != nil))
        }
    }

    @Test func everyWordingHasAnExample() {
        let shown = Set(RuleExamples.all.flatMap(\.wordings))
        let wanted = Set(RuleChecks.standard.rules.flatMap(\.wordings))
        // What is asked only before a submission is submitted has its own tests.
        #expect(wanted.subtracting(shown) == ["document.replaced"])
        #expect(shown.isSubset(of: wanted))
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

    @Test(arguments: RuleChecks.standard.rules.map(\.id), [RulePolicy.allow, .warn, .refuse])
    func journeysDecideOnWhatIsNegotiable(id: RuleID, policy: RulePolicy) throws {
        let rule = try #require(RuleChecks.standard.rules.first { $0.id == id })
        let journey = Fixture.journey(rules: [id: policy])
        #expect(journey.policy(of: rule) == (rule.isNegotiable ? policy : rule.policy))
        #expect(journey.faults.isEmpty == rule.isNegotiable)
        for example in RuleExamples.all where example.wordings.map(\.rule) == [id] && rule.isNegotiable {
            var facts = example.facts
            facts.journey = JourneyDefinition(
                id: facts.journey.id, title: "Test", summary: "", documentTypes: facts.journey.documentTypes,
                documents: facts.journey.documents, rules: [id: policy], reading: facts.journey.reading)
            let findings = example.engine.findings(for: facts)
            // What the rule itself takes for a mere warning stays one.
            let isMere = example.severity == .warn && (rule.policy == .refuse || rule is any ReadingRule)
            let severity = isMere ? .warn : policy.severity
            #expect(findings.map(\.severity) == (policy == .allow ? [] : [severity]), "\(example.name)")
        }
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
            let reasons = RuleEngine.validation.reasons(for: facts)
            #expect(reasons.contains { $0.rule == "document.issue-date-not-in-future" } == isFuture, "\(zone)")
        }
    }

    @Test func tellsWhatWasFoundAndWhatIsWanted() throws {
        let facts = Fixture.facts([Fixture.document(date: Self.day(-120))], journey: Self.dated(.issuedWithin(days: 90)))
        let reason = try #require(RuleEngine.validation.reasons(for: facts).first)
        #expect(reason.found == "issued on 3 July 2026, 120 days ago")
        #expect(reason.expected == "issued on 2 August 2026 or later")
        #expect(
            reason.message == "“Letter” must not be older than 90 days. Send one that was issued on 2 August 2026 or later.")
        #expect(reason.remedy == "Send one that was issued on 2 August 2026 or later.")
        #expect(reason.documentType == "letter")
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

    /// The verdict that stands is not given again, but its files are there: sending one a second time is a duplicate.
    @Test func aFileOfAnAcceptedDocumentIsADuplicate() {
        let digest = ContentDigest(of: [1])
        let settled = Fixture.document(pages: [Fixture.file(digest: digest), Fixture.file(digest: digest)], settled: [])
        let again = Fixture.file(digest: digest)
        for documents in [
            [settled, Fixture.document(pages: [again])], [Fixture.document(pages: [again]), settled],
        ] {
            let findings = RuleEngine.validation.findings(for: Fixture.facts(documents))
            #expect(findings.map { Reason($0) }.map(\.page) == [again.id])
        }
    }

    @Test func duplicatesAreFoundAmongMany() {
        let type = Fixture.type(pages: CountRange(1...100))
        let files = (0..<40).map { Fixture.file(digest: ContentDigest(of: [$0])) }
        // Of the first that were seen, and of the last.
        let again = [0, 15, 16, 39].map { Fixture.file(digest: files[$0].digest) }
        let facts = Fixture.facts(
            [Fixture.document(pages: files + again)], journey: Fixture.journey(types: [type]))
        let found = RuleEngine.validation.findings(for: facts).map { Reason($0) }
        #expect(found.filter { $0.rule == "file.not-duplicate" }.map(\.page) == again.map(\.id))
    }

    @Test func nothingIsUndecidedOfAnAcceptedDocument() {
        let unseen = Fixture.file(content: .pdf, integrity: .unknown)
        #expect(RuleEngine.validation.undecided(for: Fixture.facts([Fixture.document(pages: [unseen], settled: [])])).isEmpty)
    }

    @Test func aNewcomersFileIsJudgedAtOnce() {
        let document = Fixture.document(pages: [])
        let file = Fixture.file(size: 2000, content: .png, declared: .jpeg)
        let reasons = RuleEngine.onArrival.reasons(
            for: file, of: Fixture.type(), in: document, journey: Fixture.journey())
        #expect(reasons.map(\.rule) == ["file.size", "file.media-type", "file.type-agrees"])
        #expect(reasons.allSatisfy { $0.document == document.id && $0.page == file.id })
    }

    @Test func saysWhatItCannotDecideOn() {
        let facts = Fixture.facts([Fixture.document(pages: [Fixture.file(content: .pdf, integrity: .unknown)])])
        #expect(
            RuleEngine.validation.undecided(for: facts) == [
                "document.file-dates", "file.no-malware", "file.type-unambiguous", "file.type-confirmed", "file.readable",
                "file.complete",
                "file.no-password", "file.within-budget", "file.not-blank", "file.not-blurred", "file.unedited",
            ])
        // What the parsers have seen of a file needs no jail.
        let seen = Fixture.file(integrity: .unknown) {
            var structure = FileFacts(mediaType: .jpeg)
            structure.isTruncated = true
            structure.size = PixelSize(width: 1, height: 1)
            $0.add(structure)
        }
        #expect(
            RuleEngine.validation.undecided(for: Fixture.facts([Fixture.document(pages: [seen])])) == [
                "file.no-malware", "file.type-confirmed", "file.readable", "file.within-budget", "file.not-blank",
                "file.not-blurred", "file.no-glare", "file.not-dark", "file.not-screenshot",
            ])
        // Signatures, where the type requires them.
        let signed = Fixture.journey(types: [Fixture.type(mediaTypes: [.pdf], signature: .intact)])
        let letter = Fixture.facts([Fixture.document(pages: [Fixture.file(content: .pdf)])], journey: signed)
        #expect(RuleEngine.validation.undecided(for: letter).contains("file.signed"))
        #expect(!RuleEngine.validation.reasons(for: letter).contains { $0.rule == "file.signed" })
        let strict = Fixture.journey(rules: [
            "file.no-active-content": .refuse, "file.not-known": .warn, "file.not-blank": .allow,
        ])
        #expect(
            RuleEngine.validation.undecided(
                for: Fixture.facts(
                    [Fixture.document(pages: [Fixture.file(content: .pdf) { $0.blankPages = nil }])], journey: strict))
                == ["file.type-unambiguous", "file.no-active-content", "file.not-blurred", "file.not-known"])
    }

    @Test func idsAreDistinct() {
        let ids = RuleChecks.standard.rules.map(\.id)
        #expect(Set(ids).count == ids.count)
        for rule in RuleChecks.standard.rules { #expect(rule.wordings.allSatisfy { $0.rule == rule.id }, "\(rule.id)") }
    }

    /// DOCKET_TEST_BENCHMARK=1 in a release build prints the rate.
    @Test func manyDocumentsAreJudged() {
        let isMeasured = ProcessInfo.processInfo.environment["DOCKET_TEST_BENCHMARK"] == "1"
        let result = RuleBenchmark.run(documents: isMeasured ? 900_000 : 600)
        // One of ten submissions has a statement that is too old.
        #expect(result.findings == result.documents / 30 + result.documents / 30)
        if isMeasured { print("rules: \(Int(result.documentsPerSecond)) documents a second") }
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
            returnUrl: "https://app.example.org/done?x=1#y",
            expected: ExpectedPerson(name: "Ünsal, Ann", address: "1 High St, Riverton", dateOfBirth: Fixture.today))
        #expect(request.faults.isEmpty)
        #expect(NewSubmission(journey: "identity").faults.isEmpty)
    }

    @Test(arguments: ["", "Ann\nBcc: x", String(repeating: "a", count: 501)])
    func refusesPersonsThatNobodyIs(text: String) {
        #expect(Self.faults { $0.expected = ExpectedPerson(name: text) } == ["/expected/name"])
        #expect(Self.faults { $0.expected = ExpectedPerson(address: text) } == ["/expected/address"])
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
        for token in ["", "abc", "0g", "../..", "ab cd", "ab\r\n", String(repeating: "a", count: 202), "٠١"] {
            #expect(Self.faults { $0.contact = Contact(pushToken: token) } == ["/contact/pushToken"], "\(token)")
        }
        #expect(Self.faults { $0.metadata = ["": "x"] } == ["/metadata"])
        #expect(Self.faults { $0.metadata = ["x": String(repeating: "x", count: 501)] } == ["/metadata"])
        #expect(Self.faults { $0.metadata = Dictionary(uniqueKeysWithValues: (0..<51).map { ("k\($0)", "v") }) } == ["/metadata"])
    }
}
