import Shared

/// Rules for what was read on documents.
extension RuleExamples {
    static let readings = readable + kinds + pages + zones + codes + printedDates + printedExpiries + persons + addresses

    static func read(
        pages: [ReadPage] = [page()], facts: [DocumentFact] = [], kind: ReadKind = .unclear, faults: [PageFault] = [],
        sides: CardSides = .unclear, expected: [DocumentFact.Name]? = nil
    ) -> ReadDocument {
        ReadDocument(
            document: .random(), pages: pages, facts: facts, kind: kind, faults: faults, sides: sides, expected: expected)
    }

    static func page(words: Int = 100, confidence: Int = 90, source: PageText.Source? = .recognized) -> ReadPage {
        ReadPage(page: .random(), number: 1, source: source, words: words, confidence: confidence)
    }

    static func fact(
        _ name: DocumentFact.Name, _ day: CalendarDate? = nil, page: Int = 0, isCertain: Bool = true, source: FactSource = .label,
        _ change: (inout DocumentFact) -> Void = { _ in }
    ) -> DocumentFact {
        let box = PageBox(left: 1000, top: 2000, right: 3000, bottom: 2200)
        var fact = DocumentFact(
            name, ReadFact("", page: page, box: box, confidence: isCertain ? 95 : 50, source: source), value: "Secret value")
        fact.day = day
        change(&fact)
        return fact
    }

    static func ago(_ days: Int) -> CalendarDate { Fixture.today.adding(days: -days) }

    /// `severity` is the rule's own: what it takes for proof is refused where the journey refuses.
    static func reading(
        _ name: String, _ reading: ReadDocument, type: DocumentType = Fixture.type(issueDate: .issuedWithin(days: 90)),
        date: StatedDate = .absent, expires: StatedDate = .absent, _ wordings: [WordingKey] = [],
        severity: Reason.Severity? = nil
    ) -> RuleExample {
        var document = Fixture.document(type.id, date: date, expires: expires)
        document.reading = reading
        var example = RuleExample(
            name, [document], Fixture.journey(types: [type], reading: .check), wordings, severity: severity)
        example.engine = .reading
        return example
    }

    private static let readable: [RuleExample] = [
        reading("a page that is read well enough", read(pages: [page(confidence: 60)])),
        reading("one page of two is read well", read(pages: [page(confidence: 10), page()])),
        reading("no page was read", read(pages: [])),
        reading(
            "a photo of a beach", read(pages: [page(words: 0, confidence: 0)], kind: ReadKind(verdict: .noText)),
            ["document.readable/no-text"], severity: .warn),
        reading("a blank page", read(pages: [page(words: 0)]), ["document.readable/no-text"], severity: .warn),
        reading(
            "letters that hardly anybody can read", read(pages: [page(confidence: 59), page(words: 0)]),
            ["document.readable/poorly"], severity: .warn),
        reading(
            "a page that could not be looked at", read(pages: [page(), page(words: 0, source: nil)]),
            ["document.readable/unread-page"], severity: .warn),
    ]

    private static let kinds: [RuleExample] = [
        reading("what it is said to be", read(kind: ReadKind(verdict: .fits, kind: "letter", score: 90))),
        reading("nobody can say what it is", read(kind: ReadKind(verdict: .unclear, kind: "payslip", score: 30))),
        reading(
            "something else", read(kind: ReadKind(verdict: .looksLike, kind: "payslip", score: 90)), ["document.kind"],
            severity: .warn),
        reading(
            "something that only another journey knows",
            read(kind: ReadKind(verdict: .looksLike, kind: "vaccination-record", score: 90)), ["document.kind"], severity: .warn),
    ]

    private static func faulty(_ fault: PageFault, _ wording: WordingKey) -> RuleExample {
        reading(
            "\(fault.kind)", read(pages: [page(), page(), page()], faults: [PageFault(.order, page: 0), fault]),
            [wording], severity: .warn)
    }

