import Testing

@testable import Shared

/// Rules for what was read: whom they speak to, what they refuse, and what events tell of it.
@Suite struct ReadingRuleTests {
    private static func findings(
        _ facts: SubmissionFacts, _ reading: ReadingPolicy, rules: [RuleID: RulePolicy] = [:]
    ) -> [Finding] {
        var facts = facts
        facts.journey = JourneyDefinition(
            id: facts.journey.id, title: "Test", summary: "", documentTypes: facts.journey.documentTypes,
            documents: facts.journey.documents, rules: rules, reading: reading)
        return RuleEngine.reading.findings(for: facts)
    }

    @Test(arguments: RuleExamples.readings)
    func onlyJourneysThatCheckAreTold(example: RuleExample) {
        #expect(Self.findings(example.facts, .off).isEmpty && Self.findings(example.facts, .suggest).isEmpty)
        #expect(Self.findings(example.facts, .check).map(\.wording) == example.wordings)
        // What was read is for the rules of reading alone.
        let wordings = RuleEngine.validation.findings(for: example.facts).map(\.wording)
        #expect(Set(wordings).isDisjoint(with: RuleEngine.reading.rules.flatMap(\.wordingsOfReading)))
        var unread = example.facts
        unread.documents[0].reading = nil
        unread.documents[0].expiryDate = .absent
        #expect(RuleEngine.reading.findings(for: unread).isEmpty)
    }

    /// A journey that refuses is refused for what is proven, and warned of all else.
    @Test(arguments: RuleExamples.readings.filter { $0.severity != nil })
    func onlyProofIsRefused(example: RuleExample) {
        let rules = Dictionary(uniqueKeysWithValues: example.wordings.map { ($0.rule, RulePolicy.refuse) })
        #expect(Self.findings(example.facts, .check, rules: rules).map(\.severity) == [example.severity], "\(example.name)")
    }

    @Test func noDryRunReads() {
        let facts = SubmissionFacts(
            journey: Fixture.journey(reading: .check), documents: [Fixture.document()], today: Fixture.today)
        var read = facts
        read.documents[0].reading = RuleExamples.read(kind: ReadKind(verdict: .looksLike, kind: "payslip", score: 90))
        #expect(DryRun(read).allReasons == DryRun(facts).allReasons && DryRun(read).undecided == DryRun(facts).undecided)
    }

    @Test func aReasonKnowsItsPlace() throws {
        var reading = RuleExamples.read(pages: [RuleExamples.page(), RuleExamples.page()])
        reading.facts = [RuleExamples.fact(.issued, RuleExamples.ago(9), page: 1)]
        let example = RuleExamples.reading("", reading, date: .day(RuleExamples.ago(3)))
        let reason = try #require(RuleEngine.reading.reasons(for: example.facts).first)
        #expect(reason.page == reading.pages[1].page)
        #expect(
            reason.place
                == ReasonPlace(
                    page: reading.pages[1].page, number: 2, box: PageBox(left: 1000, top: 2000, right: 3000, bottom: 2200)))
        let json = try CanonicalJSON.encode(reason)
        #expect(try CanonicalJSON.decode(Reason.self, from: json) == reason)
        #expect(reason.localized(in: .german).place == reason.place)
        #expect(reason.message.hasPrefix("“Letter” says 22 October 2026; you entered 28 October 2026."))
        // Reasons that were stored before there were places have none.
        let old = try CanonicalJSON.encode(Fixture.reason())
        #expect(!String(decoding: old, as: UTF8.self).contains("place"))
        #expect(try CanonicalJSON.decode(Reason.self, from: old).place == nil)
    }

    @Test func aKindIsCalledAsTheJourneyCallsIt() throws {
        let reading = RuleExamples.read(kind: ReadKind(verdict: .looksLike, kind: "payslip", score: 90))
        var example = RuleExamples.reading("", reading)
        let stranger = try #require(RuleEngine.reading.reasons(for: example.facts).first)
        #expect(stranger.found == "what looks like: payslip")
        #expect(stranger.localized(in: .german).found == "sieht aus wie: Gehaltsabrechnung")
        #expect(stranger.localized(in: .japanese, of: example.facts.journey).found == "給与明細と思われる書類")
        let slip = DocumentType(id: "payslip", title: "Slip", hint: "", icon: "")
        example.facts.journey = JourneyDefinition(
            id: "test", title: "Test", summary: "", documentTypes: [Fixture.type(), slip], documents: CountRange(1...2),
            translations: ["de": JourneyTranslation(types: ["payslip": .init("Zettel")])], reading: .check)
        let known = try #require(RuleEngine.reading.reasons(for: example.facts).first)
        #expect(known.found == "what looks like: Slip")
        #expect(known.localized(in: .german, of: example.facts.journey).found == "sieht aus wie: Zettel")
        let german = known.localized(in: .german, of: example.facts.journey)
        #expect(german.localized(in: .english, of: example.facts.journey) == known)
    }
}

@Suite struct MaskedReasonTests {
    /// Exactly what tells of reading is masked: all of the rules that are asked of nothing else, of `document.not-expired` what it
    /// says of print, and the days that files carry.
    @Test func exactlyWhatWasReadIsMasked() {
        let masked = Set(RuleChecks.standard.rules.flatMap(\.wordingsOfReading))
        let others = Checkpoint.allCases.filter { $0 != .reading }
            .flatMap { RuleEngine(.standard, at: $0).rules.map(\.id) }
        let ofReading = RuleEngine.reading.rules.filter { !others.contains($0.id) }.flatMap(\.wordings)
        let besides: [WordingKey] = ["document.not-expired/printed", "document.not-expired/differs"]
        #expect(masked == Set(ofReading + besides + FileDatesAgree().wordings))
        #expect(ofReading.count == 25)
    }

    @Test(arguments: RuleExamples.readings.filter { !$0.wordings.isEmpty })
    func eventsTellNothingOfWhatWasRead(example: RuleExample) {
        for finding in RuleEngine.reading.findings(for: example.facts) {
            let reason = Reason(finding)
            let masked = reason.masked
            #expect(masked.rule == reason.rule && masked.wording == reason.wording && masked.severity == reason.severity)
            #expect(masked.page == reason.page && masked.document == reason.document && masked.place == nil)
            let values = masked.values ?? [:]
            #expect(Set(values.keys) == Set(finding.values.keys))
            #expect(values.allSatisfy { $0.key == "type" || $0.value == .text("…") })
            let message = masked.message
            #expect(!message.isEmpty && !message.hasPrefix(" ") && !message.contains("  "), "\(message)")
            let text = "\(masked)"
            for (name, value) in finding.values where name != "type" {
                switch value {
                case .day, .text: #expect(!text.contains(Language.english.conventions.text(value)), "\(text)")
                default: break
                }
            }
        }
    }

    @Test func whatAPersonSaidIsNotMasked() {
        let facts = Fixture.facts(
            [Fixture.document(expires: RuleExamples.day(-1))], journey: Fixture.journey(types: [Fixture.type(expires: .required)])
        )
        let verdict = RuleEngine.validation.verdict(on: facts)
        #expect(verdict.masked == verdict && verdict.allReasons.map(\.wording) == ["document.not-expired"])
    }
}
