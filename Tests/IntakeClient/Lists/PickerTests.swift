import FoundationEssentials
import IntakeClientTesting
import Shared
import Support
import Testing

@testable import IntakeClient

@Suite struct PickerTests {
    private static let several = PickerRequest(source: .photoLibrary, mediaTypes: [.jpeg, .heic, .gif, .png])

    private func form(_ type: String, _ mark: UInt8 = 0) -> PickedItem.Form {
        PickedItem.Form(mediaType: type, content: .bytes([mark]))
    }

    @Test func theStillOfALiveImageIsChosen() {
        let live = PickedItem(
            name: "IMG_1.MOV", forms: [form("video/quicktime", 1), form("image/heic", 2), form("image/jpeg", 3)])
        let file = live.candidate(for: Self.several)
        #expect(file?.content == .bytes([2]) && file?.mediaType == .heic && file?.name == "IMG_1.heic")
        #expect(file?.source == .photoLibrary)
    }

    @Test func aGIFStaysOne() {
        let animated = PickedItem(name: "a.gif", forms: [form("image/jpeg", 1), form("image/gif", 2)])
        let accepted = [MediaType.gif, .jpeg]
        #expect(animated.candidate(for: PickerRequest(source: .photoLibrary, mediaTypes: accepted))?.content == .bytes([2]))
        #expect(animated.candidate(for: PickerRequest(source: .photoLibrary, mediaTypes: [.jpeg]))?.content == .bytes([1]))
        #expect(animated.candidate(for: PickerRequest(source: .photoLibrary, mediaTypes: [.pdf])) == nil)
    }

    @Test func aChoiceIsPickedCancelledOrFailed() {
        #expect(PickerOutcome([], for: Self.several) == .cancelled)
        let film = PickedItem(name: "a.mov", forms: [form("video/quicktime")])
        guard case .failed(let fault) = PickerOutcome([film], for: Self.several) else {
            Issue.record("a film is no document")
            return
        }
        #expect(fault.code == .unusable && fault.description.contains("HEIC"))
        guard
            case .picked(let files) = PickerOutcome(
                [film, PickedItem(name: "b.png", forms: [form("image/png")])], for: Self.several)
        else {
            Issue.record("one of them is usable")
            return
        }
        #expect(files.map(\.name) == ["b.png"])
    }

    @Test func theFactoryHidesWhatPicks() async throws {
        var factory = PickerFactory()
        #expect(throws: PickerFault.self) { try factory.picker(for: Self.several) }
        let file = SampleContent.candidate(1)
        factory.register(.photoLibrary) { _ in PickerDouble(.picked([file, file])) }
        factory.register(.camera) { _ in PickerDouble(.failed(PickerFault(.notAllowed, "Allow it in the settings."))) }
        #expect(factory.sources == [.camera, .photoLibrary])
        #expect(try await factory.picker(for: Self.several).pick() == .picked([file, file]))
        let one = PickerRequest(source: .photoLibrary, allowsSeveral: false)
        guard case .failed(let fault) = try await factory.picker(for: one).pick() else {
            Issue.record("two files were taken for one")
            return
        }
        #expect(fault.code == .tooMany)
        #expect(PickerRequest(source: .camera, for: SampleScope.card.documentType).allowsSeveral)
    }

    @Test(arguments: Language.all) func whatIsOfAnotherKindIsNotTaken(_ language: Language) async throws {
        var factory = PickerFactory()
        let (scan, photo) = (CandidateFile(path: "a.pdf"), CandidateFile(path: "b.jpg"))
        let unknown = CandidateFile(.bytes([1]), name: "scan 1", source: .camera)
        factory.register(.camera) { _ in PickerDouble(.picked([photo, scan]), .picked([photo, unknown])) }
        let picker = try factory.picker(for: PickerRequest(source: .camera, mediaTypes: [.jpeg, .png], language: language))
        #expect(
            await picker.pick()
                == .failed(PickerFault(.unusable, language.say(.errType, ["types": .alternatives([.jpeg, .png])]))))
        // What nobody has named is looked into when it is added.
        #expect(await picker.pick() == .picked([photo, unknown]))
    }

    @Test(arguments: Language.all) func aMachineWithoutThemHasNoCameraAndNoPhotoLibrary(_ language: Language) async throws {
        var factory = PickerFactory()
        factory.register(.camera) { CameraPicker($0) }
        factory.register(.photoLibrary) { PhotoLibraryPicker($0) }
        for source in factory.sources {
            let picker = try factory.picker(for: PickerRequest(source: source, language: language))
            #expect(await picker.pick() == .failed(PickerFault(.unavailable, language.say(.pickerUnavailable))))
        }
    }

    @Test func pathsAndFoldersAreASource() async throws {
        let folder = try TemporaryFolder("pick")
        for name in ["IMG_2.MOV", "IMG_2.HEIC", "a.gif", "notes.txt", ".hidden.png", "b.pdf"] {
            try Data([1]).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        guard case .picked(let files) = await PathPicker([folder.path, "\(folder.path)/notes.txt"]).pick() else {
            Issue.record("nothing was picked")
            return
        }
        #expect(files.map(\.name) == ["IMG_2.HEIC", "a.gif", "b.pdf", "notes.txt"])
        guard case .failed(let fault) = await PathPicker(["\(folder.path)/none.png"]).pick() else {
            Issue.record("it is not there")
            return
        }
        #expect(fault.code == .unreadable && fault.description.contains("none.png"))
        let empty = try TemporaryFolder("empty")
        #expect(await PathPicker([empty.path]).pick() == .cancelled)
    }

    @Test func aListTakesWhatAPickerGives() async throws {
        struct Model: DocumentListModel {
            typealias Scope = SampleScope
            func content(of row: DocumentRow<SampleScope>) -> Int { row.pages.count }
        }
        let list = try await DocumentList(Model(), in: MemoryStorage())
        #expect(try await list.append(from: PickerDouble(.cancelled), as: SampleScope.letter) == nil)
        await #expect(throws: DraftFault.self) {
            try await list.append(from: PickerDouble(.failed(PickerFault(.notAllowed, "no"))), as: SampleScope.letter)
        }
        #expect(list.state == .error("no"))
        try await list.append(from: PickerDouble(.picked([SampleContent.candidate(1)])), as: SampleScope.letter)
        #expect(list.contents == [1] && list.state == .data)
    }
}
