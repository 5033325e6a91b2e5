import FoundationEssentials
import Observation
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeClient

typealias SampleController = DocumentController<SomeStorage>

/// What a person does with a draft, over both storages.
@Suite struct ControllerTests {
    static func controller(
        _ storage: SomeStorage, _ gateway: GatewayDouble? = nil, time: LeapingTime = LeapingTime()
    ) async throws -> SampleController {
        let client = try gateway.map { try IntakeClient(baseURL: "http://gateway.test", token: "t", transport: $0, time: time) }
        return try await DocumentController(for: SampleScope.self, in: storage, client: client, time: time)
    }

    @Test(arguments: StorageKind.allCases) func whatIsMissingIsAlwaysKnown(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let controller = try await Self.controller(reopen())
            #expect(!controller.isValid)
            #expect(Set(controller.missing.map(\.rule)).contains("submission.consent"))
            let letter = try await controller.append([SampleContent.candidate(1)], as: "letter")
            #expect(controller.missing.map(\.rule).contains("document.issue-date-required") || !controller.isValid)
            try await controller.set(issueDate: SampleContent.day, of: letter)
            try await controller.agree(to: "7")
            #expect(controller.missing == [] && controller.isValid)
            // A card has two sides.
            let card = try await controller.append([SampleContent.candidate(2)], as: "card")
            #expect(controller.missing.map(\.rule) == ["document.page-count"])
            try await controller.add([SampleContent.candidate(3)], to: card)
            #expect(controller.isValid)
            // The next process sees the same.
            let next = try await Self.controller(reopen())
            #expect(next.isValid && next.documents == controller.documents)
        }
    }

    @Test(arguments: StorageKind.allCases) func whatTheRulesRefuseIsToldAtOnce(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let controller = try await Self.controller(reopen())
            let junk = CandidateFile(.bytes(Array("MZ no picture".utf8)), name: "a.png", source: .filePicker)
            let large = SampleContent.candidate(1, 1_000_000)
            for (file, rule) in [(junk, "file.media-type" as RuleID), (large, "file.size")] {
                let fault = await #expect(throws: DraftFault.self) {
                    try await controller.append([SampleContent.candidate(9), file], as: "letter")
                }
                #expect(fault?.code == .refused && fault?.reasons.map(\.rule).contains(rule) == true, "\(rule)")
            }
            let empty = CandidateFile(.bytes([]), name: "e.png", source: .camera)
            await #expect(throws: DraftFault.self) { try await controller.append([empty], as: "letter") }
            let unknown = await #expect(throws: DraftFault.self) { try await controller.append(as: "passport") }
            #expect(unknown?.code == .unknownType)
            let gone = await #expect(throws: DraftFault.self) {
                try await controller.append([CandidateFile(path: "/does/not/exist.png")], as: "letter")
            }
            #expect(gone?.code == .fileUnreadable)
            #expect(controller.documents == [])
        }
    }

    @Test(arguments: StorageKind.allCases) func nothingIsLostBeforeItIsConfirmed(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let storage = reopen()
            let controller = try await Self.controller(storage)
            let letter = try await controller.append((1...3).map { SampleContent.candidate($0) }, as: "letter")
            let pages = try #require(controller.documents.first?.pages)
            let removal = try controller.remove(pages[1].id)
            #expect(removal.prompt.actionLabel == "Remove")
            #expect(try await removal.confirm(asking: "p") { _ in false } == nil)
            #expect(controller.documents.first?.pages.count == 3)
            try await controller.remove(pages[1].id).confirm(asking: "p") { _ in true }
            #expect(controller.documents.first?.pages.map(\.id) == [pages[0].id, pages[2].id])
            await #expect(throws: DraftStorageError.self) { try await storage.read(pages[1].id, at: 0, count: 1) }
            #expect(throws: DraftFault.self) { _ = try controller.remove(pages[1].id).prompt }

            let replacement = try await controller.replace(pages[0].id, with: SampleContent.candidate(7))
            #expect(controller.documents.first?.pages.first?.id == pages[0].id)
            let new = try #require(try await replacement.confirm(asking: "p") { _ in true })
            #expect(controller.documents.first?.pages.map(\.id) == [new, pages[2].id])
            #expect(try await storage.read(new, at: 29, count: 1) == [7])

            try await controller.remove(letter).confirm(asking: "p") { $0.message.contains("2 pages") }
            #expect(controller.documents == [])
        }
    }

    @Test(arguments: StorageKind.allCases) func orderIsByIds(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let controller = try await Self.controller(reopen())
            let first = try await controller.append((1...3).map { SampleContent.candidate($0) }, as: "letter")
            let second = try await controller.append(as: "card")
            let ids = try #require(controller.draft.document(first)?.pages.map(\.id))
            try await controller.order([ids[2], ids[0], ids[1]], of: first)
            #expect(controller.draft.document(first)?.pages.map(\.id) == [ids[2], ids[0], ids[1]])
            for wrong in [[ids[0], ids[1]], [ids[0], ids[0], ids[1]], ids + [.random()], []] {
                let fault = await #expect(throws: DraftFault.self) { try await controller.order(wrong, of: first) }
                #expect(fault?.code == .wrongOrder)
            }
            try await controller.order([second, first])
            try await controller.rotate(ids[0])
            let next = try await Self.controller(reopen())
            #expect(next.documents.map(\.id) == [second, first])
            #expect(next.draft.page(ids[0])?.rotation == .quarter)
        }
    }

    @Test(arguments: StorageKind.allCases) func aDocumentChangesItsType(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let controller = try await Self.controller(reopen())
            let id = try await controller.append([SampleContent.candidate(1)], as: "letter", issueDate: SampleContent.day)
            try await controller.set(type: "card", of: id)
            try await controller.set(issueDate: nil, of: id)
            #expect(controller.documents.map(\.type) == ["card"] && controller.documents[0].issueDate == nil)
            #expect(try await Self.controller(reopen()).documents == controller.documents)
            let unknown = await #expect(throws: DraftFault.self) { try await controller.set(type: "passport", of: id) }
            #expect(unknown?.code == .unknownType)
            // A card is no PDF: the letter that is one stays a letter.
            let pdf = CandidateFile(.bytes(Array("%PDF-1.7\n%%EOF".utf8)), name: "l.pdf", source: .filePicker)
            let letter = try await controller.append([pdf], as: "letter")
            let refused = await #expect(throws: DraftFault.self) { try await controller.set(type: "card", of: letter) }
            #expect(refused?.reasons.map(\.rule) == ["file.media-type"])
            #expect(controller.documents.map(\.type) == ["card", "letter"])
        }
    }

    @Test(arguments: StorageKind.allCases) func aPageIsShownBeforeAndAfterItIsSent(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let gateway = GatewayDouble()
            let controller = try await Self.controller(reopen(), gateway)
            let id = try await controller.append([SampleContent.candidate(1)], as: "letter", issueDate: SampleContent.day)
            let page = try #require(controller.documents.first?.pages.first?.id)
            try await controller.rotate(page)
            let own = PagePreview(bytes: SampleContent.png(1), mediaType: .png, rotation: .quarter)
            #expect(try await controller.preview(of: id) == own)
            try await controller.uploadAll()
            #expect(try await controller.preview(of: page) == own)
            // Another device has none of its bytes.
            let other = try await DocumentController(
                resuming: try #require(controller.draft.submission), in: MemoryStorage(),
                client: try #require(controller.client), time: LeapingTime())
            let row = try #require(other.documents.first?.id)
            #expect(
                try await other.preview(of: row)
                    == PagePreview(bytes: GatewayDouble.preview, mediaType: .jpeg, rotation: .quarter))
            let card = try await controller.append(as: "card")
            #expect(try await controller.preview(of: card) == nil)
            await #expect(throws: IntakeClientError.self) { try await controller.preview(of: DraftPageID.random()) }
        }
    }

    @Test func whoLooksAtItIsTold() async throws {
        let controller = try await Self.controller(SomeStorage(MemoryStorage()))
        let told = Mutex(0)
        func observe() {
            withObservationTracking {
                _ = controller.isValid
            } onChange: {
                told.withLock { $0 += 1 }
            }
        }
        observe()
        try await controller.append(as: "letter")
        #expect(told.withLock { $0 } == 1)
        observe()
        try await controller.agree(to: "7")
        #expect(told.withLock { $0 } == 2)
    }

    @MainActor @Test func aScreenOnTheMainActorReadsWithoutWaiting() async throws {
        let controller = try await Self.controller(SomeStorage(MemoryStorage()))
        try await controller.append([SampleContent.candidate(1)], as: "letter")
        #expect(controller.documents.count == 1 && !controller.isValid)
    }

    @Test(arguments: StorageKind.allCases) func twoWindowsLoseNothing(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let one = try await Self.controller(reopen())
            try await one.append(as: "letter")
            let two = try await Self.controller(reopen())
            try await two.append(as: "card")
            let fault = await #expect(throws: DraftFault.self) { try await one.append(as: "letter") }
            #expect(fault?.storage?.code == .changedElsewhere)
            #expect(try await Self.controller(reopen()).documents.map(\.type) == ["letter", "card"])
        }
    }

    @Test func hostileNamesAreShownHarmlessly() {
        for (name, shown) in [
            ("../../etc/passwd.png", "passwd.png"), ("a\u{202E}gnp.exe", "agnp.exe"), ("C:\\x\\b.png", "b.png"),
            ("n\u{0}u\nl.png", "nul.png"), (String(repeating: "x", count: 300), String(repeating: "x", count: 200)),
        ] {
            #expect(CandidateFile(.bytes([]), name: name, source: .filePicker).name == shown)
        }
    }
}
