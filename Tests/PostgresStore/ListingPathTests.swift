import Domain
import FoundationEssentials
import Shared
import Testing

@testable import PostgresStore

/// Which ways lead to what satisfies some filters, and which of them is taken.
struct ListingPathTests {
    private let moment = Timestamp(millisecondsSinceEpoch: 1_793_404_800_000)

    private func paths(_ filters: SubmissionFilter...) -> ListingPaths { ListingPaths(filters.map { .predicate($0) }) }

    @Test func withoutFiltersThereIsOneWay() {
        #expect(paths().byCreation == [ListingPath([.all])])
        #expect(paths(.referenceContains("x")).byCreation == [ListingPath([.all])])
    }

    @Test func whatAnIndexHasTogetherIsOneWay() {
        #expect(paths(.journeys(["a"]), .states([.draft])).byCreation == [ListingPath([.journeyInState("a", .draft)])])
        #expect(paths(.journeys(["a"])).byCreation == [ListingPath([.journey("a")])])
        #expect(
            paths(.states([.failed, .draft])).byCreation == [ListingPath([.state(.draft), .state(.failed)])],
            "each state is a branch of the same way")
    }

    @Test func eachFilterOfAnotherTableIsAWayOfItsOwn() {
        let all = paths(.journeys(["a"]), .states([.draft]), .documentTypes(["t"]), .rules(["r"]), .subject("s")).byCreation
        #expect(
            all == [
                ListingPath([.typeInJourney("t", "a")]), ListingPath([.ruleInJourney("r", "a")], satisfied: 3),
                ListingPath([.ruleInState("r", .draft)], satisfied: 3), ListingPath([.subject("s")]),
                ListingPath([.journeyInState("a", .draft)]),
            ])
    }

    @Test func statesThatAreLeftOverAreAWay() throws {
        let paths = ListingPaths([.not(.predicate(.states(Set(SubmissionState.allCases).subtracting([.failed]))))])
        #expect(paths.byCreation == [ListingPath([.state(.failed)])])
    }

    @Test func tooManyBranchesAreNoWay() {
        let journeys = Set((1...17).map { JourneyID("journey-\($0)")! })
        #expect(paths(.journeys(journeys)).byCreation == [ListingPath([.all])])
        #expect(paths(.journeys(journeys), .states([.draft])).byCreation == [ListingPath([.state(.draft)])])
        #expect(paths(.journeys(journeys), .documentTypes(["t"])).byCreation == [ListingPath([.type("t")])])
    }

    @Test func whatExcludesEachOtherIsImpossible() {
        #expect(paths(.states([])).isImpossible)
        #expect(paths(.rules([])).isImpossible)
        #expect(paths(.documentTypes([])).isImpossible)
        #expect(paths(.journeys(["a"]), .journeys(["b"])).isImpossible)
        #expect(ListingPaths([.predicate(.states([.draft])), .not(.predicate(.states([.draft])))]).isImpossible)
        #expect(ListingPaths([.not(.predicate(.rules(["r", "s"]))), .predicate(.rules(["r"]))]).isImpossible)
        #expect(ListingPaths([.predicate(.documentTypes(["t"])), .not(.predicate(.documentTypes(["t"])))]).isImpossible)
        #expect(ListingPaths([.not(.predicate(.journeys(["a"]))), .predicate(.journeys(["a"]))]).isImpossible)
        #expect(ListingPaths([.not(.predicate(.journeys(["a"])))], journeys: ["a"]).isImpossible)
        #expect(!ListingPaths([.not(.predicate(.journeys(["a"])))]).isImpossible)
        #expect(!paths(.states([.draft])).isImpossible)
        #expect(
            !ListingPaths([.or([]), .predicate(.journeys(["a"]))]).isImpossible, "nothing is concluded from what is not known")
    }

    /// What is left over of known journeys is as good as naming them.
    @Test func journeysThatAreLeftOverAreAWay() {
        let filters: [FilterExpression<SubmissionFilter>] = [
            .not(.predicate(.journeys(["a"]))), .predicate(.documentTypes(["t"])),
        ]
        #expect(ListingPaths.wantsJourneys(filters))
        #expect(!ListingPaths.wantsJourneys([.predicate(.journeys(["a"]))]))
        #expect(
            ListingPaths(filters, journeys: ["a", "b"]).byCreation == [
                ListingPath([.typeInJourney("t", "b")]), ListingPath([.journey("b")]),
            ])
        #expect(ListingPaths(filters).byCreation == [ListingPath([.type("t")])])
    }

    private let day = Duration.seconds(86_400)

    /// What was submitted was created before: by a day at most is a clock wrong.
    @Test func momentsNarrowEveryWay() {
        func range(_ filters: FilterExpression<SubmissionFilter>...) -> ListingRange? {
            ListingPaths(filters + [.predicate(.states([.draft]))]).byCreation.first?.branches.first?.range
        }
        #expect(
            range(
                .predicate(.createdAfter(moment)), .predicate(.createdAfter(moment.adding(.seconds(5)))),
                .predicate(.createdBefore(moment.adding(day))), .predicate(.submittedBefore(moment)))
                == ListingRange(start: moment.adding(.seconds(5)), end: moment.adding(day)))
        #expect(range(.predicate(.submittedBefore(moment))) == ListingRange(end: moment.adding(day)))
        #expect(
            range(.not(.predicate(.createdBefore(moment))), .not(.predicate(.createdAfter(moment.adding(day)))))
                == ListingRange(start: moment, end: moment.adding(day)))
        #expect(range(.not(.predicate(.submittedBefore(moment)))) == ListingRange())
    }

    @Test func whatWasSubmittedLateIsABranchOfItsOwn() throws {
        let start = moment.adding(.zero - ListingPaths.usualDelay)
        let path = try #require(paths(.submittedAfter(moment), .createdBefore(moment)).byCreation.first)
        #expect(path.branches.map(\.kind) == [.all, .submittedLate])
        #expect(path.branches.map(\.range) == [ListingRange(start: start, end: moment), ListingRange(end: start)])
    }

    @Test func whatWasChangedLateIsABranchOfItsOwn() {
        let end = moment.adding(ListingPaths.usualDelay)
        #expect(paths().byChange == ListingPath([.all]))
        #expect(
            paths(.submittedAfter(moment)).byChange == ListingPath([.all], in: ListingRange(start: moment.adding(.zero - day))))
        let path = paths(.createdBefore(moment), .createdAfter(moment.adding(.zero - day))).byChange
        #expect(path.branches.map(\.kind) == [.all, .changedLate])
        #expect(
            path.branches.map(\.range) == [
                ListingRange(start: moment.adding(.zero - day * 2), end: end), ListingRange(start: end),
            ])
    }

    // MARK: - Walking

    private func place(_ seconds: Double) -> ListingWalk.Place {
        .init(moment: moment.date.addingTimeInterval(seconds), id: SubmissionID.random().uuid)
    }

    @Test func theWayThatGetsFurthestIsTaken() {
        let down = ListingWalk(from: nil, isAscending: false)
        #expect(down.choice(among: [place(-1), place(-100), place(-10)]) == 1)
        let up = ListingWalk(from: nil, isAscending: true)
        #expect(up.choice(among: [place(1), place(10), place(100)]) == 2)
        #expect(up.choice(among: [place(1), nil, place(100)]) == 1, "one that ends has shown everything")
    }

    @Test func stepsGrowUntilTheWalkIsLongEnough() {
        var walk = ListingWalk(from: nil, isAscending: true, limits: .init(first: 10, largest: 100, most: 260))
        var counts: [Int] = []
        while !walk.isLongEnough {
            counts.append(walk.count)
            walk.move(to: place(Double(walk.lookedAt)))
        }
        #expect(counts == [10, 40, 100, 100, 100])
        #expect(walk.lookedAt == 350)
    }
}
