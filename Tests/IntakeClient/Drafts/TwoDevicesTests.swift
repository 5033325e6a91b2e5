import FoundationEssentials
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeClient

/// One submission, two devices.
@Suite(.timeLimit(.minutes(2))) struct TwoDevicesTests {
    private func first(_ gateway: GatewayDouble) async throws -> SampleController {
        let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
        try await controller.append(
            [SampleContent.candidate(1), SampleContent.candidate(2)], as: "letter", issueDate: SampleContent.day)
        try await controller.agree(to: "7")
        try await controller.uploadAll()
        return controller
    }

    private func second(
        _ first: SampleController, _ gateway: GatewayDouble, in storage: SomeStorage = SomeStorage(MemoryStorage())
    ) async throws -> SampleController {
        let client = try IntakeClient(baseURL: "http://gateway.test", token: "t", transport: gateway, time: LeapingTime())
        return try await DocumentController(
            resuming: try #require(first.draft.submission), in: storage, client: client, time: LeapingTime())
    }

    private func isSame(_ gateway: GatewayDouble, _ wanted: [[[UInt8]]]) -> Bool { gateway.contents == wanted }

    @Test func theOtherGoesOnWithIt() async throws {
        let gateway = GatewayDouble()
        let one = try await first(gateway)
        let storage = SomeStorage(MemoryStorage())
        let two = try await second(one, gateway, in: storage)
        #expect(two.documents.map(\.pages.count) == [2] && two.documents[0].issueDate == SampleContent.day)
        // What the person agrees to is told with the submission: it is still to be agreed to here.
        #expect(two.isUploaded && two.missing.map(\.rule) == ["submission.consent"])
        #expect(two.changesElsewhere.addedPages.count == 2)
        two.seen()
        #expect(two.changesElsewhere.isEmpty)
        let document = two.documents[0]
        try await two.add([SampleContent.candidate(3)], to: document.id)
        try await two.remove(document.pages[0].id).confirm(asking: "p") { _ in true }
        try await two.uploadAll()
        #expect(isSame(gateway, [[SampleContent.png(2), SampleContent.png(3)]]))
        // It survives its process.
        let again = try await second(one, gateway, in: storage)
        #expect(again.documents == two.documents)
        // The first one learns of it when it asks, and keeps no bytes of what is gone.
        try await one.refresh()
        #expect(one.documents[0].pages.map(\.transfer.pageID) == two.documents[0].pages.map(\.transfer.pageID))
        #expect(one.changesElsewhere.addedPages.count == 1 && one.changesElsewhere.removedPages.count == 1)
        #expect(one.documents[0].pages[0].file.name == "photo 2.png")
    }

    @Test func aLinkIsEnough() async throws {
        let gateway = GatewayDouble()
        let one = try await first(gateway)
        let client = try IntakeClient(
            link: "https://docs.example/intake/u/dl_abc_secret?lang=de", transport: gateway, language: .german,
            time: LeapingTime())
        let two = try await DocumentController(
            followingLinkOf: client, in: SomeStorage(MemoryStorage()), language: .german, time: LeapingTime())
        #expect(two.documents.map(\.pages.count) == [2] && two.draft.submission == one.draft.submission)
        let request = try #require(gateway.requests.last)
        #expect(request.headers["authorization"] == "Bearer dl_abc_secret" && request.headers["accept-language"] == "de")
        #expect(request.url.hasPrefix("https://docs.example/intake/v1/"))
        for bad in [
            "", "x", "https://docs.example/", "https://docs.example/u/", "ftp://docs.example/u/dl_a", "https://u:p@h/u/dl_a",
        ] {
            let error = #expect(throws: IntakeClientError.self) { try IntakeClient(link: bad, transport: gateway) }
            #expect(error?.code == .invalidAddress, "\(bad)")
        }
    }

    /// Both change the same document at the same time; whoever sends last meets what the other has done.
    @Test func bothWorkAtOnce() async throws {
        let gateway = GatewayDouble()
        let one = try await first(gateway)
        let two = try await second(one, gateway)
        try await two.add([SampleContent.candidate(3)], to: two.documents[0].id)
        try await two.uploadAll()
        // The order that the first one knows is not of all pages any more.
        let pages = one.documents[0].pages.map(\.id)
        try await one.order(pages.reversed(), of: one.documents[0].id)
        try await one.rotate(pages[0])
        try await one.uploadAll()
        #expect(isSame(gateway, [[SampleContent.png(2), SampleContent.png(3), SampleContent.png(1)]]))
        #expect(gateway.rotations == [[.none, .none, .quarter]] && one.isUploaded)
        #expect(one.documents[0].pages.count == 3)
    }

    @Test func whatTheOtherRemovedMeanwhileIsNoFault() async throws {
        let gateway = GatewayDouble()
        let one = try await first(gateway)
        let two = try await second(one, gateway)
        try await two.remove(two.documents[0].id).confirm(asking: "p") { _ in true }
        try await two.uploadAll()
        // The first one turns a page of it, and adds one that nobody has.
        try await one.rotate(one.documents[0].pages[0].id)
        try await one.add([SampleContent.candidate(4)], to: one.documents[0].id)
        try await one.uploadAll()
        #expect(isSame(gateway, [[SampleContent.png(4)]]) && one.documents.map(\.pages.count) == [1])
        #expect(gateway.issueDates == [SampleContent.day] && one.isUploaded)
    }

    @Test func aChangeBetweenLookingAndHandingInIsShownFirst() async throws {
        let gateway = GatewayDouble()
        let one = try await first(gateway)
        let two = try await second(one, gateway)
        try await two.add([SampleContent.candidate(3)], to: two.documents[0].id)
        try await two.uploadAll()
        let error = await #expect(throws: IntakeClientError.self) { try await one.submit() }
        #expect(error?.problem?.type == "precondition-failed" && gateway.submissionState == .draft)
        #expect(error?.words(in: .french).contains("modifié entre-temps") == true)
        // It is shown, and can be submitted now that it was seen.
        #expect(one.documents[0].pages.count == 3)
        #expect(try await one.submit().state == .submitted)
    }

    @Test func submittedElsewhereMeanwhile() async throws {
        let gateway = GatewayDouble()
        let one = try await first(gateway)
        let two = try await second(one, gateway)
        // The first one has a file that was not sent yet.
        try await one.add([SampleContent.candidate(5)], to: one.documents[0].id)
        try await two.agree(to: "7")
        try await two.submit()
        let error = await #expect(throws: IntakeClientError.self) { try await one.uploadAll() }
        #expect(error?.problem?.type == "not-a-draft")
        #expect(error?.words(in: .spanish).contains("ya se envió") == true)
        // Nothing is lost, nothing is sent twice, and nothing can be changed.
        #expect(one.documents[0].pages.map(\.file.name).last == "photo 5.png" && !one.allowsChanges)
        #expect(isSame(gateway, [[SampleContent.png(1), SampleContent.png(2)]]))
        let closed = await #expect(throws: DraftFault.self) { try await one.append(as: "letter") }
        #expect(closed?.code == .closed)
        // Sent back, it can be put right here: the file that waited goes.
        gateway.meanwhile { state in
            state.submission = .needsInput
            state.documents[0].state = .open
        }
        try await one.uploadAll()
        #expect(isSame(gateway, [[SampleContent.png(1), SampleContent.png(2), SampleContent.png(5)]]))
        #expect(try await one.submit().state == .submitted)
    }

    @Test func whatWasAcceptedIsClosed() async throws {
        let gateway = GatewayDouble()
        let one = try await first(gateway)
        try await one.append([SampleContent.candidate(4)], as: "letter", issueDate: SampleContent.day)
        try await one.uploadAll()
        try await one.submit()
        gateway.meanwhile { state in
            state.submission = .needsInput
            state.documents[0].state = .accepted
            state.documents[1].state = .open
        }
        try await one.refresh()
        #expect(!one.allowsChanges(to: one.documents[0]) && one.allowsChanges(to: one.documents[1]))
        for _ in 1...1 {
            await #expect(throws: DraftFault.self) { try await one.add([SampleContent.candidate(6)], to: one.documents[0].id) }
            await #expect(throws: DraftFault.self) { try await one.rotate(one.documents[0].pages[0].id) }
            #expect(throws: DraftFault.self) { _ = try one.remove(one.documents[0].id).prompt }
        }
        _ = try await one.replace(one.documents[1].pages[0].id, with: SampleContent.candidate(7)).confirm(asking: "p") { _ in true
        }
        try await one.uploadAll()
        #expect(isSame(gateway, [[SampleContent.png(1), SampleContent.png(2)], [SampleContent.png(7)]]))
    }

    /// Whatever answer is lost, and although the other device is looked at between all steps: nothing is there twice.
    @Test func aLossThatIsTakenOverIsNotDoubled() async throws {
        for number in 0... {
            let isLost = Mutex(false)
            let gateway = GatewayDouble { index, _ in
                guard index == number else { return nil }
                isLost.withLock { $0 = true }
                return .loseAnswer
            }
            let controller = try await ControllerTests.controller(SomeStorage(MemoryStorage()), gateway)
            try await controller.append(
                [SampleContent.candidate(1, 400_000), SampleContent.candidate(2)], as: "letter", issueDate: SampleContent.day)
            for try await _ in controller.upload() { _ = try? await controller.refresh() }
            #expect(isSame(gateway, [[SampleContent.png(1, 400_000), SampleContent.png(2)]]), "\(number)")
            #expect(controller.documents.map(\.pages.count) == [2] && controller.isUploaded, "\(number)")
            guard isLost.withLock({ $0 }) else { break }
        }
    }
}
