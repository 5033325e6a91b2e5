import BlobStore
import DocumentFixtures
import EventLoop
import Jail
import Shared
import Support
import Telemetry
import Testing

@testable import ValidationWorker

/// Whether a file is looked into that has been described before. The description is a wrong one, so that it shows.
@Suite(.timeLimit(.minutes(1)))
struct JailInspectorTests {
    private static let jpeg = Corpus.handmade.first { $0.name == "plain.jpg" }?.bytes ?? []

    private func pageCount(_ described: (ContentDigest) -> PictureDescription?) async throws -> Int? {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)]])
        let space = BlobSpace(tenant: submitted.submission.tenant, submission: submitted.submission.id)
        let page = submitted.submission.documents[0].pages[0]
        let known = try #require(PageFacts(page))
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1)
        let jail = try await Jail.start(
            configuration: JailConfiguration(), group: group, logger: Logger(label: "jail", level: .critical))
        let limits = FileLimits()
        let file = try await submitted.blobs.open(space.key(try #require(known.digest)))
        let basis = try #require(await jail.basis(of: DocumentBudget(limits)))
        let facts = try await JailInspector(jail: jail, limits: limits).inspect(file, known: known, described: described(basis))
        await jail.shutdown()
        await group.shutdown()
        #expect(facts.integrity == .intact)
        return facts.pageCount
    }

    private func described(_ basis: ContentDigest, as mediaType: MediaType = .jpeg) -> PictureDescription {
        PictureDescription(mediaType: mediaType, secondOpinion: .jpeg, pageCount: 7, pictures: [], repairs: [], basis: basis)
    }

    @Test func whatTheSameDecodersHaveDescribedIsBelieved() async throws {
        #expect(try await pageCount { described($0) } == 7)
    }

    @Test func whatOthersDescribedOrNobodyIsLookedInto() async throws {
        #expect(try await pageCount { _ in described(ContentDigest(of: [])) } == 1)
        #expect(try await pageCount { described($0, as: .png) } == 1)
        #expect(try await pageCount { _ in nil } == 1)
    }
}
