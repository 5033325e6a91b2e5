import Observation
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeClient

private struct SampleList: DocumentListModel {
    typealias Scope = SampleScope
    func content(of row: DocumentRow<SampleScope>) -> String { "\(row.type.documentType.title) \(row.pages.count)" }
}

/// The generic list screen, and what its filters hide.
@Suite struct ListTests {
    private func list() async throws -> DocumentList<SampleList, MemoryStorage> {
        try await DocumentList(SampleList(), in: MemoryStorage(), time: LeapingTime())
    }

    @Test func aModelAndAScopeAreAScreen() async throws {
        let list = try await list()
        #expect(list.title == "Sample" && list.state == .empty(isFiltered: false) && !list.isValid)
        try await list.append([SampleContent.candidate(1)], as: SampleScope.letter, issueDate: SampleContent.day)
        try await list.append([], as: SampleScope.card)
        #expect(list.contents == ["Letter 1", "Card 0"] && list.state == .data)
        // One card is all that it takes.
        #expect(list.availableTypes == [SampleScope.letter])
        let junk = CandidateFile(.bytes(Array("junk".utf8)), name: "a.png", source: .camera)
        await #expect(throws: DraftFault.self) { try await list.append([junk], as: SampleScope.letter) }
        guard case .error(let words) = list.state else { throw Unexpected() }
        #expect(!words.isEmpty && list.rows.count == 2)
        list.tell(nil)
        #expect(list.state == .data)
    }

    private struct Unexpected: Error {}

    @Test func whatAFilterHidesIsNeverHit() async throws {
        let list = try await list()
        let first = try await list.append([SampleContent.candidate(1)], as: SampleScope.letter)
        let card = try await list.append([], as: SampleScope.card)
        let second = try await list.append([SampleContent.candidate(2)], as: SampleScope.letter)
        try await list.filter(.types(["letter"]), named: "kind")
        #expect(list.rows.map(\.id) == [first, second])
        let removal = try list.remove(atOffsets: [1])
        // Whatever is shown when it is confirmed: what was meant goes.
        try await list.removeFilters()
        try await removal.confirm(asking: "p") { _ in true }
        #expect(list.rows.map(\.id) == [first, card])
        try await list.filter(.types(["passport"]), named: "kind")
        #expect(list.state == .empty(isFiltered: true))
        #expect(throws: DraftFault.self) { _ = try list.remove(atOffsets: [0, 7, -1]).prompt }
    }

    @Test func filtersAreObserved() async throws {
        let list = try await list()
        let told = Mutex(0)
        withObservationTracking {
            _ = list.rows
        } onChange: {
            told.withLock { $0 += 1 }
        }
        try await list.filter(.not(.predicate(.unsent)), named: "state")
        #expect(told.withLock { $0 } == 1)
        #expect(list.filters["state"] != nil && !list.filters.isEmpty)
    }

    /// Random rows and filters: offsets into what is shown and ids say the same, and moving keeps what is hidden in its place.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func offsetsAndIdsMeanTheSame(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let all = (0..<random.number(below: 12)).map { $0 }
            let shown = all.filter { _ in random.chance(0.6) }
            let offsets = Set(shown.indices.filter { _ in random.chance(0.3) })
            let destination = random.number(below: shown.count + 1)
            let order = RowMove.order(of: all, showing: shown, moving: offsets, to: destination)
            #expect(order.sorted() == all)
            let hidden = all.filter { !shown.contains($0) }
            #expect(hidden.allSatisfy { order[$0] == $0 }, "seed \(seed)")
            // By hand: before the destination, what is moved, the rest.
            let kept = shown.indices.filter { !offsets.contains($0) }
            let expected =
                kept.filter { $0 < destination }.map { shown[$0] } + offsets.sorted().map { shown[$0] }
                + kept.filter { $0 >= destination }.map { shown[$0] }
            #expect(order.filter(shown.contains) == expected, "seed \(seed)")
        }
    }
}
