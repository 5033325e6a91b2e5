import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeClient

/// What holds for every storage of drafts.
@Suite struct StorageConformanceTests {
    private static func draft(_ revision: Int = 1, writer: UUID = UUID()) -> Draft {
        var draft = Draft(journey: "sample", writer: writer)
        let page = DraftPage(
            id: .random(),
            file: DraftFile(
                place: .storage, name: "a.png", size: 10, mediaType: .png, declaredMediaType: .jpeg, pageCount: nil),
            rotation: .quarter, transfer: .sending(.random(), offset: 7))
        draft.documents = [
            DraftDocument(
                id: .random(), type: "letter", issueDate: SampleContent.day,
                period: DatePeriod(start: SampleContent.day, end: SampleContent.day), source: .camera, pages: [page],
                sent: SentDocument(
                    id: .random(), type: "letter", issueDate: SampleContent.day, period: nil, order: [.random()]))
        ]
        draft.consent = "7"
        draft.submission = .random()
        draft.removals = [DraftRemoval(document: .random(), page: .random())]
        draft.stamp.revision = revision
        return draft
    }

    @Test(arguments: StorageKind.allCases) func whatIsSavedIsLoaded(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            #expect(try await reopen().load() == LoadedDraft(draft: nil))
            let draft = Self.draft()
            try await reopen().save(draft)
            let loaded = try #require(try await reopen().load().draft)
            #expect(loaded == draft)
            _ = try await reopen().erasure().confirm(asking: "ann") { _ in true }
            #expect(try await reopen().load().draft == nil)
        }
    }

    @Test(arguments: StorageKind.allCases) func anOlderStateNeverReplacesANewerOne(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let (storage, writer) = (reopen(), UUID())
            try await storage.save(Self.draft(2, writer: writer))
            try await storage.save(Self.draft(1, writer: writer))
            #expect(try await storage.load().draft?.stamp.revision == 2)
        }
    }

    @Test(arguments: StorageKind.allCases) func whoWritesOverAnothersWorkIsToldSo(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let storage = reopen()
            try await storage.save(Self.draft())
            // Two load it, as two windows do; the first to save goes on, the other one is told.
            let base = try #require(try await storage.load().draft)
            var (first, second) = (base.taken(by: UUID()), base.taken(by: UUID()))
            first.stamp.revision += 1
            second.stamp.revision += 5
            try await storage.save(first)
            let error = await #expect(throws: DraftStorageError.self) { try await storage.save(second) }
            #expect(error?.code == .changedElsewhere)
            #expect(try await storage.load().draft?.stamp == first.stamp)
            // What was erased does not come back.
            first.stamp.revision += 1
            _ = try await storage.erasure().confirm(asking: "ann") { _ in true }
            let erased = await #expect(throws: DraftStorageError.self) { try await storage.save(first) }
            #expect(erased?.code == .changedElsewhere)
            // Somebody who begins where a draft is has not seen it.
            try await storage.save(Self.draft())
            await #expect(throws: DraftStorageError.self) { try await storage.save(Self.draft()) }
        }
    }

    @Test(arguments: StorageKind.allCases) func bytesOfPagesAreKept(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let (page, bytes) = (DraftPageID.random(), SampleContent.png(3, 5000))
            try await reopen().keep(bytes, of: page)
            #expect(try await reopen().read(page, at: 0, count: 10_000) == bytes)
            #expect(try await reopen().read(page, at: 4990, count: 10) == Array(bytes[4990..<5000]))
            #expect(try await reopen().read(page, at: 10_000, count: 10).isEmpty)
            // No more than there is room for; what is there stays.
            let full = await #expect(throws: DraftStorageError.self) {
                try await reopen().keep([UInt8](repeating: 0, count: 4_999_000), of: .random())
            }
            #expect(full?.code == .full && full?.isRetriable == true)
            try await reopen().keep(Array(bytes.reversed()), of: page)
            #expect(try await reopen().read(page, at: 0, count: 1) == [bytes.last])
            try await reopen().discard(page)
            try await reopen().discard(page)
            let missing = await #expect(throws: DraftStorageError.self) { try await reopen().read(page, at: 0, count: 1) }
            #expect(missing?.code == .missing)
        }
    }
}

