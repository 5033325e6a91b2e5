import Shared
import Testing

/// One submission, and what the rules say of it.
struct RuleExample: Sendable, CustomTestStringConvertible {
    let name: String
    var facts: SubmissionFacts
    let wordings: [WordingKey]
    var severity: Reason.Severity?
    /// Whose rules are asked.
    var engine = RuleEngine.validation
    var testDescription: String { name }

    init(
        _ name: String, _ documents: [DocumentFacts], _ journey: JourneyDefinition? = nil, consent: String? = nil,
        _ wordings: [WordingKey] = [], severity: Reason.Severity? = nil
    ) {
        self.name = name
        facts = Fixture.facts(documents, journey: journey, consent: consent)
        self.wordings = wordings
        self.severity = severity
    }
}

/// For each rule, what just satisfies it and what just does not.
enum RuleExamples {
    static let all =
        counts + consents + dates + fileDates + expiries + periods + files + sizes + contents + edited + signed + pdfs + measured
        + resembling + readings

    static func day(_ offset: Int) -> StatedDate { .day(Fixture.today.adding(days: offset)) }

    static let counts: [RuleExample] = [
        RuleExample("one is enough", [Fixture.document()]),
        RuleExample("none", [], nil, ["submission.document-count/too-few"]),
        RuleExample("as many as are taken", [Fixture.document(), Fixture.document()]),
        RuleExample(
            "too many", [Fixture.document(), Fixture.document(), Fixture.document()], nil,
            ["submission.document-count/too-many", "submission.document-count-of-type/too-many"]),
        RuleExample(
            "too few of a journey", [Fixture.document()], Fixture.journey(documents: CountRange(2...2)),
            ["submission.document-count/too-few"]),
        RuleExample(
            "too few of a type", [Fixture.document()],
            Fixture.journey(types: [Fixture.type(), Fixture.type("other", documents: CountRange(1...1))]),
            ["submission.document-count-of-type/too-few"]),
        RuleExample("a type of another journey", [Fixture.document("passport")], nil, ["document.type-known"]),
        RuleExample("no page", [Fixture.document(pages: [])], nil, ["document.page-count/too-few"]),
        RuleExample("as many photos as allowed", [Fixture.document(pages: (0..<3).map { _ in Fixture.file() })]),
        RuleExample(
            "too many photos", [Fixture.document(pages: (0..<4).map { _ in Fixture.file() })], nil,
            ["document.page-count/too-many"]),
        RuleExample(
            "a PDF with as many pages as allowed", [Fixture.document(pages: [Fixture.file(content: .pdf, pages: 3)])]),
        RuleExample(
            "a PDF with too many", [Fixture.document(pages: [Fixture.file(content: .pdf, pages: 4)])], nil,
            ["document.page-count/too-many"]),
        RuleExample(
            "a PDF that nobody has counted may have enough", [Fixture.document(pages: [Fixture.file(content: .pdf)])],
            Fixture.journey(types: [Fixture.type(pages: CountRange(2...3))])),
        RuleExample(
            "one photo is not two", [Fixture.document(pages: [Fixture.file()])],
            Fixture.journey(types: [Fixture.type(pages: CountRange(2...3))]), ["document.page-count/too-few"]),
    ]

    private static let asking = Fixture.journey(consent: ConsentText(version: "2026-10", text: "I agree."))

    static let consents: [RuleExample] = [
        RuleExample("agreed", [Fixture.document()], asking, consent: "2026-10"),
        RuleExample("not agreed", [Fixture.document()], asking, ["submission.consent/missing"]),
        RuleExample(
            "agreed to what was there before", [Fixture.document()], asking, consent: "2025-01", ["submission.consent/outdated"]),
        RuleExample("agreed to what nobody asked", [Fixture.document()], nil, consent: "x"),
    ]

    private static func dated(_ rule: DateRule) -> JourneyDefinition {
        Fixture.journey(types: [Fixture.type(issueDate: rule)])
    }

    static let dates: [RuleExample] = [
        RuleExample("nobody asks", [Fixture.document()], dated(.none)),
        RuleExample("not asked for, yet given", [Fixture.document(date: day(5))], dated(.none)),
        RuleExample("may be left out", [Fixture.document()], dated(.optional)),
        RuleExample("required", [Fixture.document()], dated(.required), ["document.issue-date-required"]),
        RuleExample(
            "required by an age limit", [Fixture.document()], dated(.issuedWithin(days: 90)), ["document.issue-date-required"]),
        RuleExample(
            "unreadable", [Fixture.document(date: StatedDate("31.10.2026"))], dated(.required),
            ["document.issue-date-readable"]),
        RuleExample("today", [Fixture.document(date: day(0))], dated(.issuedWithin(days: 90))),
        RuleExample("tomorrow", [Fixture.document(date: day(1))], dated(.optional), ["document.issue-date-not-in-future"]),
        RuleExample("as old as allowed", [Fixture.document(date: day(-90))], dated(.issuedWithin(days: 90))),
        RuleExample(
            "a day too old", [Fixture.document(date: day(-91))], dated(.issuedWithin(days: 90)), ["document.issue-date-recent"]),
        RuleExample("old, where age does not matter", [Fixture.document(date: day(-9000))], dated(.required)),
        RuleExample(
            "issued today only", [Fixture.document(date: day(-1))], dated(.issuedWithin(days: 0)),
            ["document.issue-date-recent"]),
        RuleExample("as young as allowed", [Fixture.document(date: day(-7))], dated(.issuedBetween(minimumDays: 7, days: nil))),
        RuleExample(
            "a day too young", [Fixture.document(date: day(-6))], dated(.issuedBetween(minimumDays: 7, days: 90)),
            ["document.issue-date-settled"]),
        RuleExample(
            "tomorrow, where it should be some days old", [Fixture.document(date: day(1))],
            dated(.issuedBetween(minimumDays: 7, days: 90)), ["document.issue-date-not-in-future"]),
        RuleExample(
            "too old between", [Fixture.document(date: day(-91))], dated(.issuedBetween(minimumDays: 7, days: 90)),
            ["document.issue-date-recent"]),
    ]

