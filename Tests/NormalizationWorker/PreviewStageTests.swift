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

    private func draft() async throws -> (SubmittedFixture, StageEvent) {
        let submitted = try await SubmittedFixture(state: .draft, documents: [[(Array("photo".utf8), .heic)]])
        let document = submitted.submission.documents[0]
        return (submitted, try submitted.uploadEvent(of: document.pages[0], in: document))
    }

    @Test func aFileThatArrivesGetsASmallPicture() async throws {
        let (submitted, event) = try await draft()
        let decoder = ScriptedDecoder { _ in 1 }
        let outcome = try await decide(on: submitted, event, decoder: decoder)
        guard case .commit(let transition) = outcome, case .previewed(let page, let digest, let image) = transition.change else {
            throw Unexpected(outcome: outcome)
        }
        let original = submitted.submission.documents[0].pages[0]
        #expect(page == original.id)
        #expect(digest == original.original?.digest)
        #expect(image.file.digest == ContentDigest(of: Array("photo page 1".utf8)))
        let request = try #require(decoder.requests.all.withLock { $0.first })
        #expect(request.maximumPages == 1 && !request.measures && request.salvages)
        #expect(request.box == PageBox(shortSide: 320, longSide: 320))
    }

    @Test func aFileThatWasReplacedMeanwhileGetsNone() async throws {
        let (submitted, _) = try await draft()
        let document = submitted.submission.documents[0]
        var other = document.pages[0]
        other.original?.digest = ContentDigest(of: Array("another photo".utf8))
        let outcome = try await decide(on: submitted, try submitted.uploadEvent(of: other, in: document))
        guard case .nothing = outcome else { throw Unexpected(outcome: outcome) }
    }

    @Test func aFileThatCannotBeDecodedGetsNone() async throws {
        let (submitted, event) = try await draft()
        let decoder = ScriptedDecoder { _ throws(JailError) in throw .refused(.damaged(detail: "ends early")) }
        let outcome = try await decide(on: submitted, event, decoder: decoder)
        guard case .nothing = outcome else { throw Unexpected(outcome: outcome) }
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