/// What only files can do.
@Suite struct FileStorageTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/draft.json" }

    init() throws { folder = try TemporaryFolder("draft") }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    /// What the first version wrote at least: members that it did not know of are absent.
    private static let early = """
        {"format":1,"journey":"sample","documents":[{"id":"0198a2f4-0000-7000-8000-000000000001","type":"letter","pages":[\
        {"id":"0198a2f4-0000-7000-8000-000000000002","size":1200}]}]}
        """

    /// It did not write down under which type the gateway was told of a document.
    @Test func whatAnEarlierVersionHasSentIsNotToldAgain() async throws {
        let sent = #","sent":{"id":"0198a2f4-0000-7000-8000-000000000003","order":[]},"pages":[]"#
        let pages = try #require(Self.early.firstRange(of: ",\"pages\":["))
        try write(Self.early[..<pages.lowerBound] + sent + "}]}")
        let draft = try #require(try await FileStorage(folder: folder.path).load().draft)
        #expect(draft.documents.first?.sent?.type == "letter")
    }

    @Test func aDraftOfAnEarlierVersionLoads() async throws {
        try write(Self.early)
        let storage = FileStorage(folder: folder.path)
        let draft = try #require(try await storage.load().draft)
        #expect(draft.journey == "sample" && draft.documents.first?.type == "letter" && draft.submission == nil)
        #expect(draft.pages.first?.transfer == .waiting && draft.pages.first?.rotation == Rotation.none)
        // It is gone on with.
        var next = draft.taken(by: UUID())
        next.stamp.revision += 1
        try await storage.save(next)
        #expect(try await storage.load().draft?.stamp == next.stamp)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{\"format\":0}", "{\"format\":\"1\"}",
        "{\"format\":1,\"journey\":\"Not A Name\",\"documents\":[]}",
        early.replacing("1200", with: "-1"), early.replacing("\"size\":1200", with: "\"size\":9,\"offset\":10"),
        early.replacing("-000000000002", with: "-00000000000x"), "\u{0}\u{1}\u{2}",
        String(repeating: "[", count: 5000), String(repeating: " ", count: 5 << 20),
    ])
    func whatCannotBeReadIsSetAside(_ text: String) async throws {
        try write(text)
        let storage = FileStorage(folder: folder.path)
        let loaded = try await storage.load()
        #expect(loaded.draft == nil)
        let aside = try #require(loaded.setAside)
        #expect(try Data(contentsOf: URL(filePath: aside)) == Data(text.utf8))
        #expect(try await storage.load() == LoadedDraft(draft: nil))
        // A second one goes beside the first.
        try write(text)
        #expect(try await storage.load().setAside != aside)
        // And there is a new beginning.
        let controller = try await DocumentController(for: SampleScope.self, in: storage)
        try await controller.append([SampleContent.candidate(1)], as: "letter")
        #expect(try await storage.load().draft?.documents.count == 1)
    }

    @Test func aDraftOfALaterVersionStaysAsItIs() async throws {
        let text = "{\"format\":2,\"anything\":true}"
        try write(text)
        let error = await #expect(throws: DraftStorageError.self) {
            try await DocumentController(for: SampleScope.self, in: FileStorage(folder: folder.path))
        }
        #expect(error?.code == .newerFormat)
        #expect(try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self) == text)
    }

    @Test func itBelongsToItsOwnerAlone() async throws {
        let storage = FileStorage(folder: "\(folder.path)/new")
        let controller = try await DocumentController(for: SampleScope.self, in: storage)
        try await controller.append([SampleContent.candidate(1)], as: "letter")
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: storage.folder) {
            let attributes = try files.attributesOfItem(atPath: "\(storage.folder)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(try files.contentsOfDirectory(atPath: storage.folder).count == 2)
        try await controller.discard().confirm(asking: "p") { _ in true }
        #expect(!files.fileExists(atPath: storage.folder))
    }

    @Test func whereNothingCanBeKeptItIsSaid() async throws {
        try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/file"))
        let storage = FileStorage(folder: "\(folder.path)/file/under")
        let controller = try await DocumentController(for: SampleScope.self, in: storage)
        let fault = await #expect(throws: DraftFault.self) { try await controller.append(as: "letter") }
        #expect(fault?.code == .notKept)
        // It holds for this process all the same.
        #expect(controller.documents.count == 1)
    }
}

/// The filters of a list, over both storages.
/// A storage that is shown another confirmation keeps what it has.
@Suite struct ErasureTests {
    /// What confirms that a page be removed, shown to a storage that is to erase all.
    private static func removal(in storage: SomeStorage) async throws -> Void? {
        try await ConfirmationRequired<Void>(
            ConfirmationPrompt(title: "Remove?", message: "A page.", actionLabel: "Remove"),
            of: ConfirmationSubject(action: "page.remove", resource: "drafts", version: 0)
        ) { try await storage.erase(by: $0) }.confirm(asking: "ann") { _ in true }
    }

    @Test(arguments: StorageKind.allCases) func onlyWhatWasConfirmedIsErased(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let controller = try await ControllerTests.controller(reopen())
            try await controller.append([SampleContent.candidate(1)], as: "letter")
            let storage = reopen()
            let error = await #expect(throws: DraftStorageError.self) { _ = try await Self.removal(in: storage) }
            #expect(error?.code == .notConfirmed)
            #expect(try await reopen().load().draft?.documents.count == 1)
            _ = try await controller.discard().confirm(asking: "ann") { _ in true }
            #expect(try await reopen().load().draft == nil)
        }
    }
}

@Suite struct KeptFilterTests {
    private struct SampleList: DocumentListModel {
        typealias Scope = SampleScope
        func content(of row: DocumentRow<SampleScope>) -> String { row.type.documentType.title }
    }