    private static func expiring(_ rule: ExpiryRule, _ policy: RulePolicy = .refuse) -> JourneyDefinition {
        Fixture.journey(types: [Fixture.type(expires: rule)], rules: ["document.not-expired": policy])
    }

    static let expiries: [RuleExample] = [
        RuleExample("nobody asks until when", [Fixture.document()], expiring(.none)),
        RuleExample("not asked for, and expired", [Fixture.document(expires: day(-1))], expiring(.none)),
        RuleExample("may be left out, too", [Fixture.document()], expiring(.optional)),
        RuleExample("has to be said", [Fixture.document()], expiring(.required), ["document.expiry-date-required"]),
        RuleExample(
            "no day", [Fixture.document(expires: StatedDate("never"))], expiring(.required), ["document.expiry-date-readable"]),
        RuleExample("valid on its last day", [Fixture.document(expires: day(0))], expiring(.required)),
        RuleExample("expired yesterday", [Fixture.document(expires: day(-1))], expiring(.required), ["document.not-expired"]),
        RuleExample(
            "expired, where it may be left out", [Fixture.document(expires: day(-400))], expiring(.optional),
            ["document.not-expired"]),
        RuleExample(
            "expired, which this journey does not mind", [Fixture.document(expires: day(-1))], expiring(.required, .allow)),
    ]

    // Today is 31 October 2026.
    private static func covering(
        _ rule: CoverageRule = CoverageRule(months: 3), issueDate: DateRule = .optional
    ) -> JourneyDefinition {
        Fixture.journey(
            types: [Fixture.type(documents: CountRange(0...9), issueDate: issueDate, coverage: rule)],
            documents: CountRange(1...9))
    }

    private static func stated(_ periods: (String, String)...) -> [DocumentFacts] {
        periods.map { start, end in
            let (start, end) = (CalendarDate(start) ?? Fixture.today, CalendarDate(end) ?? Fixture.today)
            return Fixture.document(period: DatePeriod(start: start, end: end))
        }
    }

    private static func issued(_ days: String...) -> [DocumentFacts] { days.map { Fixture.document(date: StatedDate($0)) } }

    static let periods: [RuleExample] = [
        RuleExample(
            "three months in a row",
            stated(("2026-08-01", "2026-08-31"), ("2026-10-01", "2026-10-31"), ("2026-09-01", "2026-09-30")),
            covering()),
        RuleExample("one statement of all three", stated(("2026-07-15", "2026-10-20")), covering()),
        RuleExample(
            "a gap as long as is tolerated", stated(("2026-08-01", "2026-08-25"), ("2026-08-31", "2026-10-31")), covering()),
        RuleExample(
            "a gap a day longer", stated(("2026-08-01", "2026-08-24"), ("2026-08-31", "2026-10-31")), covering(),
            ["submission.period-covered/gap"], severity: .refuse),
        RuleExample(
            "a day missing, where none may", stated(("2026-08-01", "2026-08-30"), ("2026-09-01", "2026-10-31")),
            covering(CoverageRule(months: 3, toleranceDays: 0)), ["submission.period-covered/gap"], severity: .refuse),
        RuleExample(
            "the whole calendar months, where none may be missing",
            stated(("2026-07-01", "2026-07-31"), ("2026-08-01", "2026-09-30")),
            covering(CoverageRule(months: 3, toleranceDays: 0))),
        RuleExample(
            "two months only", stated(("2026-09-01", "2026-09-30"), ("2026-10-01", "2026-10-31")), covering(),
            ["submission.period-covered/too-short"], severity: .refuse),
        RuleExample(
            "a period within another",
            stated(("2026-08-01", "2026-08-19"), ("2026-09-10", "2026-09-20"), ("2026-08-20", "2026-10-31")), covering()),
        RuleExample("ends as early as allowed", stated(("2026-06-01", "2026-09-16")), covering()),
        RuleExample(
            "ends a day too early", stated(("2026-06-01", "2026-09-15")), covering(), ["submission.period-covered/outdated"],
            severity: .refuse),
        RuleExample("issued month by month", issued("2026-08-31", "2026-09-30", "2026-10-31"), covering()),
        RuleExample("issued on working days", issued("2026-08-31", "2026-10-02", "2026-10-30"), covering()),
        RuleExample(
            "a month without issue", issued("2026-08-01", "2026-09-30", "2026-10-31"), covering(),
            ["submission.period-covered/gap"], severity: .warn),
        RuleExample(
            "all issued on one day", issued("2026-10-31", "2026-10-31", "2026-10-31"), covering(),
            ["submission.period-covered/too-short"], severity: .warn),
        RuleExample(
            "neither date nor period", [Fixture.document()] + stated(("2026-08-01", "2026-10-31")), covering(),
            ["document.period-required"]),
        RuleExample(
            "no date where one is wanted anyway", [Fixture.document()], covering(issueDate: .required),
            ["document.issue-date-required"]),
        RuleExample("one day", stated(("2026-10-31", "2026-10-31"))),
        RuleExample("ends before it starts", stated(("2026-10-31", "2026-10-30")), nil, ["document.period-sound/reversed"]),
        RuleExample("ends tomorrow", stated(("2026-10-01", "2026-11-01")), nil, ["document.period-sound/future"]),
    ]
}
