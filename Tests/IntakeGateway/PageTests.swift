import Domain
import EventLoop
import FoundationEssentials
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The page in Debian's Chromium: the whole way of a person on a phone, with the network cut in mid-upload, a reload, a second tab
/// and a refusal that is put right; each language; without scripts. The pictures of all states stay beside the built programs, or
/// where `DOCKET_TEST_PICTURES` says.
@Suite(.timeLimit(.minutes(10)))
struct PageTests {
    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
        let languages: [String]
        let outcomes: [String]?
    }

    /// What drives the browser. Cancels the test where there is none.
    static func python() async throws -> String {
        do {
            return try await Browser.python()
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
    }

    @Test func aPersonWithAPhoneGetsToTheEnd() async throws {
        let script = try BrowserScript("person.py", python: await Self.python())
        try await GatewayUnderTest.run { gateway in
            let (draft, plain) = (try await gateway.draft(), try await gateway.draft())
            let links = [
                try await TestLink.make(gateway, draft).url, try await TestLink.make(gateway, draft, "status").url,
                try await TestLink.make(gateway, plain).url,
            ]
            let seen = try await script.look(Seen.self, at: "http://\(gateway.address)", links) {
                try await Self.workers(draft, gateway)
            }
            #expect(Set(seen.languages) == Set(BrowserWords.languages))
            #expect(seen.outcomes == ["needs_input", "accepted"])
            #expect(seen.pictures.count > 25)
            #expect(try await gateway.submission(plain)["state"]?.string == "submitted")
        }
    }

    /// The gateway's own program is killed while a file is on its way, and started again: the page goes on by itself.
    @Test func aKilledGatewayIsWaitedFor() async throws {
        let script = try BrowserScript("restart.py", python: await Self.python())
        try await GatewayProcess.run { gateway in
            let draft = try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "proof-of-address"}"#)
            let id = try #require(try draft.json()["id"]?.string)
            let link = try await gateway.client.send("POST", "/v1/submissions/\(id)/links", json: #"{"purpose": "upload"}"#)
            let url = try TestLink.path(of: link.json())
            _ = try await script.look(
                Seen.self, at: "http://127.0.0.1:\(gateway.port)", [url, "-", "-"], limit: .seconds(300)
            ) {
                try await script.answer("gone") { await gateway.kill() }
                try await script.answer("back") { try await gateway.start() }
            }
            let now = try await gateway.client.send("GET", "/v1/submissions/\(id)").json()
            let documents = now["documents"]?.array ?? []
            #expect(documents.count == 1 && documents.first?["pages"]?.array.count == 1)
            let size = documents.first?["pages"]?.array.first?["size"]?.integer
            #expect(size == (try Data(contentsOf: URL(filePath: "\(script.pictures)/large.png")).count))
        }
    }

    /// What the workers do: they refuse what is submitted first, and let pass what comes next.
    private static func workers(_ draft: String, _ gateway: GatewayUnderTest) async throws {
        let follower = EventFollower(gateway, "/v1/submissions/\(draft)/events")
        var read = 0
        for isRefused in [true, false] {
            while true {
                let events = try await follower.collect(read + 1, cuts: 0)
                read += 1
                if events[read - 1].type == EventType.submissionSubmitted.rawValue { break }
            }
            if isRefused {
                try await commit(draft, .validation, gateway) { .validated(SampleSubmissions.refusal($0)) }
            } else {
                try await commit(draft, .validation, gateway) { .validated(SampleSubmissions.acceptance($0)) }
                try await commit(draft, .normalization, gateway) {
                    .normalized(pages(of: $0), verdict: SampleSubmissions.acceptance($0))
                }
            }
        }
    }

    /// What a worker does to a submission.
    static func commit(
        _ draft: String, _ stage: Stage, _ gateway: GatewayUnderTest, _ change: (Submission) -> StageChange
    ) async throws {
        let submissions = SubmissionStore(
            pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
        let stages = PostgresStageStore(pool: gateway.pool, source: "/docket/test", keys: gateway.keys)
        let id = try #require(SubmissionID(draft))
        let now = try #require(try await submissions.submission(id, tenant: "acme"))
        let transition = StageTransition(submission: id, expectedVersion: now.version, change: change(now))
        let item = WorkItemKey(stage: stage, eventID: .random())
        _ = try await stages.commit(
            [StageCommit(workItem: item, end: .done, transition: transition, publishedAt: nil)],
            Lease(instance: InstanceID(UUID()), service: "test", epoch: 1))
    }

    /// The photos as they came stand for clean pages: they are there, and can be shown.
    private static func pages(of submission: Submission) -> [NormalizedDocument] {
        submission.documents.map { document in
            NormalizedDocument(
                document: document.id,
                pages: document.pages.map { page in
                    let images = page.original.map { file in
                        PageImage(
                            file: StoredFile(digest: file.digest, size: file.size, mediaType: file.mediaType ?? .png),
                            size: PixelSize(width: 420, height: 560))
                    }
                    return NormalizedPage(page: page.id, images: images.map { [$0] } ?? [])
                }, pdf: SampleSubmissions.pdf("pdf of \(document.id)"))
        }
    }
}
