import Shared
import Testing

@Suite struct FilterManagerTests {
    enum NumberFilter: Filter {
        case even
        case below(Int)

        func matches(_ number: Int) -> Bool {
            switch self {
            case .even: number.isMultiple(of: 2)
            case .below(let limit): number < limit
            }
        }
    }

    @Test func addsReplacesAndRemovesByName() {
        var manager = FilterManager<NumberFilter>()
        #expect(manager.isEmpty && manager.filter(0..<4) == [0, 1, 2, 3])
        manager.set(.below(6), named: "size")
        manager.set(.even, named: "parity")
        #expect(manager.filter(0..<10) == [0, 2, 4])
        manager.set(.below(3), named: "size")
        #expect(manager.names == ["size", "parity"], "A replaced predicate keeps its place.")
        #expect(manager.filter(0..<10) == [0, 2])
        manager.remove("parity")
        manager.remove("never there")
        #expect(manager.filter(0..<10) == [0, 1, 2])
        manager.removeAll()
        #expect(manager == FilterManager())
    }

    @Test func keepsTheOrderOfTheList() {
        var manager = FilterManager<NumberFilter>()
        manager.set(.even, named: "parity")
        #expect(manager.filter([8, 3, 2, 2, 6, 1, 4]) == [8, 2, 2, 6, 4])
    }

    @Test func composes() {
        typealias Expression = FilterExpression<NumberFilter>
        let even = Expression.predicate(.even)
        let small = Expression.predicate(.below(3))
        let cases: [(Expression, [Int])] = [
            (even && small, [0, 2]), (even || small, [0, 1, 2, 4]), (!even, [1, 3, 5]), (!(even || small), [3, 5]),
            (.everything, [0, 1, 2, 3, 4, 5]), (.or([]), []), (!(.everything), []),
        ]
        for (expression, matching) in cases {
            var manager = FilterManager<NumberFilter>()
            manager["it"] = expression
            #expect(manager.filter(0..<6) == matching)
            #expect((0..<6).filter { manager.expression.matches($0) } == matching)
        }
    }
}

@Suite struct SubmissionFilterTests {
    static let document = Document(
        id: .random(), type: "passport", verdict: .refused, reasons: [Fixture.reason("file.size")])
    static let submission = Fixture.submission(
        journey: "identity", state: .needsInput, reference: "Case 17/A", documents: [document],
        reasons: [Fixture.reason("submission.document-count")])

    @Test(arguments: [
        (SubmissionFilter.journeys(["identity", "other"]), true), (.journeys(["other"]), false), (.states([.needsInput]), true),
        (.states([.draft, .accepted]), false), (.documentTypes(["passport"]), true), (.documentTypes(["letter"]), false),
        (.createdAfter(Fixture.now), true), (.createdAfter(Fixture.now.adding(.milliseconds(1))), false),
        (.createdBefore(Fixture.now), false), (.createdBefore(Fixture.now.adding(.milliseconds(1))), true),
        (.referenceContains("case"), true), (.referenceContains("17/a"), true), (.referenceContains("Case 17/A."), false),
        (.referenceContains("ase 18"), false), (.rules(["file.size"]), true), (.rules(["submission.document-count"]), true),
        (.rules(["file.readable"]), false), (.subject("person-1"), false),
    ])
    func matches(filter: SubmissionFilter, expected: Bool) {
        #expect(filter.matches(Self.submission) == expected)
    }

    @Test func removedDocumentsAreGone() {
        var removed = Self.document
        removed.state = .removed
        let submission = Fixture.submission(documents: [removed])
        #expect(!SubmissionFilter.documentTypes(["passport"]).matches(submission))
        #expect(!SubmissionFilter.rules(["file.size"]).matches(submission))
        #expect(!SubmissionFilter.referenceContains("x").matches(submission))
    }
}

@Suite struct SubmissionQueryTests {
    @Test func readsAndWritesParameters() throws {
        let parameters = [
            ("state", "draft,needs_input"), ("not.documentType", "passport"), ("createdAfter", "2026-10-31T00:00:00.000Z"),
            ("reference", "a,b"), ("reason", "file.size"), ("journey", "identity"),
        ]
        let manager = try SubmissionQuery.filters(from: parameters.map { (name: $0.0, value: $0.1) })
        #expect(manager["state"] == .predicate(.states([.draft, .needsInput])))
        #expect(manager["not.documentType"] == .not(.predicate(.documentTypes(["passport"]))))
        #expect(manager["reference"] == .predicate(.referenceContains("a,b")))
        let written = try #require(SubmissionQuery.parameters(of: manager))
        #expect(written.map(\.name) == parameters.map(\.0) && written.map(\.value) == parameters.map(\.1))
    }

    @Test func readsDays() throws {
        let manager = try SubmissionQuery.filters(from: [("createdBefore", "2026-10-31")])
        #expect(manager["createdBefore"] == .predicate(.createdBefore(try #require(Timestamp("2026-10-31T00:00:00Z")))))
    }

    @Test func leavesOtherParametersAlone() throws {
        #expect(try SubmissionQuery.filters(from: [("limit", "5")], ignoring: ["limit"]).isEmpty)
    }

    @Test func namesAllFaultsAtOnce() {
        let faults = #expect(throws: SubmissionQueryFaults.self) {
            try SubmissionQuery.filters(from: [
                ("stat", "draft"), ("state", "done"), ("state", "draft"), ("journey", "A B"), ("createdAfter", "yesterday"),
                ("reference", ""), ("subject", "a\u{0}b"), ("reason", ""),
                ("documentType", (0...50).map { "t\($0)" }.joined(separator: ",")),
                ("not.nothing", "x"), ("reason", "file.size"), ("reason", "file.size"),
            ])
        }
        #expect(
            faults?.faults.map(\.parameter) == [
                "stat", "state", "journey", "createdAfter", "reference", "subject", "reason", "documentType", "not.nothing",
                "reason",
            ])
        #expect(faults?.description.contains("“state” must be a list of draft, submitted") == true)
    }

    @Test func saysWhatParametersCannotSay() {
        var manager = FilterManager<SubmissionFilter>()
        manager["either"] = .predicate(.states([.draft])) || .predicate(.journeys(["identity"]))
        #expect(SubmissionQuery.parameters(of: manager) == nil)
    }
}
