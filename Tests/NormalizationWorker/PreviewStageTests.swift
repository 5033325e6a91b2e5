import BlobStore
import Domain
import Jail
import ServiceRuntime
import Shared
import Support
import Synchronization
import Testing

@testable import NormalizationWorker

@Suite struct PreviewStageTests {
    private func decide(
        on submitted: SubmittedFixture, _ event: StageEvent, decoder: ScriptedDecoder = ScriptedDecoder { _ in 1 }
    ) async throws -> StageOutcome {
        var decoders = ProcessorFactory<any FileDecoder>(.preview)
        decoders.register { _ in decoder }
        let stage = PreviewStage(
            reader: submitted.store, blobs: submitted.blobs, decoders: decoders, format: PreviewRequest(longestSide: 320))
        return await stage.decide(on: event)
    }

    private func draft(_ content: String = "photo", _ type: MediaType = .heic) async throws -> (SubmittedFixture, StageEvent) {
        let submitted = try await SubmittedFixture(state: .draft, documents: [[(Array(content.utf8), type)]])
        let document = submitted.submission.documents[0]
        return (submitted, try submitted.uploadEvent(of: document.pages[0], in: document))
    }

    @Test func aFileThatArrivesGetsASmallPicture() async throws {
        let (submitted, event) = try await draft()
        let decoder = ScriptedDecoder { _ in 1 }
        let outcome = try await decide(on: submitted, event, decoder: decoder)
        guard case .commit(let transition) = outcome,
            case .previewed(let page, let digest, let image, let look) = transition.change
        else {
            throw Unexpected(outcome: outcome)
        }
        let original = submitted.submission.documents[0].pages[0]
        #expect(page == original.id)
        #expect(digest == original.original?.digest)
        #expect(image?.file.digest == ContentDigest(of: Array("photo page 1, small".utf8)))
        #expect(image?.size == PixelSize(width: 2, height: 3))
        #expect(look.pageCount == 1 && look.signals.count == 1 && look.integrity == .intact)
        let request = try #require(decoder.requests.all.withLock { $0.first })
        #expect(request.maximumPages == 1 && request.measures && request.salvages)
        #expect(request.preview == PreviewRequest(longestSide: 320))
    }

    private func look(_ content: String, _ type: MediaType, pages: Int = 1) async throws -> FirstLook {
        let (submitted, event) = try await draft(content, type)
        let outcome = try await decide(on: submitted, event, decoder: ScriptedDecoder { _ in pages })
        guard case .commit(let transition) = outcome, case .previewed(_, _, _, let look) = transition.change else {
            throw Unexpected(outcome: outcome)
        }
        return look
    }

    @Test func whatCanBeToldOfAPhotoIsKept() async throws {
        #expect(try await look("blurred", .jpeg).signals.first?.isBlurred == true)
        #expect(try await look("blank", .jpeg).blankPages == 1)
        #expect(try await look("cut off", .jpeg).repairs == [.incompletePage(1, missing: 30)])
    }

    /// Validation need not look into it again.
    @Test func aPhotoIsDescribedForValidation() async throws {
        let picture = try #require(try await look("photo", .jpeg).picture)
        #expect(picture.mediaType == .jpeg && picture.secondOpinion == .jpeg && picture.basis == ScriptedDecoder.basis)
        #expect(picture.pageCount == 1 && picture.pictures == [PixelSize(width: 20, height: 30)])
    }

    @Test func ofALongFileAllPagesAreCountedAndOneIsSeen() async throws {
        let look = try await look("statement", .pdf, pages: 3)
        #expect(look.pageCount == 3 && look.signals.count == 1 && look.picture == nil)
    }

    @Test func aFileThatWasReplacedMeanwhileGetsNone() async throws {
        let (submitted, _) = try await draft()
        let document = submitted.submission.documents[0]
        var other = document.pages[0]
        other.original?.digest = ContentDigest(of: Array("another photo".utf8))
        let outcome = try await decide(on: submitted, try submitted.uploadEvent(of: other, in: document))
        guard case .nothing = outcome else { throw Unexpected(outcome: outcome) }
    }

    @Test(
        arguments: zip(
            [.damaged(detail: "ends early"), .passwordProtected] as [ContentRefusal],
            [
                FirstLook(integrity: .damaged), FirstLook(integrity: .unknown, protection: .passwordRequired),
            ]))
    func aFileThatCannotBeDecodedGetsNoneAndItIsKeptWhy(_ refusal: ContentRefusal, _ expected: FirstLook) async throws {
        let (submitted, event) = try await draft()
        let decoder = ScriptedDecoder { _ throws(JailError) in throw .refused(refusal) }
        let outcome = try await decide(on: submitted, event, decoder: decoder)
        guard case .commit(let transition) = outcome, case .previewed(_, _, let image, let look) = transition.change else {
            throw Unexpected(outcome: outcome)
        }
        #expect(image == nil)
        #expect(look == expected)
    }

    @Test func aJailThatIsAwayIsWaitedFor() async throws {
        let (submitted, event) = try await draft()
        let decoder = ScriptedDecoder { _ throws(JailError) in throw .unavailable(detail: "being replaced") }
        let outcome = try await decide(on: submitted, event, decoder: decoder)
        guard case .retry = outcome else { throw Unexpected(outcome: outcome) }
    }

    @Test func anEventThatIsNoneIsGivenUp() async throws {
        let (submitted, event) = try await draft()
        let outcome = try await decide(on: submitted, StageEvent(header: event.header, payload: Array("{}".utf8)))
        guard case .failed = outcome else { throw Unexpected(outcome: outcome) }
    }
}
