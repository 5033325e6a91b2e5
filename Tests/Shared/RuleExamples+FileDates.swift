import Shared

/// The rule on the dates that files carry.
extension RuleExamples {
    private static func photo(made: Int?, changed: Int? = nil) -> PageFacts {
        Fixture.file {
            $0.add(structured { $0.dates = dates(made: made, changed: changed) })
        }
    }

    private static func pdf(made: Int?, changed: Int? = nil) -> PageFacts {
        Fixture.file(content: .pdf, pages: 1) { $0.origin = FileOrigin(dates: dates(made: made, changed: changed)) }
    }

    /// Days from today.
    private static func dates(made: Int?, changed: Int?) -> FileDates {
        FileDates(made: made.map(Fixture.today.adding(days:)), changed: changed.map(Fixture.today.adding(days:)))
    }

    private static func document(
        _ name: String, _ files: [PageFacts], issued: StatedDate = .absent, _ journey: JourneyDefinition? = nil,
        _ wordings: [WordingKey] = [], severity: Reason.Severity? = nil
    ) -> RuleExample {
        RuleExample(name, [Fixture.document(date: issued, pages: files)], journey, wordings, severity: severity)
    }

    static let fileDates: [RuleExample] = [
        document("a photo that was taken today", [photo(made: 0, changed: 0)]),
        document("a photo without a date", [photo(made: nil, changed: -9)]),
        document("a photo that was taken in a zone ahead, and saved in one behind", [photo(made: 1, changed: 0)]),
        document(
            "a photo that was changed before it was taken", [photo(made: 0), photo(made: -3, changed: -5)], nil,
            ["document.file-dates/changed-before-made"], severity: .warn),
        document(
            "a PDF that was changed before it was made", [pdf(made: -3, changed: -5)], nil,
            ["document.file-dates/changed-before-made"], severity: .warn),
        document("a PDF that was changed since", [pdf(made: -900, changed: -5)]),
        document("a photo of tomorrow", [photo(made: 2)], nil, ["document.file-dates/made-in-future"], severity: .warn),
        document(
            "a photo of tomorrow, where that is refused", [photo(made: 2)],
            Fixture.journey(rules: ["document.file-dates": .refuse]),
            ["document.file-dates/made-in-future"], severity: .refuse),
        document(
            "a photo of tomorrow, where nobody minds", [photo(made: 2)], Fixture.journey(rules: ["document.file-dates": .allow])),
        document("a statement that was made out a month ahead", [pdf(made: -36)], issued: day(-5)),
        document(
            "a statement that was photographed long before it was issued", [photo(made: -37)], issued: day(-5), nil,
            ["document.file-dates/made-before-issue"], severity: .warn),
        document("an old letter, photographed now", [photo(made: 0)], issued: day(-20)),
    ]
}
