import Shared

/// Rules for what is printed on documents, held against what is said of them.
extension RuleExamples {
    private static func printed(_ days: Int..., otherwise: Int? = nil) -> [DocumentFact] {
        days.map { day in fact(.printedDay, ago(day), isCertain: false) { $0.end = otherwise.map(ago) } }
    }

    private static let settled = Fixture.type(issueDate: .issuedBetween(minimumDays: 7, days: 400))

    static let printedDates: [RuleExample] = [
        reading("the day that is printed", read(facts: [fact(.issued, ago(5))]), date: day(-5)),
        reading("no day was entered", read(facts: [fact(.issued, ago(5))])),
        reading("nobody asks for a day", read(facts: [fact(.issued, ago(5))]), type: Fixture.type(), date: day(-6)),
        reading(
            "another day is printed", read(facts: [fact(.issued, ago(6))]), date: day(-5),
            ["document.issue-date-printed/differs"], severity: .refuse),
        reading(
            "another day is printed as the day of issue, and the one entered beside it",
            read(facts: [fact(.issued, ago(6))] + printed(5, 6)), date: day(-5), ["document.issue-date-printed/differs"],
            severity: .refuse),
        reading(
            "day and month may be meant the other way round",
            read(facts: [fact(.issued, ago(36)) { $0.end = ago(5) }]), date: day(-5)),
        reading(
            "another day, whichever way round it is meant", read(facts: [fact(.issued, ago(36)) { $0.end = ago(6) }]),
            date: day(-5), ["document.issue-date-printed/differs"], severity: .warn),
        reading(
            "a year too old", read(facts: [fact(.issued, ago(370))]), date: day(-5), ["document.issue-date-printed/too-old"],
            severity: .refuse),
        reading(
            "too young", read(facts: [fact(.issued, ago(5))]), type: settled, date: day(-20),
            ["document.issue-date-printed/too-young"], severity: .refuse),
        reading(
            "too young both ways", read(facts: [fact(.issued, ago(5))]), type: settled, date: day(-4),
            ["document.issue-date-printed/differs"], severity: .refuse),
        reading("printed somewhere", read(facts: printed(4, 5)), date: day(-5)),
        reading("printed somewhere, the other way round", read(facts: printed(36, otherwise: 5)), date: day(-5)),
        reading("a candidate is no other day", read(facts: [fact(.issued, ago(6), isCertain: false)]), date: day(-5)),
        reading(
            "printed nowhere", read(facts: printed(4, 6)), date: day(-5), ["document.issue-date-printed/not-there"],
            severity: .warn),
        reading("no day is printed at all", read(), date: day(-5)),
        reading(
            "more days than are kept", read(facts: (100..<140).flatMap { printed($0) }), date: day(-5)),
        reading(
            "it may stand on the page that is hard to read",
            read(pages: [page(), page(confidence: 20)], facts: printed(4, 6)), date: day(-5)),
    ]

    private static func until(_ days: Int, _ source: FactSource = .label, otherwise: Int? = nil) -> DocumentFact {
        fact(.validUntil, Fixture.today.adding(days: days), source: source) {
            $0.end = otherwise.map { Fixture.today.adding(days: $0) }
        }
    }

    private static let permit = Fixture.type("residence-permit", expires: .optional)

    static let printedExpiries: [RuleExample] = [
        reading("valid today", read(facts: [until(0)]), type: permit, expires: day(0)),
        reading("nobody asks until when it is valid", read(facts: [until(-1)])),
        reading("a bill's other day", read(facts: [until(9)]), type: permit),
        reading(
            "expired by its print", read(facts: [until(-1)]), type: permit, expires: day(300),
            ["document.not-expired/printed"], severity: .warn),
        reading(
            "expired by its zone", read(facts: [until(-1, .zone), zone()]), type: permit, expires: day(300),
            ["document.not-expired/printed"], severity: .refuse),
        reading(
            "expired by a zone that was mended", read(facts: [until(-1, .zone), zone(isMended: true)]), type: permit,
            ["document.not-expired/printed", "document.zone-valid/mended"]),
        reading("perhaps expired", read(facts: [until(-1, otherwise: 20)]), type: permit, expires: day(20)),
        reading(
            "another day is printed, which has not come", read(facts: [until(30)]), type: permit, expires: day(300),
            ["document.not-expired/differs"], severity: .warn),
        reading(
            "another day in its zone", read(facts: [until(30, .zone), zone()]), type: permit, expires: day(300),
            ["document.not-expired/differs"], severity: .refuse),
    ]

    private static func compared(_ name: DocumentFact.Name, holds: Bool, score: Int, _ source: FactSource = .form) -> DocumentFact
    {
        fact(name, source: source) { ($0.holds, $0.score) = (holds, score) }
    }

    static let persons: [RuleExample] = [
        reading("nobody is expected", read()),
        reading("the expected person", read(facts: [compared(.expectedName, holds: true, score: 90)], expected: [.expectedName])),
        reading("nobody named", read(expected: [.expectedName]), ["document.names-person/not-there"], severity: .warn),
        reading(
            "somebody else", read(facts: [compared(.expectedName, holds: false, score: 49)], expected: [.expectedName]),
            ["document.names-person/not-there"], severity: .warn),
        reading(
            "nearly the expected person",
            read(facts: [compared(.expectedName, holds: false, score: 50, .zone), zone()], expected: [.expectedName]),
            ["document.names-person/differs"], severity: .warn),
        reading("born on the expected day", read(facts: [compared(.expectedBirthDate, holds: true, score: 0)])),
        reading("no day of birth is printed", read(expected: [.expectedBirthDate])),
        reading(
            "born on another day", read(facts: [compared(.expectedBirthDate, holds: false, score: 0)]),
            ["document.names-person/birth-date"], severity: .warn),
        reading(
            "born on another day by the zone",
            read(facts: [compared(.expectedBirthDate, holds: false, score: 0, .zone), zone()]),
            ["document.names-person/birth-date"], severity: .refuse),
    ]

    private static let bill = Fixture.type("utility-bill")
    private static let own = Fixture.type("own", looksLike: TellTaleWords(titles: ["Own letter"], showsAddress: true))

    static let addresses: [RuleExample] = [
        reading(
            "the expected address",
            read(facts: [compared(.expectedAddress, holds: true, score: 90)], expected: [.expectedAddress]),
            type: bill),
        reading("an address is expected of no passport", read(facts: [zone()], expected: [.expectedAddress]), type: passport),
        reading("nor of what nobody knows", read(expected: [.expectedAddress])),
        reading(
            "no address", read(expected: [.expectedAddress]), type: bill, ["document.shows-address/not-there"], severity: .warn),
        reading(
            "no address on a letter of the journey's own", read(expected: [.expectedAddress]), type: own,
            ["document.shows-address/not-there"], severity: .warn),
        reading(
            "another address", read(facts: [compared(.expectedAddress, holds: false, score: 20)], expected: [.expectedAddress]),
            type: bill, ["document.shows-address/not-there"], severity: .warn),
        reading(
            "nearly the expected address",
            read(facts: [compared(.expectedAddress, holds: false, score: 70)], expected: [.expectedAddress]), type: bill,
            ["document.shows-address/differs"], severity: .warn),
    ]
}