    private static var all: FilterManager<DocumentRowFilter> {
        var filters = FilterManager<DocumentRowFilter>()
        filters.set(.types(["letter", "card"]), named: "kind")
        filters["state"] = .or([.predicate(.unsent), .not(.predicate(.needsAttention))])
        filters["more"] = .and([
            .predicate(.sources([.camera])), .predicate(.issuedOnOrAfter(SampleContent.day)), .predicate(.nameContains("ä\"")),
        ])
        return filters
    }

    private static func kept(in storage: some DraftStorage) async throws -> FilterManager<DocumentRowFilter> {
        try await storage.loadFilters().filters
    }

    @Test(arguments: StorageKind.allCases) func filtersAreKept(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            #expect(try await reopen().loadFilters() == LoadedFilters<DocumentRowFilter>())
            try await reopen().save(Self.all)
            #expect(try await reopen().loadFilters() == LoadedFilters(Self.all))
            try await reopen().save(FilterManager<DocumentRowFilter>())
            #expect(try await Self.kept(in: reopen()).isEmpty)
            try await reopen().save(Self.all)
            _ = try await reopen().erasure().confirm(asking: "ann") { _ in true }
            #expect(try await reopen().loadFilters() == LoadedFilters<DocumentRowFilter>())
        }
    }

    @Test(arguments: StorageKind.allCases) func aListIsFoundAsItWasLeft(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let list = try await DocumentList(SampleList(), in: reopen())
            try await list.append([SampleContent.candidate(1)], as: SampleScope.letter)
            try await list.append([], as: SampleScope.card)
            try await list.filter(.types(["card"]), named: "kind")
            let next = try await DocumentList(SampleList(), in: reopen())
            #expect(next.contents == ["Card"] && next.filters == list.filters)
            try await next.filter(nil, named: "kind")
            #expect(try await DocumentList(SampleList(), in: reopen()).contents == ["Letter", "Card"])
            // What is given takes the place of what was kept.
            try await next.filter(.unsent, named: "state")
            #expect(try await DocumentList(SampleList(), in: reopen(), filters: FilterManager()).filters.isEmpty)
        }
    }

    /// As the first version wrote them.
    private static let early = """
        {"format":1,"filters":[{"name":"kind","expression":{"is":{"types":["letter"]}}},\
        {"name":"open","expression":{"not":{"is":{"needsAttention":true}}}}]}
        """

    @Test func thoseOfAnEarlierVersionLoad() async throws {
        let folder = try TemporaryFolder("filters")
        try Data(Self.early.utf8).write(to: URL(filePath: "\(folder.path)/filters.json"))
        let loaded: LoadedFilters<DocumentRowFilter> = try await FileStorage(folder: folder.path).loadFilters()
        #expect(loaded.filters.names == ["kind", "open"] && loaded.setAside == nil)
        #expect(loaded.filters["open"] == .not(.predicate(.needsAttention)))
    }

    @Test(arguments: [
        "", "{", "[]", "{\"format\":1}", "{\"format\":0,\"filters\":[]}", early.replacing("types", with: "colours"),
        early.replacing("\"open\"", with: "\"kind\""),
        early.replacing("\"is\":{\"types", with: "\"is\":{\"unsent\":true,\"types"),
        "{\"format\":1,\"filters\":[{\"name\":\"a\",\"expression\":" + String(repeating: "{\"not\":", count: 300)
            + "{\"and\":[]}" + String(repeating: "}", count: 300) + "}]}",
        String(repeating: "[", count: 5000), String(repeating: " ", count: 70_000),
    ])
    func whatCannotBeReadIsSetAside(_ text: String) async throws {
        let folder = try TemporaryFolder("filters")
        let path = "\(folder.path)/filters.json"
        let storage = FileStorage(folder: folder.path)
        let controller = try await DocumentController(for: SampleScope.self, in: storage)
        try await controller.append([SampleContent.candidate(1)], as: "letter")
        try Data(text.utf8).write(to: URL(filePath: path))
        let list = try await DocumentList(SampleList(), in: storage)
        // The documents are there; the filters begin anew.
        #expect(list.contents == ["Letter"] && list.filters.isEmpty)
        let aside = try #require(list.filtersSetAside)
        #expect(try Data(contentsOf: URL(filePath: aside)) == Data(text.utf8))
        try await list.filter(.unsent, named: "state")
        #expect(try await Self.kept(in: storage) == list.filters)
    }

    @Test func thoseOfALaterVersionStayAsTheyAre() async throws {
        let folder = try TemporaryFolder("filters")
        let path = "\(folder.path)/filters.json"
        let text = "{\"format\":2,\"anything\":true}"
        try Data(text.utf8).write(to: URL(filePath: path))
        let list = try await DocumentList(SampleList(), in: FileStorage(folder: folder.path))
        let fault = await #expect(throws: DraftFault.self) { try await list.filter(.unsent, named: "state") }
        #expect(fault?.storage?.code == .newerFormat && list.filters.names == ["state"])
        #expect(try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self) == text)
    }
}
