import BlobStore
import EventLoop
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A disk that takes nothing for a while: nobody is kept waiting for it, and nothing is lost by it.
@Suite(.timeLimit(.minutes(2)))
struct StalledDiskTests {
    let content = SampleFiles.jpeg(1, size: 3_000_000)

    private func run(_ body: (GatewayUnderTest, StallingBlobStore) async throws -> Void) async throws {
        let made = AsyncSignal<StallingBlobStore>()
        var options = GatewayUnderTest.Options(longestPause: .milliseconds(300))
        options.blobs = { files in
            let store = StallingBlobStore(files)
            made.send(store)
            return store
        }
        try await GatewayUnderTest.run(options) { gateway in
            let store = try await made.wait()
            defer { store.resume() }
            try await body(gateway, store)
        }
    }

    @Test func aFileIsRefusedInsteadOfKeptWaitingAndLeavesNothing() async throws {
        try await run { gateway, store in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            store.stall()
            let answer = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: content)
            #expect(answer.status == 503)
            #expect(answer.problem == "unavailable")
            #expect(answer.headers["retry-after"] == "2")
            // Others, whose content is short, are answered all the while.
            #expect(try await gateway.client.send("GET", "/v1/submissions/\(draft)").status == 200)
            store.resume()
            try await eventually("nothing of it is left") { store.waiting == 0 && gateway.unfinishedFiles.isEmpty }
            #expect(gateway.storedFiles(draft).isEmpty)
            try await eventually("it is taken when it is sent again") {
                try await gateway.client.send(
                    "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: content
                ).status == 201
            }
        }
    }

    @Test func anUploadIsRefusedAndKeepsWhatItHadTaken() async throws {
        try await run { gateway, store in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            try await eventually("a third is taken") {
                let offset = try await gateway.tus.offset(upload)
                guard offset < 1_000_000 else { return true }
                return try await gateway.tus.patch(upload, at: offset, Array(content[offset..<1_000_000])).status == 204
            }
            store.stall()
            // The second finds the first one still at work: it is not kept waiting for that either.
            for _ in 1...2 {
                let answer = try await gateway.tus.patch(upload, at: 1_000_000, Array(content[1_000_000...]))
                #expect(answer.status == 503)
                #expect(answer.headers["tus-resumable"] == "1.0.0")
                #expect(answer.headers["retry-after"] == "2")
            }
            store.resume()
            try await eventually("it goes on from where it was") {
                let offset = try await gateway.tus.offset(upload)
                guard offset < content.count else { return true }
                #expect(offset >= 1_000_000)
                return try await gateway.tus.patch(upload, at: offset, Array(content[offset...])).status == 204
            }
            #expect(gateway.storedFiles(draft) == [ContentDigest(of: content).hex])
            try await eventually("nothing else is left") { gateway.partialFiles.isEmpty }
        }
    }
}
