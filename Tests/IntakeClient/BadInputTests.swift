import FoundationEssentials
import IntakeClientTesting
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeClient

private struct SampleList: DocumentListModel {
    typealias Scope = SampleScope
    func content(of row: DocumentRow<SampleScope>) -> String { row.type.documentType.title }
}

/// What goes wrong around a draft, each with words for the person, nothing lost and nothing doubled. Two windows on one draft are in
/// `ControllerTests`, two devices and a submission that was submitted elsewhere in `TwoDevicesTests`.
@Suite(.timeLimit(.minutes(1))) struct BadInputTests {
    private static let languages: [Language] = [.english, .german, .french, .spanish, .japanese]

    private func client(_ gateway: GatewayDouble, token: String = "dl_a_b", time: LeapingTime = LeapingTime()) throws
        -> IntakeClient
    {
        try IntakeClient(baseURL: "http://gateway.test", token: token, transport: gateway, time: time)
    }

    @Test func aLinkThatEndsInMidUpload() async throws {
        let isOver = Mutex(true)
        let gateway = GatewayDouble { number, _ in
            number > 4 && isOver.withLock { $0 } ? .answer(GatewayDouble.problem(410, "link-ended")) : nil
        }
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        try await controller.append(
            [SampleContent.candidate(1, 400_000), SampleContent.candidate(2)], as: "letter", issueDate: SampleContent.day)
        let error = await #expect(throws: IntakeClientError.self) { try await controller.uploadAll() }
        let words = Self.languages.compactMap { error?.words(in: $0) }
        #expect(Set(words).count == 5 && words.allSatisfy { !$0.contains("{") } && words[0].contains("This link has ended"))
        // With another link it goes on where it was.
        isOver.withLock { $0 = false }
        try await controller.uploadAll()
        #expect(gateway.contents.map { $0.map(\.count) } == [[SampleContent.png(1, 400_000).count, SampleContent.png(2).count]])
    }

    @Test func aLinkThatHadEndedBefore() async throws {
        let gateway = GatewayDouble()
        gateway.meanwhile { $0.isLinkOver = true }
        let storage = SomeStorage(MemoryStorage())
        let error = await #expect(throws: IntakeClientError.self) {
            try await DocumentController(followingLinkOf: try client(gateway), in: storage)
        }
        #expect(error?.problem?.type == "link-ended")
        #expect(try await storage.load() == LoadedDraft(draft: nil))
        let none = await #expect(throws: IntakeClientError.self) { try await client(gateway, token: "t").linkedSubmission() }
        #expect(none?.code == .invalidRequest && none?.words(in: .german).contains("vollständig") == true)
    }

    @Test func aLinkOfAnotherSubmission() async throws {
        let (gateway, other) = (GatewayDouble(), GatewayDouble())
        let storage = SomeStorage(MemoryStorage())
        let controller = try await ControllerTests.controller(storage, gateway)
        try await controller.append([SampleContent.candidate(1)], as: "letter", issueDate: SampleContent.day)
        try await controller.uploadAll()
        let before = try await storage.load()
        // Its draft is not mixed with this one's.
        let mixed = try await ControllerTests.controller(SomeStorage(MemoryStorage()), other)
        try await mixed.append([SampleContent.candidate(2)], as: "letter", issueDate: SampleContent.day)
        try await mixed.uploadAll()
        let fault = await #expect(throws: DraftFault.self) {
            try await DocumentController(followingLinkOf: try client(other), in: storage, language: .french)
        }
        #expect(fault?.code == .notThere && fault?.description.contains("autre chose") == true)
        // And what is sent with it is not found there, and stays here.
        let lost = try await DocumentController(
            for: SampleScope.self, in: storage, client: try client(other), time: LeapingTime())
        let error = await #expect(throws: IntakeClientError.self) { try await lost.uploadAll() }
        #expect(error?.problem?.status == 404)
        #expect(try await storage.load() == before && other.contents.count == 1)
    }

    @Test(arguments: languages) func aCameraThatIsRefused(_ language: Language) async throws {
        let list = try await DocumentList(SampleList(), in: MemoryStorage(), language: language, time: LeapingTime())
        var factory = PickerFactory()
        factory.register(.camera) { PickerDouble(.failed(PickerFault(.notAllowed, in: $0.language))) }
        let request = PickerRequest(source: .camera, for: SampleScope.letter.documentType, language: language)
        let picker = try factory.picker(for: request)
        await #expect(throws: DraftFault.self) { try await list.append(from: picker, as: SampleScope.letter) }
        #expect(list.state == .error(language.say(.pickerNotAllowed)) && list.rows.isEmpty)
        let none = #expect(throws: PickerFault.self) {
            try factory.picker(for: PickerRequest(source: .photoLibrary, language: language))
        }
        #expect(none?.description == language.say(.pickerUnavailable))
    }

    @Test(arguments: StorageKind.allCases) func aDeviceThatIsFull(_ kind: StorageKind) async throws {
        try await kind.run { reopen in
            let gateway = GatewayDouble()
            let controller = try await ControllerTests.controller(reopen(), gateway)
            let photos = (1...5).map { SampleContent.candidate($0, 990_000) }
            try await controller.append(Array(photos.prefix(3)), as: "letter", issueDate: SampleContent.day)
            try await controller.append([photos[3]], as: "letter", issueDate: SampleContent.day)
            let before = controller.draft
            let full = await #expect(throws: DraftFault.self) {
                try await controller.add([photos[4], SampleContent.candidate(6, 900_000)], to: before.documents[1].id)
            }
            #expect(full?.code == .notKept && full?.storage?.code == .full && full?.isRetriable == true)
            #expect(Self.languages.compactMap { full?.storage?.words(in: $0) }.count == 5)
            // None of both was added, and what was there is sent.
            #expect(controller.draft == before)
            try await controller.uploadAll()
            #expect(gateway.contents.map(\.count) == [3, 1])
            // Once something is gone there is room.
            try await controller.remove(before.documents[0].id).confirm(asking: "p") { _ in true }
            try await controller.add([SampleContent.candidate(6, 900_000)], to: before.documents[1].id)
            #expect(controller.documents.map(\.pages.count) == [2])
        }
    }

    /// The gateway's calendar counts, not the device's.
    @Test(arguments: [-1, 1]) func aClockThatIsWrongByADay(_ days: Int) async throws {
        let gateway = GatewayDouble()
        let time = LeapingTime()
        let here = CalendarDate(daysSinceEpoch: Int(time.now.timeIntervalSince1970 / 86_400))
        let there = here.adding(days: days)
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = "Sun, \(there.day < 10 ? "0" : "")\(there.day) \(names[there.month - 1]) \(there.year) 12:00:00 GMT"
        gateway.meanwhile { $0.date = date }
        let client = try client(gateway, time: time)
        let controller = try await DocumentController(for: SampleScope.self, in: MemoryStorage(), client: client, time: time)
        try await controller.append([SampleContent.candidate(1)], as: "letter", issueDate: there)
        try await controller.agree(to: "7")
        try await controller.uploadAll()
        #expect(controller.isValid, "\(controller.missing.map(\.message))")
        #expect(CalendarDate(daysSinceEpoch: Int(client.now.timeIntervalSince1970 / 86_400)) == there)
    }

    @Test func datesOfAnswersAreRead() {
        #expect(GatewayClock.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        for wrong in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 31 Feb 2026 00:00:00 GMT", "Sun, 06 Nov 1994 25:00:00 GMT",
            "a b c d e GMT",
        ] {
            #expect(GatewayClock.seconds(wrong) == nil, "\(wrong)")
        }
    }

    @Test func aHostileNameIsShownHarmlesslyAndNeverSent() async throws {
        let gateway = GatewayDouble()
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        let name = "../../\u{202E}<img src=x onerror=alert(1)>\u{0}.png"
        let file = CandidateFile(.bytes(SampleContent.png(1)), name: name, source: .filePicker)
        try await controller.append([file], as: "letter", issueDate: SampleContent.day)
        #expect(controller.draft.pages[0].file.name == "<img src=x onerror=alert(1)>.png")
        try await controller.uploadAll()
        for request in gateway.requests {
            #expect(!request.url.contains("onerror") && !request.headers.values.contains { $0.contains("onerror") })
            if let metadata = request.headers["upload-metadata"] {
                #expect(metadata.contains(Data("file.png".utf8).base64EncodedString()))
            }
        }
    }
}