    private static func card(_ sides: CardSides, _ zones: [DocumentFact], _ faults: [PageFault] = []) -> ReadDocument {
        read(pages: [page(), page()], facts: zones, faults: faults, sides: sides)
    }

    private static let pages: [RuleExample] = [
        reading("both sides of a card", card(.both, [zone()])),
        reading(
            "two cards", card(.different, [zone(), zone(page: 1)]), ["document.pages-belong/two-cards"], severity: .refuse),
        reading(
            "two cards, if one was mended rightly", card(.different, [zone(), zone(isMended: true, page: 1)]),
            ["document.pages-belong/two-cards"], severity: .warn),
        reading(
            "the back twice", card(.sameTwice, [zone(), zone(page: 1)]), ["document.pages-belong/one-side-twice"],
            severity: .refuse),
        reading("the front twice", card(.sameTwice, []), ["document.pages-belong/one-side-twice"], severity: .warn),
        reading(
            "a page of a letter twice", card(.sameTwice, [], [PageFault(.twice, page: 1, other: 0)]),
            ["document.pages-belong/twice"], severity: .warn),
        faulty(PageFault(.issuer, page: 2), "document.pages-belong/other-sender"),
        faulty(PageFault(.number, page: 2), "document.pages-belong/other-number"),
        faulty(PageFault(.twice, page: 2, other: 1), "document.pages-belong/twice"),
        faulty(PageFault(.missing, numbers: [3, 4]), "document.pages-belong/missing"),
        faulty(PageFault(.counts, numbers: [3, 4]), "document.pages-belong/counts"),
        faulty(PageFault(.order, page: 2, numbers: [1]), "document.pages-belong/order"),
        reading(
            "the gravest is told",
            read(
                pages: [page(), page()],
                faults: [PageFault(.order, page: 1), PageFault(.missing, numbers: [7]), PageFault(.issuer, page: 1)]),
            ["document.pages-belong/other-sender"], severity: .warn),
    ]

    static func zone(holds: Bool = true, isMended: Bool = false, page: Int = 0) -> DocumentFact {
        fact(.zone, page: page, isCertain: holds && !isMended, source: .zone) {
            ($0.holds, $0.isMended) = (holds, isMended)
        }
    }

    private static func code(holds: Bool?) -> ReadDocument { read(facts: [fact(.code, source: .code) { $0.holds = holds }]) }

    private static let codes: [RuleExample] = [
        reading("a code as its issuer signed it", code(holds: true)),
        reading("a code whose certificate is not known", code(holds: nil)),
        reading("a code that was changed", code(holds: false), ["document.code-signed"], severity: .refuse),
    ]

    static let passport = Fixture.type("passport", expires: .required)

    private static let zones: [RuleExample] = [
        reading("a zone that holds", read(facts: [zone()]), type: passport),
        reading("no zone, where none is wanted", read()),
        reading("nothing to find a zone in", read(pages: []), type: passport),
        reading("a passport without its zone", read(), type: passport, ["document.zone-valid/missing"], severity: .warn),
        reading(
            "a zone that holds after it was mended", read(facts: [zone(isMended: true)]), type: passport,
            ["document.zone-valid/mended"], severity: .warn),
        reading(
            "a zone that does not hold, in a picture", read(pages: [page(confidence: 94)], facts: [zone(holds: false)]),
            ["document.zone-valid/broken"], severity: .warn),
        reading(
            "a zone that does not hold, in a picture in which every letter is clear",
            read(pages: [page(confidence: 95)], facts: [zone(holds: false)]), ["document.zone-valid/broken"], severity: .refuse),
        reading(
            "a zone that does not hold, of letters that need not be recognized",
            read(pages: [page(confidence: 0, source: .layer)], facts: [zone(holds: false)]),
            ["document.readable/poorly"]
                + ["document.zone-valid/broken"]),
        reading(
            "the same zone in a better picture", read(pages: [page(), page()], facts: [zone(holds: false), zone(page: 1)]),
            type: passport),
    ]
}
