import Binding
import BlobStore
import Domain
import EventLoop
import FoundationEssentials
import Jail
import ServiceRuntime
import Shared
import Support
import Synchronization
import Testing

@testable import ReadingWorker

/// Makes a picture that says what its file says, or fails.
struct ScriptedFirstPage: FirstPageDecoder {
    var failure: JailError?
    let requests = Requests()

    final class Requests: Sendable {
        let all = Mutex<[DecodeRequest]>([])
    }

    func firstPage(of file: BlobFile, _ request: DecodeRequest, alone: Bool) async throws -> DecodedPage? {
        requests.all.withLock { $0.append(request) }
        if let failure { throw failure }
        let content = try file.read(at: 0, count: file.size)
        return DecodedPage(
            number: 1, total: 1, pageCount: 1, width: 20, height: 30, jpeg: Array("picture of ".utf8) + content, preview: nil,
            isBlank: false, signals: nil)
    }
}

@Suite struct SuggestionStageTests {
    private static func journey(
        _ reading: ReadingPolicy = .suggest, issueDate: DateRule = .issuedWithin(days: 90)
    ) -> JourneyDefinition {
        JourneyDefinition(
            id: "bills", title: "Bills", summary: "",
            documentTypes: [
                DocumentType(id: "utility-bill", title: "Utility bill", hint: "", icon: "doc", issueDate: issueDate)
            ], documents: CountRange(1...3), reading: reading)
    }

    private func draft(
        _ mediaType: MediaType = .heic, journey: JourneyDefinition = journey(), state: SubmissionState = .draft
    ) async throws -> SubmittedFixture {
        try await SubmittedFixture(journey: journey, state: state, documents: [[(Array("bill".utf8), mediaType)]])
    }

    private func event(_ draft: SubmittedFixture) throws -> StageEvent {
        let document = draft.submission.documents[0]
        return try draft.uploadEvent(of: document.pages[0], in: document)
    }

    private func stage(
        _ draft: SubmittedFixture, decoder: ScriptedFirstPage = ScriptedFirstPage(), precedence: Precedence = Precedence(),
        _ text: @escaping @Sendable (_ content: String, ReadRequest) throws(JailError) -> PageText = { _, _ in
            .written("Invoice date: 3 March 2026")
        }
    ) -> SuggestionStage {
        var decoders = ProcessorFactory<any FirstPageDecoder>(.suggestion)
        decoders.register { _ in decoder }
        var readers = ProcessorFactory<any PageReader>(.suggestion)
        readers.register { _ in ScriptedReader(text: text) }
        return SuggestionStage(
            reader: draft.store, pages: FirstPageReader(blobs: draft.blobs, decoders: decoders, readers: readers),
            precedence: precedence)
    }

    private func suggestion(_ outcome: StageOutcome) throws -> PageSuggestion {
        guard case .commit(let transition) = outcome, case .suggested(_, _, let suggestion) = transition.change else {
            throw ReadingStageTests.Unexpected(outcome: outcome)
        }
        return suggestion
    }

