import Testing

@testable import Shared

/// What is told of files before they are submitted.
@Suite struct FirstLookTests {
    private let today = CalendarDate(year: 2026, month: 10, day: 31) ?? .init(daysSinceEpoch: 0)

    private func signals(blurred: Int) -> PageSignals {
        PageSignals(
            tiles: 400, writtenTiles: 90, blurredTiles: blurred, glaringTiles: 0, brightness: 230, flatness: 100,
            proportion: 1414,
            likeness: PerceptualHash(bits: 7))
    }

    private func type(_ rule: DateRule) -> DocumentType {
        DocumentType(id: "bill", title: "Bill", hint: "A bill.", icon: "bolt", issueDate: rule)
    }

    private func journey(_ rule: DateRule, rules: [RuleID: RulePolicy] = [:]) -> JourneyDefinition {
        JourneyDefinition(
            id: "sample", title: "Sample", summary: "Send a bill.", documentTypes: [type(rule)], documents: CountRange(1...2),
            rules: rules)
    }

    /// A draft with one bill of one file.
    private func draft(_ look: FirstLook?, issued age: Int = 3) -> Submission {
        let file = OriginalFile(
            digest: ContentDigest(of: [1]), size: 1000, mediaType: .jpeg, declaredMediaType: .jpeg, fileExtension: "jpg",
            receivedAt: Timestamp(millisecondsSinceEpoch: 0))
        var submission = Submission(
            id: .random(), tenant: "acme", journey: "sample", journeyVersion: ContentDigest(of: []),
            createdAt: Timestamp(millisecondsSinceEpoch: 0), changedAt: Timestamp(millisecondsSinceEpoch: 0))
        submission.documents = [
            Document(
                id: .random(), type: "bill", issueDate: today.adding(days: -age),
                pages: [Page(id: .random(), original: file, look: look)])
        ]
        return submission
    }

    private func rules(_ look: FirstLook?, issued age: Int = 3) -> (said: [RuleID], undecided: [RuleID]) {
        let submission = draft(look, issued: age)
        let facts = SubmissionFacts(
            journey: journey(.issuedWithin(days: 90)), documents: submission.documents.map(DocumentFacts.init), today: today)
        let run = DryRun(facts.withFirstLooks(of: submission))
        return (run.allReasons.map(\.rule), run.undecided)
    }

    @Test func whatNobodyHasLookedAtIsUndecided() {
        let (said, undecided) = rules(nil)
        #expect(said.isEmpty)
        for rule in ["file.not-blurred", "file.readable", "file.complete", "file.not-blank"] as [RuleID] {
            #expect(undecided.contains(rule), "\(rule)")
        }
    }

    @Test func aPhotoThatCameOutBadlyIsToldOf() {
        let (said, undecided) = rules(FirstLook(pageCount: 1, signals: [signals(blurred: 80)]))
        #expect(said == ["file.not-blurred"])
        #expect(!undecided.contains("file.not-blurred") && !undecided.contains("file.readable"))
        #expect(rules(FirstLook(pageCount: 1, signals: [signals(blurred: 2)])).said.isEmpty)
        #expect(rules(FirstLook(pageCount: 1, signals: [signals(blurred: 2)], blankPages: 1)).said == ["file.not-blank"])
        #expect(rules(FirstLook(pageCount: 1, signals: [signals(blurred: 2)], repairs: [.cutOff])).said == ["file.complete"])
        #expect(rules(FirstLook(integrity: .damaged)).said == ["file.readable"])
    }

    /// One page of three says nothing of whether all are blank, and the limit of pages counts all of them.
    @Test func ofALongFileOnePageIsSeen() {
        let look = FirstLook(pageCount: 3, signals: [signals(blurred: 2)], blankPages: 1)
        let (said, undecided) = rules(look)
        #expect(said.isEmpty && undecided.contains("file.not-blank"))
        #expect(rules(FirstLook(pageCount: 11, signals: [signals(blurred: 2)])).said == ["document.page-count"])
        #expect(draft(look).documents[0].pageCount == 3)
    }

    @Test func whatIsMissingIsNamedOnce() {
        let submission = draft(nil, issued: 200)
        let facts = SubmissionFacts(
            journey: journey(.issuedWithin(days: 90)), documents: submission.documents.map(DocumentFacts.init), today: today)
        let run = DryRun(facts)
        #expect(run.refusals(beside: []).map(\.rule) == ["document.issue-date-recent"])
        #expect(run.refusals(beside: run.allReasons).isEmpty)
    }

    /// A field for the date can only promise what the rules refuse.
    @Test func theDaysOfIssueAreThoseThatTheRulesLetPass() {
        func days(_ rule: DateRule, _ rules: [RuleID: RulePolicy] = [:]) -> [CalendarDate?] {
            let (earliest, latest) = journey(rule, rules: rules).issueDays(of: type(rule), today: today)
            return [earliest, latest]
        }
        #expect(days(.none) == [nil, nil])
        #expect(days(.required) == [nil, today])
        #expect(days(.issuedWithin(days: 90)) == [today.adding(days: -90), today])
        #expect(days(.issuedWithin(days: 90), ["document.issue-date-recent": .warn]) == [nil, today])
        #expect(days(.issuedBetween(minimumDays: 7, days: 90)) == [today.adding(days: -90), today.adding(days: -7)])
    }
}
