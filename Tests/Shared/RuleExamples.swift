import Shared
import Testing

/// One submission, and what the rules say of it.
struct RuleExample: Sendable, CustomTestStringConvertible {
    let name: String
    let facts: SubmissionFacts
    let wordings: [WordingKey]
    var severity: Reason.Severity?
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
    static let all = counts + consents + dates + periods + files + sizes + contents + pdfs + measured

    static func day(_ offset: Int) -> StatedDate { .day(Fixture.today.adding(days: offset)) }

    private static func two(_ minimum: Int) -> JourneyDefinition { Fixture.journey(documents: CountRange(minimum...2)) }

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
            "too old between", [Fixture.document(date: day(-91))], dated(.issuedBetween(minimumDays: 7, days: 90)),
            ["document.issue-date-recent"]),
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

    private static func file(
        _ name: String, _ file: PageFacts, _ journey: JourneyDefinition? = nil, _ wordings: [WordingKey] = [],
        severity: Reason.Severity? = nil
    ) -> RuleExample {
        RuleExample(name, [Fixture.document(pages: [file])], journey, wordings, severity: severity)
    }

    static let files: [RuleExample] = [
        file("a photo", Fixture.file(declared: .jpeg, fileExtension: "jpg")),
        file("empty", Fixture.file(size: 0, content: nil), nil, ["file.not-empty"]),
        file("not an accepted type", Fixture.file(content: .png), nil, ["file.media-type/other"]),
        file("nothing known", Fixture.file(content: nil), nil, ["file.media-type/unknown"]),
        file("a name that lies", Fixture.file(fileExtension: "pdf"), nil, ["file.type-agrees/name"]),
        file("a declaration that lies", Fixture.file(declared: .png), nil, ["file.type-agrees/declared"]),
        file("a declaration that claims nothing", Fixture.file(declared: .octetStream, fileExtension: "bin")),
        file(
            "a declared type of no file that we know", Fixture.file(declared: MediaType("text/plain")), nil,
            ["file.type-agrees/declared"]),
        file("looked through for malware", Fixture.file { $0.malware = .clean }),
        file("infected", Fixture.file { $0.malware = .infected(name: "Eicar") }, nil, ["file.no-malware"]),
        file("damaged", Fixture.file(integrity: .damaged), nil, ["file.readable/damaged"]),
        file("cut off", Fixture.file(integrity: .truncated), nil, ["file.complete"]),
        file("cut off by its structure", Fixture.file { $0.add(structured { $0.isTruncated = true }) }, nil, ["file.complete"]),
        file("whole by its structure", Fixture.file { $0.add(structured { $0.isTruncated = false }) }),
        file(
            "cut off too early to be opened",
            Fixture.file(integrity: .damaged) { $0.add(structured { $0.isTruncated = true }) }, nil, ["file.readable/cut-off"]),
        RuleExample(
            "the same file twice",
            [
                Fixture.document(pages: [
                    Fixture.file(digest: ContentDigest(of: [1])), Fixture.file(digest: ContentDigest(of: [1])),
                ])
            ],
            nil, ["file.not-duplicate"], severity: .warn),
        file("known elsewhere, where nobody minds", Fixture.file { $0.seenElsewhere = 2 }),
        file(
            "known elsewhere", Fixture.file { $0.seenElsewhere = 1 }, Fixture.journey(rules: ["file.not-known": .refuse]),
            ["file.not-known"], severity: .refuse),
        file("new", Fixture.file { $0.seenElsewhere = 0 }, Fixture.journey(rules: ["file.not-known": .refuse])),
        file("something can be seen", Fixture.file { $0.blankPages = 0 }),
        file("nothing can be seen", Fixture.file { $0.blankPages = 1 }, nil, ["file.not-blank"], severity: .warn),
        file("a blank back", Fixture.file(content: .pdf, pages: 2) { $0.blankPages = 1 }),
        file(
            "blank on both sides", Fixture.file(content: .pdf, pages: 2) { $0.blankPages = 2 }, nil, ["file.not-blank"],
            severity: .warn),
    ]

    // MARK: - What was measured

    /// Of a page in order, unless it is changed.
    static func signals(_ change: (inout PageSignals) -> Void = { _ in }) -> PageSignals {
        var signals = PageSignals(
            tiles: 400, writtenTiles: 90, blurredTiles: 3, glaringTiles: 0, brightness: 230, flatness: 300, proportion: 1414,
            likeness: PerceptualHash(bits: 0x0123_4567_89ab_cdef))
        change(&signals)
        return signals
    }

    private static func looksLike(_ changes: ((inout PageSignals) -> Void)...) -> PageFacts {
        Fixture.file {
            $0.blankPages = 0
            $0.signals = changes.map { signals($0) }
        }
    }

    private static func mended(_ repairs: Repair...) -> PageFacts { Fixture.file { $0.repairs = repairs } }

    static let measured: [RuleExample] = [
        file("a page in order", looksLike { _ in }),
        file("just sharp enough", looksLike { $0.blurredTiles = 59 }),
        file("blurred", looksLike { $0.blurredTiles = 60 }, nil, ["file.not-blurred"], severity: .warn),
        file("too little is written to tell", looksLike { ($0.writtenTiles, $0.blurredTiles) = (7, 7) }),
        file("one of two pages", looksLike({ _ in }, { $0.blurredTiles = 90 }), nil, ["file.not-blurred"], severity: .warn),
        file(
            "blurred, where that is refused", looksLike { $0.blurredTiles = 90 },
            Fixture.journey(rules: ["file.not-blurred": .refuse]), ["file.not-blurred"], severity: .refuse),
        file("a small reflection", looksLike { $0.glaringTiles = 9 }),
        file("a reflection", looksLike { $0.glaringTiles = 10 }, nil, ["file.no-glare"], severity: .warn),
        file("just bright enough", looksLike { $0.brightness = 85 }),
        file("dark", looksLike { $0.brightness = 84 }, nil, ["file.not-dark"], severity: .warn),
        file("of one dark colour", looksLike { ($0.brightness, $0.flatness) = (30, 1000) }),
        file("as narrow as a phone", looksLike { $0.proportion = 2165 }),
        file("as flat as a screen", looksLike { $0.flatness = 800 }),
        file(
            "both", looksLike { ($0.proportion, $0.flatness) = (2165, 800) }, nil, ["file.not-screenshot"], severity: .warn),
        file(
            "a PDF may be both",
            Fixture.file(content: .pdf, pages: 1) {
                $0.blankPages = 0
                $0.signals = [signals { ($0.proportion, $0.flatness, $0.glaringTiles, $0.brightness) = (2165, 800, 99, 1) }]
            }),
        file("mended without loss", mended(.auxiliaryReferences)),
        file("put together again", mended(.crossReferences), nil, ["file.complete"], severity: .refuse),
        file("half a page", mended(.incompletePage(1, missing: 50)), nil, ["file.complete/incomplete-page"], severity: .refuse),
        file(
            "pages lost", mended(.lostPage(2), .incompletePage(3, missing: 9)), nil, ["file.complete/lost-pages"],
            severity: .refuse),
    ]

    private static let pixels = Fixture.journey(types: [
        Fixture.type(
            maximumBytes: 1_000_000_000, minimumBytes: 10,
            pixels: PixelLimits(minimumShortSide: 600, maximumLongSide: 4000))
    ])

    private static func picture(_ width: Int, _ height: Int) -> PageFacts {
        Fixture.file { $0.pictures = [PixelSize(width: 1000, height: 1000), PixelSize(width: width, height: height)] }
    }

    private static func excess(
        _ quantity: PageFacts.Excess.Quantity, _ wording: WordingKey
    ) -> RuleExample {
        file(
            "more \(quantity) than allowed", Fixture.file(excess: .init(quantity, found: 200_000_000, limit: 100_000_000)), nil,
            [wording])
    }

    static let sizes: [RuleExample] = [
        file("as large as allowed", Fixture.file(size: 1000)),
        file("a byte too large", Fixture.file(size: 1001), nil, ["file.size/too-large"]),
        file("as small as allowed", Fixture.file(size: 10), pixels),
        file("a byte too small", Fixture.file(size: 9), pixels, ["file.size/too-small"]),
        file("as few pixels as allowed", picture(900, 600), pixels),
        file("a pixel too few", picture(599, 900), pixels, ["file.pixels/too-small"]),
        file("as many pixels as allowed", picture(4000, 3000), pixels),
        file("a pixel too many", picture(3000, 4001), pixels, ["file.pixels/too-large"]),
        excess(.bytes, "file.within-budget/bytes"), excess(.pages, "file.within-budget/pages"),
        excess(.pixels, "file.within-budget/pixels"), excess(.memory, "file.within-budget/memory"),
    ]

    /// What the parsers say of a photo.
    private static func structured(
        behind trailing: TrailingData? = nil, _ change: (inout FileFacts) -> Void = { _ in }
    ) -> FileFacts {
        var facts = FileFacts(mediaType: .jpeg)
        facts.trailing = trailing
        change(&facts)
        return facts
    }

    static let contents: [RuleExample] =
        [
            file("two detectors agree", Fixture.file(secondOpinion: .jpeg)),
            file("a detector without an opinion", Fixture.file(secondOpinion: .octetStream)),
            file("two detectors disagree", Fixture.file(secondOpinion: .pdf), nil, ["file.type-confirmed"]),
            file(
                "two things at once", Fixture.file { $0.add(structured { $0.secondFormats = [.script] }) }, nil,
                ["file.type-unambiguous/second-format"]),
            file(
                "a program behind the file",
                Fixture.file { $0.add(structured(behind: TrailingData(.unknown, byteCount: 9, format: .executable))) }, nil,
                ["file.type-unambiguous/second-file"]),
            file(
                "an archive that only its end shows",
                Fixture.file {
                    $0.add(
                        structured(behind: TrailingData(.unknown, byteCount: 90)) { $0.secondFormats = [.zip] })
                }, nil, ["file.type-unambiguous/second-format"]),
            file(
                "something behind the file", Fixture.file { $0.add(structured(behind: TrailingData(.unknown, byteCount: 1))) },
                nil,
                ["file.no-trailing-data"], severity: .warn),
        ]
        + TrailingData.Kind.allCases.filter { $0 != .unknown }.map { kind in
            file("a \(kind) as phones append it", Fixture.file { $0.add(structured(behind: TrailingData(kind, byteCount: 999))) })
        } + [
            file(
                "a file behind the file", Fixture.file { $0.trailing = .init(bytes: 10, mediaType: .pdf) }, nil,
                ["file.type-unambiguous/second-file"]),
            file("nothing behind the file", Fixture.file { $0.trailing = .init(bytes: 0) }),
            file(
                "a byte behind the file", Fixture.file { $0.trailing = .init(bytes: 1) }, nil, ["file.no-trailing-data"],
                severity: .warn),
        ]

    private static func pdf(_ change: (inout PageFacts) -> Void) -> PageFacts { Fixture.file(content: .pdf, pages: 1, change) }

    private static let strict = Fixture.journey(rules: ["file.no-active-content": .refuse, "file.unrestricted": .warn])

    private static func active(_ content: Set<PageFacts.ActiveContent>, _ wording: WordingKey) -> RuleExample {
        file("a PDF with \(content)", pdf { $0.activeContent = content }, strict, [wording], severity: .refuse)
    }

    static let pdfs: [RuleExample] = [
        file("a password", pdf { $0.protection = .passwordRequired }, nil, ["file.no-password"]),
        file("restrictions alone", pdf { $0.protection = .ownerOnly }),
        file(
            "restrictions, where they are minded", pdf { $0.protection = .ownerOnly }, strict, ["file.unrestricted"],
            severity: .warn),
        file("a script that is stripped", pdf { $0.activeContent = [.script, .launch] }),
        file("only pages", pdf { $0.activeContent = [] }, strict),
        active([.script, .automaticAction], "file.no-active-content/script"),
        active([.automaticAction], "file.no-active-content/automatic-action"),
        active([.launch, .script], "file.no-active-content/launch"),
        active([.embeddedFile], "file.no-active-content/embedded-file"),
    ]
}