    private func expectNothing(_ outcome: StageOutcome, _ comment: Comment? = nil) {
        guard case .nothing = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func aPhotoIsReadAsItsPictureShowsIt() async throws {
        let draft = try await draft()
        let decoder = ScriptedFirstPage()
        let outcome = await stage(draft, decoder: decoder) { content, request in
            #expect(content == "picture of bill" && request.source == .picture)
            return .written("Invoice date: 3 March 2026")
        }.decide(on: try event(draft))
        guard case .commit(let transition) = outcome, case .suggested(let page, let digest, let read) = transition.change else {
            throw ReadingStageTests.Unexpected(outcome: outcome)
        }
        let original = draft.submission.documents[0].pages[0]
        #expect(page == original.id && digest == original.original?.digest)
        #expect(read.issueDate?.day == CalendarDate("2026-03-03") && read.issueDate?.isCertain == true)
        #expect(read.expiryDate == nil, "nobody is asked for it")
        let request = try #require(decoder.requests.all.withLock { $0.first })
        #expect(request.maximumPages == 1 && request.preview == nil && request.salvages && request.box == .a4)
    }

    @Test func aPDFIsReadByItsOwnLetters() async throws {
        let draft = try await draft(.pdf)
        let decoder = ScriptedFirstPage()
        let outcome = await stage(draft, decoder: decoder) { content, request in
            #expect(content == "bill" && request.source == .page(1))
            return .written("Invoice date: 3 March 2026")
        }.decide(on: try event(draft))
        #expect(try suggestion(outcome).issueDate?.day == CalendarDate("2026-03-03"))
        #expect(decoder.requests.all.withLock { $0.isEmpty })
    }

    @Test func aPageThatWasTurnedIsReadTurned() async throws {
        var draft = try await draft()
        draft.turnFirstPage(.half)
        let decoder = ScriptedFirstPage()
        let read = try suggestion(await stage(draft, decoder: decoder).decide(on: try event(draft)))
        #expect(decoder.requests.all.withLock { $0.map(\.rotation) } == [.half])
        // Its line stands near the top of what was read, and near the bottom of the file.
        #expect(try #require(read.issueDate).box.top > 9_000)
    }

    @Test func whatNobodyAsksForIsNotRead() async throws {
        for journey in [Self.journey(.off), Self.journey(issueDate: .none)] {
            let draft = try await draft(journey: journey)
            let decoder = ScriptedFirstPage()
            expectNothing(await stage(draft, decoder: decoder).decide(on: try event(draft)))
            #expect(decoder.requests.all.withLock { $0.isEmpty })
        }
    }

    @Test func whatIsNobodysToConfirmIsNotRead() async throws {
        let submitted = try await draft(state: .submitted)
        expectNothing(await stage(submitted).decide(on: try event(submitted)))
        let draft = try await draft()
        let document = draft.submission.documents[0]
        var other = document.pages[0]
        other.original?.digest = ContentDigest(of: Array("another photo".utf8))
        expectNothing(await stage(draft).decide(on: try draft.uploadEvent(of: other, in: document)), "it was replaced")
    }

    @Test(arguments: [JailError.refused(.damaged(detail: "ends early")), .exhausted, .crashed(signal: 11)])
    func aPageThatCannotBeReadMakesNoSuggestionAndIsNotTriedAgain(_ failure: JailError) async throws {
        let draft = try await draft()
        expectNothing(await stage(draft, decoder: ScriptedFirstPage(failure: failure)).decide(on: try event(draft)))
        let outcome = await stage(draft) { _, _ throws(JailError) in throw failure }.decide(on: try event(draft))
        expectNothing(outcome)
        expectNothing(
            await stage(draft) { _, _ in .written("Thank you very much for your visit") }.decide(on: try event(draft)),
            "it says nothing")
    }

    @Test func aJailThatIsAwayIsWaitedFor() async throws {
        let draft = try await draft()
        let decoder = ScriptedFirstPage(failure: .unavailable(detail: "being replaced"))
        let outcome = await stage(draft, decoder: decoder).decide(on: try event(draft))
        guard case .retry = outcome else { throw ReadingStageTests.Unexpected(outcome: outcome) }
    }

    @Test func whatWasSubmittedComesFirst() async throws {
        let draft = try await draft()
        let precedence = Precedence(patience: .seconds(600))
        let (reading, read) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        let decoder = ScriptedFirstPage()
        let stage = stage(draft, decoder: decoder, precedence: precedence)
        let event = try event(draft)
        async let submitted: Void = precedence.reading {
            reading.send()
            try? await read.wait()
            #expect(decoder.requests.all.withLock { $0.isEmpty })
        }
        try await reading.wait()
        async let outcome = stage.decide(on: event)
        read.send()
        await submitted
        #expect(try suggestion(await outcome).issueDate != nil)
    }

    @Test func nobodyWaitsForEver() async throws {
        let draft = try await draft()
        let precedence = Precedence(patience: .milliseconds(1))
        let (reading, read) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        let stage = stage(draft, precedence: precedence)
        async let submitted: Void = precedence.reading {
            reading.send()
            try? await read.wait()
        }
        try await reading.wait()
        #expect(try suggestion(await stage.decide(on: try event(draft))).issueDate != nil)
        read.send()
        await submitted
    }
}
