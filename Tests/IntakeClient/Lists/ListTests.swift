import IntakeClientTesting
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

/// A predicate of an app's own, beside those that every list has.
private enum LongLetterFilter: RowFilter {
    case standard(DocumentRowFilter)
    case longerThan(Int)

    func matches(_ document: DraftDocument) -> Bool {
        switch self {
        case .standard(let filter): filter.matches(document)
        case .longerThan(let pages): document.pages.count > pages
        }
    }
}

private struct LongLetterList: DocumentListModel {
    typealias Scope = SampleScope
    typealias RowPredicate = LongLetterFilter
    func content(of row: DocumentRow<SampleScope>) -> Int { row.pages.count }
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

    @Test(arguments: StorageKind.allCases) func anAppFiltersByPredicatesOfItsOwn(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let list = try await DocumentList(LongLetterList(), in: reopen())
            try await list.append([SampleContent.candidate(1)], as: SampleScope.letter)
            try await list.append((2...4).map { SampleContent.candidate($0) }, as: SampleScope.letter)
            try await list.append((5...6).map { SampleContent.candidate($0) }, as: SampleScope.card)
            try await list.filter(.longerThan(1), named: "long")
            try await list.filter(.standard(.types(["letter"])), named: "kind")
            #expect(list.contents == [3])
            // The next process finds it so; a list without that predicate begins without filters, and says where these are.
            #expect(try await DocumentList(LongLetterList(), in: reopen()).contents == [3])
            guard kind == .file else { return }
            let plain = try await DocumentList(SampleList(), in: reopen())
            #expect(plain.filters.isEmpty && plain.filtersSetAside != nil && plain.rows.count == 3)
        }
    }

    @Test func aDocumentIsAddedStepByStep() async throws {
        let list = try await list()
        var pickers = PickerFactory()
        var adding = list.adding(from: pickers)
        #expect(adding.step == .type([SampleScope.letter, SampleScope.card]) && !adding.canGoBack)
        adding.choose(SampleScope.letter)
        // No source: nothing can be chosen, and the screen knows.
        #expect(adding.step == .source(of: SampleScope.letter, []))
        adding.choose(.camera)
        #expect(adding.step == .source(of: SampleScope.letter, []))
        await #expect(throws: DraftFault.self) { try await list.append(adding, from: pickers) }

        let photo = PickerDouble(.cancelled, .picked([SampleContent.candidate(1)]))
        pickers.register(.camera) { _ in photo }
        pickers.register(.photoLibrary) { PhotoLibraryPicker($0) }
        adding = list.adding(from: pickers)
        adding.choose(SampleScope.letter)
        adding.choose(.photoLibrary)
        await #expect(throws: DraftFault.self) { try await list.append(adding, from: pickers) }
        #expect(list.state == .error(Language.english.say(.pickerUnavailable)))
        adding.goBack()
        #expect(adding.step == .source(of: SampleScope.letter, [.camera, .photoLibrary]))
        adding.choose(.camera)
        #expect(try await list.append(adding, from: pickers) == nil)
        let period = DatePeriod(start: SampleContent.day, end: SampleContent.day)
        let id = try await list.append(adding, from: pickers, issueDate: SampleContent.day, period: period)
        #expect(list.rows.map(\.id) == [id] && list.rows.first?.document.period == period)
        #expect(await photo.picks == 2)
    }

    /// A step with one choice is none: a camera alone, and one type left.
    @Test func aStepWithOneChoiceIsPassedOver() {
        let adding = AddingDocument<SampleScope>(types: [SampleScope.card], sources: [.camera], language: .german)
        #expect(
            adding.step
                == .files(
                    of: SampleScope.card,
                    PickerRequest(source: .camera, for: SampleScope.card.documentType, language: .german)))
        #expect(!adding.canGoBack)
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
